import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultTimeouts } from '../../platform/http/connections.ts'
import { TestClient } from '../clients/api-client.ts'
import { createWorkspaceWithKey } from '../support/run-command.ts'
import { createTestApp } from '../test-app.ts'
import {
  assertErrorResponse,
  jsonHeaders,
  openRawConnection,
  type RawConnection,
  rawRequest,
} from './raw-connection.ts'
import { newMigratedDataDir, startInstance, waitFor } from './test-instance.ts'

const timeouts = { headersMs: 300, requestMs: 600, uploadMs: 2_000, idleMs: 300, lingerMs: 100, checkMs: 50 }
const app = await createTestApp({ timeouts })
const acme = await app.workspace()

const requests = async () => (await app.database.pool.query('select from feedback')).rowCount

/** Sends a byte at intervals until the connection ends. */
async function trickle(connection: RawConnection): Promise<void> {
  let isOver = false
  connection.closed.then(() => {
    isOver = true
  })
  while (!isOver) {
    await connection.write('x')
    await sleep(20)
  }
}

const slow: [name: string, bytes: string][] = [
  ['nothing at all', ''],
  ['half of the headers', 'POST /api/v1/feedback HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  [
    'half of the body',
    rawRequest('POST /api/v1/feedback', jsonHeaders(acme.key, { 'Content-Length': 900 }), '{"title":"'),
  ],
  [
    'half of a chunk',
    rawRequest('POST /api/v1/feedback', jsonHeaders(acme.key, { 'Transfer-Encoding': 'chunked' }), '64\r\n{"title":"'),
  ],
]

for (const [name, bytes] of slow) {
  test(`answers 400 and closes the connection of a client that sends ${name} and stops`, async () => {
    const connection = await openRawConnection(app.origin)
    if (bytes !== '') await connection.write(bytes)
    const answer = await connection.nextResponse()
    assertErrorResponse(answer, 400, 'validation_error')
    assert.match(answer.json.error.message, /must arrive within 0\.6 seconds, its headers within 0\.3/)
    assert.equal(await connection.remainder(), '')
    assert.equal(await requests(), 0)
  })

  if (bytes === '') continue
  test(`does not extend the timeout of a client that sends ${name} byte by byte`, async () => {
    const connection = await openRawConnection(app.origin)
    await connection.write(bytes)
    const answered = connection.nextResponse()
    await trickle(connection)
    assertErrorResponse(await answered, 400, 'validation_error')
    assert.equal(await requests(), 0)
  })
}

test('closes an idle connection after its response, without sending another response', async () => {
  const { origin } = await createTestApp({ timeouts: { ...defaultTimeouts, idleMs: 300 } })
  const connection = await openRawConnection(origin)
  await connection.write(rawRequest('GET /healthz'))
  assert.equal((await connection.nextResponse()).status, 200)
  assert.equal(await connection.remainder(), '')
})

const readingOf = async (origin: string, name: string): Promise<number> => {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

test('answers the API beside 2,000 idle connections and releases them all', async () => {
  const instance = await startInstance({ dataDir: await newMigratedDataDir() })
  const { key } = await createWorkspaceWithKey(instance, 'acme')
  const api = new TestClient(instance.origin, key)
  const handles = () => readingOf(instance.origin, 'heed_nodejs_active_handles_total')
  const files = () => readingOf(instance.origin, 'heed_process_open_fds')
  await api.create('/feedback', { title: 'Before' })
  // Metrics come from several statements at once. The first readings open the database connections for them.
  for (let reading = 0; reading < 3; reading++) await Promise.all([handles(), files()])
  const [handlesBefore, filesBefore] = [await handles(), await files()]

  const idle: RawConnection[] = []
  for (let opened = 0; opened < 2_000; opened += 100) {
    idle.push(...(await Promise.all(Array.from({ length: 100 }, () => openRawConnection(instance.origin)))))
  }
  await waitFor(async () => (await handles()) >= handlesBefore + 2_000, instance)
  for (let count = 0; count < 10; count++) assert.equal((await api.get('/feedback')).status, 200)
  await api.create('/feedback', { title: 'Beside them' })

  for (const { socket } of idle) socket.destroy()
  await waitFor(async () => (await handles()) <= handlesBefore + 5, instance)
  if (process.platform === 'linux') await waitFor(async () => (await files()) <= filesBefore + 5, instance)
  assert.equal((await api.listAll('/feedback')).length, 2)
})
