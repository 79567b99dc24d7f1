import assert from 'node:assert/strict'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runCommand } from '../support/run-command.ts'
import { startDatabaseServer, startDatabaseServerIn } from './database-server.ts'
import { kill, newMigratedDataDir, spawnCommand, waitFor } from './test-instance.ts'

/** Starts a database server with Heed's schema, and names a file for the heartbeat of a worker. */
async function prepareWorker() {
  const { cluster, folder, env } = await startDatabaseServer()
  const start = { dataDir: await newMigratedDataDir(), env: { ...env, PUBLIC_URL: 'http://heed.test' } }
  await runCommand(start, 'workspace', 'list')
  const path = join(folder, 'heartbeat')
  const writtenAt = async () => (await stat(path).catch(() => null))?.mtimeMs ?? 0
  return { cluster, folder, start, path, writtenAt }
}

test('heed worker --heartbeat writes the file only while it polls for work, and deletes it when it stops', async () => {
  const { cluster, folder, start, path, writtenAt } = await prepareWorker()

  // An earlier process has left a file. It must not count for this one.
  await writeFile(path, '')
  const left = await writtenAt()
  const worker = spawnCommand(start, 'worker', '--heartbeat', path)
  await waitFor(async () => (await writtenAt()) > left, worker)
  const first = await writtenAt()
  await waitFor(async () => (await writtenAt()) > first, worker)

  await cluster.stop()
  await waitFor(() => worker.stdout().includes('so no heartbeat is written'), worker)
  const last = await writtenAt()
  // Longer than the interval of the heartbeat.
  await sleep(6_000)
  assert.equal(await writtenAt(), last)

  await startDatabaseServerIn(folder)
  await waitFor(async () => (await writtenAt()) > last, worker)
  worker.child.kill('SIGTERM')
  assert.equal((await worker.ended).status, 0)
  assert.equal(await writtenAt(), 0)
})

test('heed worker writes no heartbeat while its poll for webhooks hangs', async () => {
  const { cluster, start, path, writtenAt } = await prepareWorker()
  const worker = spawnCommand(start, 'worker', '--heartbeat', path)
  await waitFor(async () => (await writtenAt()) > 0, worker)

  const client = new pg.Client({ host: cluster.socketDir, user: 'heed', database: 'heed' })
  await client.connect()
  // The poll waits for the lock, and no other poll of a worker reads this table. PostgreSQL would cancel a waiting statement
  // in the end, so its process is suspended meanwhile.
  await client.query('begin')
  await client.query('lock table webhooks')
  const pid = await waitFor(async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where wait_event_type = 'Lock'`,
    )
    return rows[0]?.pid
  }, worker)
  kill(pid, 'SIGSTOP')
  let last = 0
  try {
    await waitFor(() => worker.stdout().includes('so no heartbeat is written'), worker)
    assert.match(worker.stdout(), /"stalled":\["webhooks"\]/)
    last = await writtenAt()
    // Longer than the interval of the heartbeat.
    await sleep(6_000)
    assert.equal(await writtenAt(), last)
  } finally {
    kill(pid, 'SIGCONT')
  }

  await client.query('commit')
  await client.end()
  await waitFor(async () => (await writtenAt()) > last, worker)
  worker.child.kill('SIGTERM')
  assert.equal((await worker.ended).status, 0)
})

test('heed worker exits with an error if it cannot write the heartbeat file', async () => {
  const { folder, env } = await startDatabaseServer()
  const path = join(folder, 'missing', 'heartbeat')
  const start = { dataDir: await newMigratedDataDir(), env: { ...env, PUBLIC_URL: 'http://heed.test' } }
  const worker = spawnCommand(start, 'worker', '--heartbeat', path)
  assert.equal((await worker.ended).status, 1)
  assert.match(worker.stderr(), /ENOENT/)
  assert.ok(worker.stderr().includes(path), worker.stderr())
})
