import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { TestClient } from '../clients/api-client.ts'
import { createWorkspaceWithKey, runCommand } from '../support/run-command.ts'
import {
  type CommandResult,
  kill,
  newMigratedDataDir,
  spawnCommand,
  startInstance,
  waitFor,
  waitForCommand,
} from './test-instance.ts'

const start = { dataDir: await newMigratedDataDir(), env: { OUTBOUND_ALLOW: '127.0.0.0/8' } }
const server = await startInstance(start)
const acme = await createWorkspaceWithKey(start, 'acme')
const other = await createWorkspaceWithKey(start, 'globex')
const api = new TestClient(server.origin, acme.key)

const received: { headers: IncomingMessage['headers']; body: string }[] = []
let status = 200
const receiver = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text) => (body += text))
  request.on('end', () => {
    received.push({ headers: request.headers, body })
    response.writeHead(status).end('thanks')
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
after(() => {
  receiver.closeAllConnections()
  receiver.close()
})
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

const run = (line: string, workspace = 'acme'): Promise<CommandResult> =>
  runCommand(start, ...line.split(' '), '--workspace', workspace)

async function runJson(line: string) {
  const result = await run(`${line} --json`)
  assert.deepEqual([result.status, result.stderr], [0, ''])
  return result.json()
}

const arrived = (type: string) => waitFor(() => received.find(({ body }) => JSON.parse(body).type === type), server)

const created = await runJson(`webhook create --url ${url} --events feedback.created --description Sync`)

test('creates a webhook whose secret signs the test event', async () => {
  assert.deepEqual(
    [created.url, created.events, created.description, created.enabled],
    [url, ['feedback.created'], 'Sync', true],
  )
  assert.match((await run(`webhook test ${created.id}`)).stdout, /The test event will be sent at once/)
  const { body, headers } = await arrived('webhook.test')
  const { type } = new Webhook(created.secret).verify(body, headers as Record<string, string>) as { type: string }
  assert.equal(type, 'webhook.test')
})

test('prints the secret of a new webhook once, with its id', async () => {
  const { stdout } = await run(`webhook create --url ${url}/2 --events all`)
  const [, secret, id] = /^(whsec_\S{44})\n\n.*not be shown again.*id is (\S{36})\./s.exec(stdout)!
  const { stdout: list } = await run('webhook list')
  assert.match(list, new RegExp(`^${id}\tenabled\t.*\t\\*\t${url}/2$`, 'm'))
  assert.ok(!list.includes(secret!))
  assert.equal((await api.delete(`/webhooks/${id}`)).status, 204)
})

test('lists webhooks, and says if there are none', async () => {
  const { webhooks } = await runJson('webhook list')
  assert.deepEqual(
    webhooks.map(({ id }: { id: string }) => id),
    [created.id],
  )
  assert.equal((await run('webhook list', 'globex')).stdout, 'This workspace has no webhooks yet.\n')
})

test('rotates the secret, and the previous one signs too until its time is over', async () => {
  const { secret } = await runJson(`webhook rotate ${created.id} --overlap-hours 1`)
  received.length = 0
  await api.create('/feedback', { title: 'Rotated' })
  const { body, headers } = await arrived('feedback.created')
  for (const each of [secret, created.secret]) new Webhook(each).verify(body, headers as Record<string, string>)
})

test('lists deliveries by status, and replays one or all since a time', async () => {
  status = 500
  await api.create('/feedback', { title: 'Fails' })
  const failing = await waitFor(async () => {
    const { deliveries } = await runJson(`webhook deliveries ${created.id} --status pending`)
    return deliveries.find(({ attempts }: { attempts: object[] }) => attempts.length > 0)
  }, server)
  const { stdout } = await run(`webhook deliveries ${created.id} --status pending --event-type feedback.created`)
  assert.match(stdout, new RegExp(`^${failing.id}\t.*\tpending\t\\d+ attempts?\t.*status 500.*\tnext attempt `, 'm'))

  const replay = `webhook replay ${created.id} --delivery ${failing.id}`
  // It is waiting for its next attempt.
  assert.deepEqual(await runJson(replay), { count: 0 })
  status = 200
  const pending = async () => (await runJson(`webhook deliveries ${created.id} --status pending`)).deliveries.length
  const allSucceeded = () => waitFor(async () => (await pending()) === 0, server)
  await allSucceeded()
  received.length = 0
  assert.deepEqual(await runJson(replay), { count: 1 })
  assert.equal((await arrived('feedback.created')).headers['webhook-id'], failing.eventId)
  await allSucceeded()
  const { stdout: replayed } = await run(
    `webhook replay ${created.id} --since 2020-01-01T00:00:00Z --types feedback.created`,
  )
  assert.equal(replayed, '2 deliveries will be sent.\n')
})

test('refuses addresses, events, ids and options that are wrong, and changes nothing', async () => {
  for (const [line, message] of [
    [
      'webhook create --url http://example.com/ --events all',
      /--url .*http:\/\/ is only for the networks in OUTBOUND_ALLOW/,
    ],
    ['webhook create --url https://10.0.0.1/ --events all', /--url .*neither a public address/],
    [`webhook create --url ${url} --events feedback.made`, /--events.*feedback\.created/s],
    ['webhook test 123', /the id of a webhook/],
    [`webhook replay ${created.id}`, /--since.*--delivery is needed/s],
    [`webhook rotate ${created.id} --overlap-hours 169`, /--overlap-hours/],
    [`webhook deliveries ${created.id} --status done`, /pending, succeeded, failed/],
  ] as const) {
    const { status: exit, stderr, stdout } = await run(line)
    assert.notEqual(exit, 0, line)
    assert.match(stderr, message, line)
    assert.equal(stdout, '')
  }
  assert.equal((await runJson('webhook list')).webhooks.length, 1)
})

test('does not find a webhook of another workspace', async () => {
  for (const verb of ['test', 'rotate', 'deliveries']) {
    const { status: exit, stderr } = await run(`webhook ${verb} ${created.id}`, 'globex')
    assert.equal(exit, 1, verb)
    assert.match(stderr, /Nothing with this id exists/, verb)
  }
  assert.ok(other.id)
})

test('prints events as they happen, without control characters of customers, until it is interrupted', async () => {
  const tail = spawnCommand(start, 'events', 'tail', '--workspace', 'acme')
  await waitFor(async () => {
    await api.create('/feedback', { title: 'Follow\u001b[31m me' })
    // Stays below the limit of the key while the command starts.
    await sleep(1_000)
    return / {2}test {2}Follow \[31m me$/m.test(tail.stdout())
  }, tail)
  assert.ok(!tail.stdout().includes('\u001b'))
  kill(tail.child.pid!, 'SIGINT')
  assert.match((await waitForCommand(tail)).stdout, /^1 event\.\n|\d+ events\.\n$/m)
})

test('goes on after the last event of the followed types has expired', async () => {
  const create = (slug: string) => api.create('/boards', { slug, name: slug })
  const options = ['--workspace', 'acme', '--type', 'board.created', '--since', new Date().toISOString()]
  await create('before-expiry')
  const tail = spawnCommand(start, 'events', 'tail', ...options)
  await waitFor(() => tail.stdout().includes('before-expiry'), tail)
  await api.create('/feedback', { title: 'Of another type' })
  // Long enough that the command has looked several times since.
  await sleep(4_000)
  const client = new pg.Client({ host: `${start.dataDir}/postgres`, user: 'heed', database: 'heed' })
  await client.connect()
  await client.query(`delete from events where type = 'board.created'`)
  await client.end()
  await create('after-expiry')
  await waitFor(() => tail.stdout().includes('after-expiry'), tail)
  kill(tail.child.pid!, 'SIGINT')
  assert.equal((await waitForCommand(tail)).stderr, '')
})

test('prints past events of some types as the API returns them', async () => {
  const { body } = await api.get('/events?type=webhook.test')
  const { stdout } = await run('events tail --no-follow --since 2020-01-01T00:00:00Z --type webhook.test --json')
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(lines.slice(0, 1), body.data)
})
