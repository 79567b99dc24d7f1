import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { TestClient } from '../clients/api-client.ts'
import { jsonHeaders, openRawConnection, rawRequest } from './raw-connection.ts'
import {
  connectToDatabase,
  createWorkspaceWithKey,
  newDataDir,
  newMigratedDataDir,
  processesUnder,
  spawnServer,
  startInstance,
  type TestInstance,
  waitFor,
} from './test-instance.ts'

interface Busy extends TestInstance {
  key: string
  /** A request whose row another connection holds. */
  feedbackId: string
  /** Lets those who wait for the row go on. */
  release(): Promise<void>
  /** Resolves when somebody waits for the row. */
  waitedFor(): Promise<void>
}

async function startBusy(): Promise<Busy> {
  const instance = await startInstance({ dataDir: await newMigratedDataDir() })
  const { key } = await createWorkspaceWithKey(instance, 'acme')
  const { id } = await new TestClient(instance.origin, key).create('/feedback', { title: 'Held' })
  const holder = await connectToDatabase(instance.dataDir)
  await holder.query('begin')
  await holder.query('select from feedback where id = $1 for update', [id])
  return {
    ...instance,
    key,
    feedbackId: id,
    release: async () => void (await holder.query('commit')),
    async waitedFor() {
      const waiting = `select from pg_stat_activity where application_name = 'heed' and wait_event_type = 'Lock'`
      await waitFor(async () => (await holder.query(waiting)).rowCount, instance)
    },
  }
}

const isRefusing = async ({ origin }: TestInstance) =>
  fetch(`${origin}/healthz`).then(
    () => false,
    (error) => error.cause?.code === 'ECONNREFUSED',
  )

/** Sends signals, and waits until nobody can connect any more. */
async function beginStop(instance: TestInstance, ...signals: NodeJS.Signals[]): Promise<void> {
  for (const signal of signals) instance.child.kill(signal)
  while (!(await isRefusing(instance))) await sleep(5)
}

async function assertCleanEnd(instance: TestInstance): Promise<void> {
  assert.deepEqual(await instance.ended, { status: 0, signal: null })
  assert.deepEqual(await processesUnder(instance.dataDir), [])
  assert.ok(!(await readdir(instance.dataDir)).includes('heed.lock'))
  const lines = instance.stdout().trim().split('\n')
  assert.deepEqual(
    lines.slice(-1).map((line) => JSON.parse(line).msg),
    ['stopped'],
  )
}

// A terminal sends Ctrl-C to npm and to the server, and npm passes it on: the server hears it twice.
for (const signals of [['SIGTERM'], ['SIGINT', 'SIGINT']] as NodeJS.Signals[][]) {
  test(`after ${signals.join(' and ')} a running request is finished, new ones are refused, and all ends well`, async () => {
    const instance = await startBusy()
    const patched = new TestClient(instance.origin, instance.key).patch(`/feedback/${instance.feedbackId}`, {
      title: 'New',
    })
    await instance.waitedFor()
    await beginStop(instance, ...signals)
    await instance.release()
    const { status, body } = await patched
    assert.deepEqual([status, body.data.title], [200, 'New'])
    await assertCleanEnd(instance)
  })
}

test('a body that still comes when the server stops is waited for, and answered', async () => {
  const instance = await startInstance({ dataDir: await newMigratedDataDir() })
  const { key } = await createWorkspaceWithKey(instance, 'acme')
  const connection = await openRawConnection(instance.origin)
  const body = '{"title":"In two parts"}'
  const headers = jsonHeaders(key, { 'Content-Length': body.length, Expect: '100-continue' })
  await connection.write(rawRequest('POST /api/v1/feedback', headers))
  assert.equal((await connection.nextResponse()).status, 100)
  await connection.write(body.slice(0, 10))
  await beginStop(instance, 'SIGTERM')
  await connection.write(body.slice(10))
  const { status, json } = await connection.nextResponse()
  assert.deepEqual([status, json.data.title], [201, 'In two parts'])
  await assertCleanEnd(instance)
})

test('connections without a request are closed at once, and readiness is off while a request is finished', async () => {
  const instance = await startBusy()
  const silent = await openRawConnection(instance.origin)
  const used = await openRawConnection(instance.origin)
  await used.write(rawRequest('GET /healthz'))
  assert.equal((await used.nextResponse()).status, 200)

  // Begun before the stop, so that its connection is not one without a request.
  const asking = await openRawConnection(instance.origin)
  await asking.write('GET /readyz HTTP/1.1\r\nHost: heed.test\r\n')
  const patched = new TestClient(instance.origin, instance.key).patch(`/feedback/${instance.feedbackId}`, {
    title: 'New',
  })
  await instance.waitedFor()
  await beginStop(instance, 'SIGTERM')
  await Promise.all([silent.closed, used.closed])
  await asking.write('\r\n')
  const { status, json } = await asking.nextResponse()
  assert.deepEqual([status, json], [503, { status: 'stopping' }])
  await instance.release()
  assert.equal((await patched).status, 200)
  await assertCleanEnd(instance)
})

test('a request that does not come to its end is cut off after ten seconds, and all ends well', async () => {
  const instance = await startBusy()
  const cutOff = fetch(`${instance.origin}/api/v1/feedback/${instance.feedbackId}`, {
    method: 'PATCH',
    headers: jsonHeaders(instance.key),
    body: '{"title":"Never"}',
  })
  const failed = assert.rejects(cutOff)
  await instance.waitedFor()
  instance.child.kill('SIGTERM')
  await failed
  await assertCleanEnd(instance)
  // Not the statement's own time-out, after twenty seconds, is what ended it.
  assert.doesNotMatch(await readFile(join(instance.dataDir, 'postgres.log'), 'utf8'), /statement timeout/)
})

test('a server that is stopped while it starts for the first time leaves nothing running, and starts again', async () => {
  const dataDir = await newDataDir()
  const starting = spawnServer({ dataDir })
  await waitFor(async () => (await processesUnder(dataDir)).length, starting)
  starting.child.kill('SIGTERM')
  assert.deepEqual(await starting.ended, { status: 0, signal: null })
  assert.deepEqual(await processesUnder(dataDir), [])
  await startInstance({ dataDir })
})
