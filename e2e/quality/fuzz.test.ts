import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ServerBuild } from 'react-router'
import { createBrowserApp } from '../support/browser-app.ts'

// Whatever is sent to a page, it is refused or done: none of it makes the server fail. Pages and their forms are those of the
// build, names of fields and parameters those of the sources, so that a new one is swept without being listed here.
const web = fileURLToPath(new URL('../../web/', import.meta.url))
const { routes }: ServerBuild = await import(`${web}build/server/index.js`)

// A tracker that answers nowhere: the sweep does not leave this machine.
const nowhere = 'http://127.0.0.1:9'
const stage = await createBrowserApp({ linearApiUrl: nowhere })
const demo = await stage.demoWorkspace()
const cookie = await (await demo.member('owner')).cookie()

const idOfNothing = '01890000-0000-7000-8000-000000000000'
const junk = ['not-an-id', 'a\0b', idOfNothing, '{"a":1}', '9'.repeat(400), '']

/** What lets a form through to the look-up of an id, which is junk all the same. */
const plausible: Record<string, string> = {
  name: 'A name',
  title: 'A title',
  body: 'A text',
  color: '#22aa55',
  slug: 'a-slug',
  email: 'ada@example.com',
  role: 'member',
  status: 'planned',
  stage: 'planned',
  reviewsNew: 'all',
  overlapHours: '1',
  precision: 'quarter',
  quarter: '2026-09-30',
  scheduledTimezone: 'UTC',
  apiUrl: nowhere,
}

/** By area, as `requests`: what its forms and addresses are asked for. */
const sources = new Map<string, string>()
for await (const path of glob('console/**/*.{ts,tsx}', { cwd: web })) {
  const area = path.split('/')[1]!
  sources.set(area, `${sources.get(area) ?? ''}\n${await readFile(web + path, 'utf8')}`)
}
const namesIn = ({ id }: Pick<Page, 'id'>, pattern: RegExp) => [
  ...new Set([...sources.get(id.split('/')[0]!)!.matchAll(pattern)].map(([, one, other]) => one ?? other!)),
]
// Where a card goes is read from a list of names.
const fieldsOf = (page: Pick<Page, 'id'>) => [
  ...namesIn(page, /form\.\w+\(\s*'([\w.-]+)'|\bname="([\w.-]+)"/g),
  'beforeId',
  'afterId',
]
const parametersOf = (page: Pick<Page, 'id'>) =>
  namesIn(page, /(?:[Pp]arams|query)\.(?:get|has|getAll)\(\s*'([\w.-]+)'/g)

interface Page {
  id: string
  path: string
  isIndex: boolean
  hasLoader: boolean
  intents: string[]
}

const pathOf = (id?: string): string => {
  const route = id === undefined ? undefined : routes[id]
  return route ? [pathOf(route.parentId), route.path].filter(Boolean).join('/') : ''
}

const pages = Object.values(routes).flatMap((route): Page[] => {
  if (!route || route.id === 'root') return []
  const { loader, action } = route.module as { loader?: unknown; action?: { intents: string[] } }
  const [hasLoader, intents, isIndex] = [loader !== undefined, action?.intents ?? [], route.index === true]
  return [{ id: route.id, path: pathOf(route.id), isIndex, hasLoader, intents }]
})

const addressOf = ({ path }: Page, parameter: string): string => {
  const filled = path.replace(':workspace', demo.slug).replace(':provider', 'linear')
  return `/console/${filled.replaceAll(/:\w+|\*/g, encodeURIComponent(parameter) || 'x')}`
}

const tables = {
  requests: 'feedback',
  roadmap: 'roadmap_items',
  changelog: 'changelog_entries',
  customers: 'customers',
}

/** With the id of something that is there yet, since forms delete. */
async function realAddressOf(page: Page): Promise<string> {
  const area = Object.entries(tables).find(([name]) => page.path.startsWith(`w/:workspace/${name}/:id`))
  if (!area) return addressOf(page, idOfNothing)
  const { rows } = await stage.testApp.database.pool.query(
    `select id from ${area[1]} where workspace_id = $1 order by id limit 1`,
    [demo.id],
  )
  return addressOf(page, rows[0].id)
}

async function statusOf(address: string, body?: URLSearchParams): Promise<number> {
  const answer = await fetch(stage.origin + address, {
    redirect: 'manual',
    headers: { cookie, origin: stage.origin },
    ...(body && { method: 'POST', body }),
  })
  await answer.arrayBuffer()
  return answer.status
}

type Asked = [address: string, body?: URLSearchParams]

/** Those of them that the server failed at. */
async function failedOf(asked: Asked[]): Promise<string[]> {
  const failed: string[] = []
  for (const [address, body] of asked) {
    const status = await statusOf(address, body)
    if (status >= 500) failed.push(`${status} ${address} ${body ?? ''}`.slice(0, 300))
  }
  return failed
}

const queryOf = (names: string[], value: string) => new URLSearchParams(names.map((name) => [name, value]))

function bodyOf(page: Page, intent: string, value: string, good: Record<string, string>): URLSearchParams {
  const body = new URLSearchParams(fieldsOf(page).map((name) => [name, good[name] ?? value]))
  body.set('intent', intent)
  return body
}

/** Every field junk; and each kind of it beside what is plausible. */
const bodiesOf = (page: Page, intent: string) => [
  bodyOf(page, intent, 'not-an-id', {}),
  ...junk.map((value) => bodyOf(page, intent, value, plausible)),
]

/** What scripts ask for: the same without a page around it, which takes most of the time. */
const dataOf = (address: string): string => `${address === '/console/' ? '/console/_root' : address}.data`

suite('no page fails for junk in its address: ', () => {
  for (const page of pages.filter(({ hasLoader }) => hasLoader)) {
    test(page.id, async () => {
      const real = await realAddressOf(page)
      const parameters = parametersOf(page)
      const asked: Asked[] = junk.flatMap((value) => [
        [dataOf(addressOf(page, value))],
        [`${dataOf(real)}?${queryOf(parameters, value)}`],
      ])
      // One at a time too: one that is refused hides the others. And as a page, which has to show it.
      for (const name of parameters) {
        for (const value of ['not-an-id', 'a\0b']) asked.push([`${dataOf(real)}?${queryOf([name], value)}`])
      }
      asked.push([`${real}?${queryOf(parameters, 'not-an-id')}`])
      // Read beside one another, as a browser does.
      const parts = await Promise.all([0, 1, 2, 3].map((part) => failedOf(asked.filter((_, at) => at % 4 === part))))
      assert.deepEqual(parts.flat(), [])
    })
  }
})

// These would end the session that the sweep goes on with. They take no field that is looked up.
const ending = ['sign-out', 'everywhere', 'leave']

suite('no form fails for junk in its fields: ', () => {
  for (const page of pages.filter(({ intents }) => intents.length > 0)) {
    for (const intent of page.intents.filter((name) => !ending.includes(name))) {
      test(`${page.id} ${intent}`, async () => {
        const index = page.isIndex ? '?index' : ''
        const failed: string[] = []
        for (const [at, body] of bodiesOf(page, intent).entries()) {
          const address = at % 2 === 0 ? await realAddressOf(page) : addressOf(page, body.get('id') || 'x')
          failed.push(...(await failedOf([[dataOf(address) + index, body]])))
        }
        assert.deepEqual(failed, [])
      })
    }
  }
})

test('the sweep is signed in as an owner to its end, and knows the names that there are', async () => {
  assert.equal(await statusOf(`/console/w/${demo.slug}/settings/tokens`), 200)
  const names = pages.flatMap((page) => [...fieldsOf(page), ...parametersOf(page)])
  const some = ['id', 'intoId', 'commentId', 'customerId', 'boardId', 'search', 'q', 'cursor', 'after', 'into', 'of']
  for (const name of some) assert.ok(names.includes(name), name)
})

test('a text that cannot be stored is refused as input; what is no id is not found', async () => {
  const home = `/console/w/${demo.slug}`
  const post = (path: string, fields: Record<string, string>) =>
    statusOf(`${home}/${path}`, new URLSearchParams(fields))
  assert.equal(await post('settings/tags', { intent: 'create', name: 'a\0b', color: '#22aa55' }), 400)
  for (const [path, intent] of [
    ['settings/tags', 'delete'],
    ['settings/tokens', 'revoke'],
    ['settings/members', 'resend'],
    ['settings/members', 'revoke'],
    ['roadmap', 'move'],
  ] as const) {
    assert.equal(await post(path, { intent, id: 'not-an-id', status: 'planned' }), 404, `${path} ${intent}`)
  }
  const searches = ['customers?search=%00', 'search?q=%00', 'search/picks?search=%00', 'requests/customers?search=%00']
  for (const path of searches) assert.equal(await statusOf(`${home}/${path}`), 404, path)
})
