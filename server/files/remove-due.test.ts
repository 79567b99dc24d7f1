import assert from 'node:assert/strict'
import { mkdir, readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createDataDir, listStoredFiles, removeFiles } from '../test/fixtures/files.ts'
import { createTestApp } from '../test/test-app.ts'
import { announceFile } from './create.ts'
import { removeAbandonedUploads } from './remove-due.ts'
import { createFileStore, storageKey } from './store/store.ts'

const dataDir = await createDataDir()
const app = await createTestApp({ dataDir })
const store = createFileStore({ dataDir, s3Url: null })
const id = '0b9f1c1e-7c1d-4b63-9d6c-1d1f6f3f2a10'
const hour = 3_600_000

const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

test('removes a file whose process died before the file had its row', async () => {
  const acme = await app.workspace()
  await acme.write((tx) => announceFile(tx, id, inHours(1)))
  await store.put(storageKey(acme.id, id), import.meta.filename, 'text/plain')
  assert.equal(await removeFiles(app, dataDir), 0)
  await app.database.pool.query(`update file_removals set due_at = now() - interval '1 second'`)
  assert.equal(await removeFiles(app, dataDir), 1)
  assert.deepEqual(await listStoredFiles(dataDir, acme), [])
})

test('tries again, ever more slowly, until the store has removed a file', async () => {
  const acme = await app.workspace()
  await acme.write((tx) => announceFile(tx, id, inHours(-1)))
  await store.put(storageKey(acme.id, id), import.meta.filename, 'text/plain')
  const unreachable = createFileStore({ dataDir, s3Url: 's3://key:secret@127.0.0.1:9/bucket?tls=0' })
  const attempt = async () => {
    assert.equal(await removeFiles(app, dataDir, unreachable), 0)
    const { rows } = await app.database.pool.query('select attempts, due_at from file_removals')
    await app.database.pool.query(`update file_removals set due_at = now() - interval '1 second'`)
    return [rows[0].attempts, Math.round((Date.parse(rows[0].due_at) - Date.now()) / 60_000)]
  }
  assert.deepEqual(
    [await attempt(), await attempt(), await attempt()],
    [
      [1, 1],
      [2, 2],
      [3, 4],
    ],
  )
  await unreachable.close()
  assert.equal(await removeFiles(app, dataDir), 1)
  assert.deepEqual(await listStoredFiles(dataDir, acme), [])
})

test('deletes the temporary files of uploads whose process died, and no others', async () => {
  const uploads = join(dataDir, 'uploads')
  for (const name of ['old', 'new']) await mkdir(join(uploads, name), { recursive: true })
  await utimes(join(uploads, 'old'), new Date(), new Date(Date.now() - 2 * hour))
  await removeAbandonedUploads(dataDir, new Date().toISOString())
  assert.deepEqual(await readdir(uploads), ['new'])
  await removeAbandonedUploads(join(dataDir, 'missing'), new Date().toISOString())
  await assert.rejects(stat(join(dataDir, 'missing')))
})
