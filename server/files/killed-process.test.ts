import assert from 'node:assert/strict'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAccountFixtures } from '../test/fixtures/accounts.ts'
import { drawImage, listStoredFiles, readFile, removeFiles, sendFile } from '../test/fixtures/files.ts'
import { openRawConnection, rawRequest } from '../test/instance/raw-connection.ts'
import { newDataDir, startInstance, type TestInstance, waitFor } from '../test/instance/test-instance.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../test/support/locks.ts'
import { createTestApp, testDatabaseEnv, testSecretKey } from '../test/test-app.ts'
import { isDistributedRun } from '../test/test-database.ts'
import { removeAbandonedUploads } from './remove-due.ts'

const app = await createTestApp()
const { pool } = app.database
const accounts = await createAccountFixtures(app)
const acme = await app.workspace()
const { cookies } = await accounts.createMember(acme, 'owner')
const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const dataDir = await newDataDir()
const env = {
  ...testDatabaseEnv(app.databaseName),
  SECRET_KEY: testSecretKey,
}
const start = (): Promise<TestInstance> => startInstance({ dataDir, env })
const baseOf = ({ origin }: TestInstance) => `${origin}/console/w/${acme.slug}`
const temporaryFiles = () => readdir(join(dataDir, 'uploads')).catch(() => [])
const countFiles = async () => (await pool.query('select from files where workspace_id = $1', [acme.id])).rowCount

/** Runs the jobs of a later hour: due removals, and the deletion of old temporary files. */
async function runHousekeeping(): Promise<void> {
  await pool.query(`update file_removals set due_at = now() - interval '1 second' where workspace_id = $1`, [acme.id])
  const past = new Date(Date.now() - 2 * 3_600_000)
  for (const name of await temporaryFiles()) await utimes(join(dataDir, 'uploads', name), past, past)
  await removeAbandonedUploads(dataDir, new Date().toISOString())
  await removeFiles(app, dataDir)
}

/**
 * Rolls back the transaction that a terminated session has prepared on another node, as Citus does every minute. Until then,
 * the rows are locked.
 */
async function recoverTransaction(): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(20)) {
    const { rows } = await pool.query<{ count: number }>('select recover_prepared_transactions() as count')
    if (rows[0]!.count > 0) return
  }
  assert.fail('No transaction was recovered.')
}

test('a process killed while it receives or stores an upload leaves nothing behind', async () => {
  const instance = await start()
  const receiving = await openRawConnection(instance.origin)
  const headers = { Origin: 'http://heed.test', Cookie: cookie, 'Heed-File-Name': 'a.txt', 'Content-Length': '900' }
  await receiving.write(rawRequest(`POST /console/w/${acme.slug}/files`, headers, 'The beginning'))
  await waitFor(async () => (await temporaryFiles()).length === 1, instance)
  // Uploads of a workspace wait for each other when their bytes are stored and their rows are not.
  const others = await startBlockingTransaction(
    app,
    `select pg_advisory_xact_lock(hashtextextended('files ' || $1, 0))`,
    [acme.id],
  )
  const storing = sendFile(`${baseOf(instance)}/files`, cookie, 'photo.png', await drawImage()).catch(() => null)
  await waitForBlockedConnections(app)
  assert.equal((await listStoredFiles(dataDir, acme)).length, 1)
  await instance.stop('SIGKILL')
  assert.equal(await storing, null)
  await others.release()
  assert.equal(await countFiles(), 0)
  assert.equal((await temporaryFiles()).length, 2)
  const [id] = await listStoredFiles(dataDir, acme)
  const next = await start()
  assert.equal((await readFile(`${baseOf(next)}/files/${id}/photo.png`, cookie)).status, 404)
  await runHousekeeping()
  assert.deepEqual([await temporaryFiles(), await listStoredFiles(dataDir, acme)], [[], []])
  assert.equal((await pool.query('select from file_removals where workspace_id = $1', [acme.id])).rowCount, 0)
  await next.stop()
})

test('a process killed while it deletes a text keeps the file, and one killed afterwards removes it', async () => {
  const instance = await start()
  const { body: file } = await sendFile(`${baseOf(instance)}/files`, cookie, 'photo.png', await drawImage())
  const { id } = await acme.api.create('/changelog', { title: 'Night', body: file.markdown })
  const deletion = ({ origin }: TestInstance) =>
    fetch(`${origin}/api/v1/changelog/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${acme.key}` },
    }).catch(() => null)
  const blocked = await startBlockingTransaction(app, 'lock table file_removals in exclusive mode')
  const deleting = deletion(instance)
  const [pid] = await waitForBlockedConnections(app)
  await instance.stop('SIGKILL')
  assert.equal(await deleting, null)
  // The commit has been sent already, so the database would still complete it.
  await pool.query('select pg_terminate_backend($1::int)', [pid])
  await blocked.release()
  if (isDistributedRun()) await recoverTransaction()
  const next = await start()
  await runHousekeeping()
  assert.equal((await readFile(`${baseOf(next)}${file.path}`, cookie)).status, 200)
  assert.equal((await deletion(next))?.status, 200)
  await next.stop('SIGKILL')
  const last = await start()
  assert.equal((await readFile(`${baseOf(last)}${file.path}`, cookie)).status, 404)
  await runHousekeeping()
  assert.deepEqual(await listStoredFiles(dataDir, acme), [])
  await last.stop()
})
