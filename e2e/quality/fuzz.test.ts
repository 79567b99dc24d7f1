import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ServerBuild } from 'react-router'
import { createBrowserApp } from '../support/browser-app.ts'
import { addWebhook } from '../support/webhooks.ts'

// Sends junk to every page and form, and checks that the server never fails. Pages and intents come from the build, field
// and parameter names from the sources, so that new ones are covered without being listed here.
const web = fileURLToPath(new URL('../../web/', import.meta.url))
const { routes }: ServerBuild = await import(`${web}build/server/index.js`)

// A tracker URL that nothing listens on: the sweep must not leave this machine.
const nowhere = 'http://127.0.0.1:9'
const browserApp = await createBrowserApp({ template: 'demo', linearApiUrl: nowhere })
const demo = await browserApp.demoWorkspace()
// The forms delete some of them.
for (let count = 0; count < 20; count += 1) {
  await addWebhook(demo, { url: 'https://8.8.8.8/hook', events: ['*'] })
}
const cookie = await (await demo.member('owner')).cookie()

const unknownId = '01890000-0000-7000-8000-000000000000'
const junk = ['not-an-id', 'a\0b', unknownId, '{"a":1}', '9'.repeat(400), '']

/** Valid fields that let a form reach the look-up of its (junk) id. */
const validFields: Record<string, string> = {
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
  url: 'https://8.8.8.8/hook',
}

/** The source text of each area, such as `requests`; field and parameter names are read from it. */
const sources = new Map<string, string>()
for await (const path of glob('console/**/*.{ts,tsx}', { cwd: web })) {
  const area = path.split('/')[1]!
  sources.set(area, `${sources.get(area) ?? ''}\n${await readFile(web + path, 'utf8')}`)
}
const namesIn = ({ id }: Pick<Page, 'id'>, pattern: RegExp) => [
  ...new Set([...sources.get(id.split('/')[0]!)!.matchAll(pattern)].map(([, first, second]) => first ?? second!)),
]
// The position of a card is read from a list of names, which the pattern doesn't find.
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

const pageUrl = ({ path }: Page, parameter: string): string => {
  const filled = path.replace(':workspace', demo.slug).replace(':provider', 'linear')
  return `/console/${filled.replaceAll(/:\w+|\*/g, encodeURIComponent(parameter) || 'x')}`
}

const tables = {
  requests: 'feedback',
  roadmap: 'roadmap_items',
  changelog: 'changelog_entries',
  customers: 'customers',
  'settings/webhooks': 'webhooks',
}

/** Fills in the id of a record that still exists; forms may have deleted others. */
async function existingPageUrl(page: Page): Promise<string> {
  const area = Object.entries(tables).find(([name]) => page.path.startsWith(`w/:workspace/${name}/:id`))
  if (!area) return pageUrl(page, unknownId)
  const { rows } = await browserApp.testApp.database.pool.query(
    `select id from ${area[1]} where workspace_id = $1 order by id limit 1`,
    [demo.id],
  )
  return pageUrl(page, rows[0].id)
}

async function fetchStatus(path: string, body?: URLSearchParams): Promise<number> {
  const response = await fetch(browserApp.origin + path, {
    redirect: 'manual',
    headers: { cookie, origin: browserApp.origin },
    ...(body && { method: 'POST', body }),
  })
  await response.arrayBuffer()
  return response.status
}

type FuzzRequest = [path: string, body?: URLSearchParams]

/** Sends the requests and returns those that failed with a 5xx status. */
async function findFailures(requests: FuzzRequest[]): Promise<string[]> {
  const failed: string[] = []
  for (const [path, body] of requests) {
    const status = await fetchStatus(path, body)
    if (status >= 500) failed.push(`${status} ${path} ${body ?? ''}`.slice(0, 300))
  }
  return failed
}

const queryOf = (names: string[], value: string) => new URLSearchParams(names.map((name) => [name, value]))

function bodyOf(page: Page, intent: string, value: string, overrides: Record<string, string>): URLSearchParams {
  const body = new URLSearchParams(fieldsOf(page).map((name) => [name, overrides[name] ?? value]))
  body.set('intent', intent)
  return body
}

/** Builds forms with only junk, and with each kind of junk next to valid fields. */
const bodiesOf = (page: Page, intent: string) => [
  bodyOf(page, intent, 'not-an-id', {}),
  ...junk.map((value) => bodyOf(page, intent, value, validFields)),
]

/** Returns the data URL that the router fetches: it skips rendering, which takes most of the time. */
const dataUrl = (address: string): string => `${address === '/console/' ? '/console/_root' : address}.data`

suite('no page fails on junk in its URL: ', () => {
  for (const page of pages.filter(({ hasLoader }) => hasLoader)) {
    test(page.id, async () => {
      const real = await existingPageUrl(page)
      const parameters = parametersOf(page)
      const requests: FuzzRequest[] = junk.flatMap((value) => [
        [dataUrl(pageUrl(page, value))],
        [`${dataUrl(real)}?${queryOf(parameters, value)}`],
      ])
      // Also one parameter at a time, because a rejected one hides the others, and once as a rendered page.
      for (const name of parameters) {
        for (const value of ['not-an-id', 'a\0b']) requests.push([`${dataUrl(real)}?${queryOf([name], value)}`])
      }
      requests.push([`${real}?${queryOf(parameters, 'not-an-id')}`])
      // Sent in parallel, as a browser does.
      const parts = await Promise.all(
        [0, 1, 2, 3].map((part) => findFailures(requests.filter((_, at) => at % 4 === part))),
      )
      assert.deepEqual(parts.flat(), [])
    })
  }
})

// These would end the session of the sweep. They look up none of their fields.
const sessionEndingIntents = ['sign-out', 'everywhere', 'leave']

suite('no form fails on junk in its fields: ', () => {
  for (const page of pages.filter(({ intents }) => intents.length > 0)) {
    for (const intent of page.intents.filter((name) => !sessionEndingIntents.includes(name))) {
      test(`${page.id} ${intent}`, async () => {
        const index = page.isIndex ? '?index' : ''
        const failed: string[] = []
        for (const [at, body] of bodiesOf(page, intent).entries()) {
          const address = at % 2 === 0 ? await existingPageUrl(page) : pageUrl(page, body.get('id') || 'x')
          failed.push(...(await findFailures([[dataUrl(address) + index, body]])))
        }
        assert.deepEqual(failed, [])
      })
    }
  }
})

test('the sweep stays signed in as an owner, and finds the field and parameter names', async () => {
  assert.equal(await fetchStatus(`/console/w/${demo.slug}/settings/tokens`), 200)
  const names = pages.flatMap((page) => [...fieldsOf(page), ...parametersOf(page)])
  const expectedNames = [
    'id',
    'intoId',
    'commentId',
    'customerId',
    'boardId',
    'search',
    'q',
    'cursor',
    'after',
    'into',
    'of',
  ]
  for (const name of expectedNames) assert.ok(names.includes(name), name)
})

test('rejects text that can’t be stored with 400, and a malformed id with 404', async () => {
  const home = `/console/w/${demo.slug}`
  const post = (path: string, fields: Record<string, string>) =>
    fetchStatus(`${home}/${path}`, new URLSearchParams(fields))
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
  for (const path of searches) assert.equal(await fetchStatus(`${home}/${path}`), 404, path)
})
