import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClient } from '../../server/test/clients/api-client.ts'
import { urlOf } from '../../server/test/instance/database-server.ts'
import { newDataDir, startInstance, waitFor } from '../../server/test/instance/test-instance.ts'
import { startReplication } from '../../server/test/support/replica.ts'
import { createWorkspaceWithKey, runCommand } from '../../server/test/support/run-command.ts'

// Shows for each kind of page which database it reads: the replica does not replay what is written after "Early", so a page
// without "Late" comes from it. No browser is needed, only the built pages of the console.

const replication = await startReplication()
const start = {
  dataDir: await newDataDir(),
  env: {
    DATABASE_URL: urlOf(replication.primarySocketDir),
    DATABASE_READ_URL: urlOf(replication.replicaSocketDir),
    DATABASE_READ_MAX_LAG_SECONDS: '300',
    SECRET_KEY: 'the same secret key for all processes, 46 long',
  },
}
const server = await startInstance(start)
const { key } = await createWorkspaceWithKey(start, 'acme')
const { id: workspaceId } = (await runCommand(start, 'workspace', 'list', '--json'))
  .json()
  .workspaces.find(({ slug }: { slug: string }) => slug === 'acme')
const api = new TestClient(server.origin, key)
const { origin } = server

type Headers = Record<string, string>

let visits = 0
/** Reads a page. Each URL is new, so that none comes from the cache. */
async function read(path: string, headers: Headers = {}): Promise<string> {
  visits += 1
  const response = await fetch(`${origin}${path}${path.includes('?') ? '&' : '?'}visit=${visits}`, { headers })
  const page = await response.text()
  assert.equal(response.status, 200, `${path}: ${page}`)
  return page
}

async function post(path: string, form: Headers, headers: Headers = {}): Promise<Response> {
  const body = new URLSearchParams(form)
  return fetch(origin + path, { method: 'POST', body, headers: { origin, ...headers }, redirect: 'manual' })
}

/** Creates the first account, which owns the workspace. @returns its cookie, without that of a recent write */
async function signIn(): Promise<string> {
  const { url } = (
    await runCommand({ ...start, env: { ...start.env, PUBLIC_URL: origin } }, 'setup-link', '--json')
  ).json()
  const response = await post(new URL(url).pathname, {
    intent: 'setup',
    name: 'Olga',
    email: 'olga@acme.example',
    password: 'a password for the replica',
    joinWorkspaces: workspaceId,
  })
  assert.equal(response.status, 303, await response.text())
  const cookies = response.headers.getSetCookie().map((each) => each.split(';', 1)[0]!)
  assert.ok(cookies.includes('heed_wrote=1'))
  return cookies.filter((each) => !each.startsWith('heed_wrote=')).join('; ')
}

const member = await signIn()
const wrote = 'heed_wrote=1'
const late = /Late (board|request|item|entry|text|description)/

/** Creates one of everything that the pages show. */
async function createContent(name: string): Promise<{ requestId: string; entryId: string; customerId: string }> {
  const slug = name.toLowerCase()
  const board = await api.create('/boards', { name: `${name} board`, slug, isPublic: true })
  const submitter = { email: `${slug}@customer.example` }
  const request = await api.create('/feedback', { title: `${name} request`, boardId: board.id, submitter })
  assert.equal((await api.patch(`/feedback/${request.id}/status`, { status: 'approved' })).status, 200)
  await api.create('/feedback', { title: `${name} request: export invoices as spreadsheets` })
  await api.create('/roadmap', { title: `${name} item`, status: 'planned' })
  const entry = await api.create('/changelog', { title: `${name} entry`, body: `${name} text` })
  assert.equal((await api.post(`/changelog/${entry.id}/publish`)).status, 200)
  const customers = await api.listAll('/customers')
  const { id: customerId } = customers.find(({ email }) => email === submitter.email)
  return { requestId: request.id, entryId: entry.id, customerId }
}

const early = await createContent('Early')
await waitFor(async () => {
  const titles = await replication.onReplica(`select title from feedback where title = 'Early request'`)
  return (
    titles.length > 0 && (await fetch(`${origin}/metrics`)).text().then((all) => /^heed_replica_in_use 1$/m.test(all))
  )
}, server)
await waitFor(async () => (await read('/p/acme/changelog')).includes('Early entry'), server)
await replication.onReplica('select pg_wal_replay_pause()')
const missing = await createContent('Late')
await api.patch(`/feedback/${early.requestId}`, { description: 'Late description' })
await api.patch(`/changelog/${early.entryId}`, { body: 'Late text' })
assert.equal((await api.put(`/feedback/${early.requestId}/votes/${missing.customerId}`)).status, 201)

const portalPages: Record<string, string> = {
  'the list of requests': '/p/acme',
  'a request': `/p/acme/requests/${early.requestId}`,
  'a search in the requests': '/p/acme?search=request',
  'the roadmap': '/p/acme/roadmap',
  'the changelog': '/p/acme/changelog',
  'an entry': `/p/acme/changelog/${early.entryId}`,
  'the RSS feed': '/p/acme/changelog/rss.xml',
  'the Atom feed': '/p/acme/changelog/atom.xml',
  'the JSON feed': '/p/acme/changelog/feed.json',
}

for (const [name, path] of Object.entries(portalPages)) {
  test(`a visitor reads ${name} from the replica unless they are signed in or have just written`, async () => {
    const page = await read(path)
    assert.match(page, /Early/)
    assert.doesNotMatch(page, late)
    assert.match(await read(path, { cookie: wrote }), late)
    assert.match(await read(path, { cookie: 'heed_customer=token' }), late)
  })
}

test('a visitor reads the sitemap from the replica unless they have just written', async () => {
  const path = '/p/acme/sitemap.xml'
  assert.ok(!(await read(path)).includes(missing.requestId))
  assert.ok((await read(path, { cookie: wrote })).includes(missing.requestId))
})

test('the widget reads from the primary, because other sites do not send the cookie of a recent write', async () => {
  assert.match(await read('/p/acme/widget.json'), /Late request/)
  assert.match(await read(`/p/acme/widget/entries/${early.entryId}`), /Late text/)
})

const consolePages: Record<string, string> = {
  'the overview': '',
  'the insights': '/insights',
  'the search page': '/search?q=request',
  'the search of the command palette': '/search/picks?search=request',
  'similar requests': '/requests/similar?title=Export+invoices+as+spreadsheets',
}

for (const [name, path] of Object.entries(consolePages)) {
  test(`a member reads ${name} from the replica unless they have just written`, async () => {
    const page = await read(`/console/w/acme${path}`, { cookie: member })
    assert.match(page, /Early/)
    assert.doesNotMatch(page, late)
    assert.match(await read(`/console/w/acme${path}`, { cookie: `${member}; ${wrote}` }), late)
  })
}

const downloads: Record<string, [path: string, intent: string]> = {
  requests: ['/requests/export', 'export'],
  voters: [`/requests/${early.requestId}/voters/export`, 'export'],
  customers: ['/customers/export', 'export'],
  'the boards of the insights': ['/insights/export', 'boards'],
  'the customers of the insights': ['/insights/export', 'customers'],
}

async function download(path: string, intent: string, cookie: string): Promise<string> {
  const response = await post(`/console/w/acme${path}`, { intent, query: '', find: '' }, { cookie })
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  return response.text()
}

for (const [name, [path, intent]] of Object.entries(downloads)) {
  test(`a member downloads ${name} as CSV from the replica unless they have just written`, async () => {
    const csv = await download(path, intent, member)
    assert.match(csv, /early/i)
    assert.doesNotMatch(csv, /late/i)
    assert.match(await download(path, intent, `${member}; ${wrote}`), /late/i)
  })
}

test('a member downloads the times of replies as CSV from the replica unless they have just written', async () => {
  const csv = await download('/insights/export', 'replies', member)
  assert.ok(csv.includes(early.requestId))
  assert.ok(!csv.includes(missing.requestId))
  assert.ok((await download('/insights/export', 'replies', `${member}; ${wrote}`)).includes(missing.requestId))
})

test('a member downloads the activity as CSV from the replica unless they have just written', async () => {
  const countRequests = (csv: string) =>
    csv
      .split('\r\n')
      .slice(1)
      .reduce((sum, line) => sum + Number(line.split(',')[1] ?? 0), 0)
  // Two requests, and that of the roadmap item.
  assert.equal(countRequests(await download('/insights/export', 'activity', member)), 3)
  assert.equal(countRequests(await download('/insights/export', 'activity', `${member}; ${wrote}`)), 6)
})

test('all other pages of the console read from the primary', async () => {
  const pages = ['/requests', '/roadmap', '/changelog', `/requests/${early.requestId}`]
  for (const path of pages) assert.match(await read(`/console/w/acme${path}`, { cookie: member }), late, path)
})

test('the API reads from the primary, also when it searches', async () => {
  const found = await api.listAll('/feedback?search=Late')
  assert.ok(found.some(({ title }) => title === 'Late request'))
  assert.match((await api.get(`/feedback/${early.requestId}`)).body.data.description, late)
})

test('a form of the console marks the browser, which then reads its own write', async () => {
  const form = await post(
    '/console/w/acme/roadmap/new',
    { intent: 'create', title: 'Item', status: 'planned' },
    { cookie: member },
  )
  assert.ok(form.headers.getSetCookie().some((each) => each.startsWith(`${wrote}; Path=/; Max-Age=360;`)))
})

test('no write is sent to the replica', async () => {
  // The replica logs each attempt, which Heed would repeat on the primary without a trace.
  const countAttempts = async () => (await replication.replicaLog()).match(/in a read-only transaction/g)?.length ?? 0
  assert.equal(await countAttempts(), 0)
  await assert.rejects(replication.onReplica('delete from workspaces'), /in a read-only transaction/)
  assert.equal(await countAttempts(), 1)
})

test('visitors read every page while the primary is gone', async () => {
  await replication.primary.stop()
  for (const path of Object.values(portalPages)) assert.match(await read(path), /Early/)
})
