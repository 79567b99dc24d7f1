import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { standardTimeouts } from '../../platform/http/connections.ts'
import { Client } from '../clients/api-client.ts'
import { createWorld } from '../test-app.ts'
import { madeFolder, startInstance, until, workspaceWithKey } from './test-instance.ts'
import { assertRefusal, jsonBy, type RawConnection, rawConnection, requestOf } from './raw-connection.ts'

const timeouts = { headersMs: 300, requestMs: 600, idleMs: 300, lingerMs: 100, checkMs: 50 }
const world = await createWorld({ timeouts })
const acme = await world.workspace()

const requests = async () => (await world.database.pool.query('select from feedback')).rowCount

/** Sends a byte now and then until the connection has ended. */
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
  ['half of the body', requestOf('POST /api/v1/feedback', jsonBy(acme.key, { 'Content-Length': 900 }), '{"title":"')],
  [
    'half of a chunk',
    requestOf('POST /api/v1/feedback', jsonBy(acme.key, { 'Transfer-Encoding': 'chunked' }), '64\r\n{"title":"'),
  ],
]

for (const [name, bytes] of slow) {
  test(`who sends ${name} and then stops is told so, and cut off`, async () => {
    const connection = await rawConnection(world.origin)
    if (bytes !== '') await connection.write(bytes)
    const answer = await connection.answer()
    assertRefusal(answer, 400, 'validation_error')
    assert.match(answer.json.error.message, /must arrive within 0\.6 seconds, its headers within 0\.3/)
    assert.equal(await connection.rest(), '')
    assert.equal(await requests(), 0)
  })

  if (bytes === '') continue
  test(`who sends ${name} and goes on byte by byte gains no time by it`, async () => {
    const connection = await rawConnection(world.origin)
    await connection.write(bytes)
    const answered = connection.answer()
    await trickle(connection)
    assertRefusal(await answered, 400, 'validation_error')
    assert.equal(await requests(), 0)
  })
}

test('a connection that rests after its answer is closed without another', async () => {
  const { origin } = await createWorld({ timeouts: { ...standardTimeouts, idleMs: 300 } })
  const connection = await rawConnection(origin)
  await connection.write(requestOf('GET /healthz'))
  assert.equal((await connection.answer()).status, 200)
  assert.equal(await connection.rest(), '')
})

const readingOf = async (origin: string, name: string): Promise<number> => {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

test('beside 2,000 connections that do nothing the API answers, and they leave nothing behind', async () => {
  const instance = await startInstance({ dataDir: await madeFolder() })
  const { key } = await workspaceWithKey(instance, 'acme')
  const api = new Client(instance.origin, key)
  const handles = () => readingOf(instance.origin, 'heed_nodejs_active_handles_total')
  const files = () => readingOf(instance.origin, 'heed_process_open_fds')
  await api.made('/feedback', { title: 'Before' })
  const [handlesBefore, filesBefore] = [await handles(), await files()]

  const idle: RawConnection[] = []
  for (let opened = 0; opened < 2_000; opened += 100) {
    idle.push(...(await Promise.all(Array.from({ length: 100 }, () => rawConnection(instance.origin)))))
  }
  await until(async () => (await handles()) >= handlesBefore + 2_000, instance)
  for (let asked = 0; asked < 10; asked++) assert.equal((await api.get('/feedback')).status, 200)
  await api.made('/feedback', { title: 'Beside them' })

  for (const { socket } of idle) socket.destroy()
  await until(async () => (await handles()) <= handlesBefore + 5, instance)
  if (process.platform === 'linux') await until(async () => (await files()) <= filesBefore + 5, instance)
  assert.equal((await api.all('/feedback')).length, 2)
})
