import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { TestClient } from '../clients/api-client.ts'
import { createWorkspaceWithKey } from '../support/run-command.ts'
import { jsonHeaders, openRawConnection, rawRequest } from './raw-connection.ts'
import {
  connectToDatabase,
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
  /** A request that waits for a locked row. */
  feedbackId: string
  /** Releases the lock. */
  release(): Promise<void>
  /** Resolves when a connection waits for the lock. */
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

/** Sends signals and waits until the server accepts no connections. */
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

// A terminal sends Ctrl-C to npm and to the server, and npm forwards it, so the server gets it twice.
for (const signals of [['SIGTERM'], ['SIGINT', 'SIGINT']] as NodeJS.Signals[][]) {
  test(`finishes a running request and rejects new ones after ${signals.join(' and ')}`, async () => {
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

test('waits for a body that is still arriving when the server stops', async () => {
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

test('closes idle connections at once and is not ready while it finishes a request', async () => {
  const instance = await startBusy()
  const silent = await openRawConnection(instance.origin)
  const used = await openRawConnection(instance.origin)
  await used.write(rawRequest('GET /healthz'))
  assert.equal((await used.nextResponse()).status, 200)

  // Starts before the stop, so its connection is not idle.
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

test('aborts a request that does not end within ten seconds, and stops cleanly', async () => {
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
  // The statement's own timeout of twenty seconds did not end the request.
  assert.doesNotMatch(await readFile(join(instance.dataDir, 'postgres.log'), 'utf8'), /statement timeout/)
})

test('leaves nothing running when stopped during its first start, and starts again', async () => {
  const dataDir = await newDataDir()
  const starting = spawnServer({ dataDir })
  await waitFor(async () => (await processesUnder(dataDir)).length, starting)
  starting.child.kill('SIGTERM')
  assert.deepEqual(await starting.ended, { status: 0, signal: null })
  assert.deepEqual(await processesUnder(dataDir), [])
  await startInstance({ dataDir })
})
