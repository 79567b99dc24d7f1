import assert from 'node:assert/strict'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFileStore, storageKey } from '../../files/store/store.ts'
import { createLog } from '../../platform/log.ts'
import { createDataDir } from '../../test/fixtures/files.ts'
import { asRole, forbiddenError } from '../../test/support/roles.ts'
import { createTestApp } from '../../test/test-app.ts'
import { getDownload, listExports } from './queries.ts'
import { removeExpiredExports } from './remove-expired.ts'
import { recordDownload, requestExport } from './request.ts'
import { exportsFolder, runExport } from './run.ts'

const app = await createTestApp({ checksEvents: false })
const dataDir = await createDataDir()
const store = createFileStore({ dataDir, s3Url: null })
const deps = { database: app.database, store, log: createLog('silent'), clock: () => new Date().toISOString(), dataDir }
const { signal } = new AbortController()

test('prepares one export at a time, lists it with its size, and records who requested it', async () => {
  const acme = await app.workspace()
  const { id } = await acme.write((tx) => requestExport(asRole(tx, 'admin')))
  await assert.rejects(
    acme.write((tx) => requestExport(tx)),
    /already being prepared/,
  )
  await assert.rejects(
    acme.write((tx) => getDownload(tx, id)),
    { code: 'not_found' },
  )
  await runExport(deps, { workspaceId: acme.id, exportId: id }, signal)
  const [listed] = await acme.write(listExports)
  assert.equal(listed!.state, 'finished')
  const { bytes } = await acme.write((tx) => getDownload(tx, id))
  assert.equal(bytes, listed!.bytes)
  await acme.write((tx) => recordDownload(asRole(tx, 'owner'), id))
  const { rows } = await app.database.pool.query(
    `select type, actor_type as actor from audit_events where workspace_id = $1 and type like 'workspace.export%' order by id`,
    [acme.id],
  )
  assert.deepEqual(rows, [
    { type: 'workspace.exported', actor: 'member' },
    { type: 'workspace.export_downloaded', actor: 'member' },
  ])
  // The job may run twice.
  await runExport(deps, { workspaceId: acme.id, exportId: id }, signal)
  assert.deepEqual(await readdir(exportsFolder(dataDir)), [])
})

test('members and other workspaces cannot list, start or download exports', async () => {
  const acme = await app.workspace()
  const { id } = await acme.write((tx) => requestExport(tx))
  await runExport(deps, { workspaceId: acme.id, exportId: id }, signal)
  for (const verb of [requestExport, listExports, getDownload, recordDownload]) {
    await assert.rejects(async () => acme.write((tx) => verb(asRole(tx, 'member'), id)), forbiddenError)
  }
  const other = await app.workspace()
  await assert.rejects(
    other.write((tx) => getDownload(tx, id)),
    { code: 'not_found' },
  )
  assert.deepEqual(await other.write(listExports), [])
})

test('reports a failed export, which leaves no file and can be started again', async () => {
  const acme = await app.workspace()
  const { id } = await acme.write((tx) => requestExport(tx))
  const broken = { ...store, put: () => Promise.reject(new Error('disk full')) }
  await runExport({ ...deps, store: broken }, { workspaceId: acme.id, exportId: id }, signal)
  assert.equal((await acme.write(listExports))[0]!.state, 'failed')
  assert.deepEqual(await readdir(exportsFolder(dataDir)), [])
  await acme.write((tx) => requestExport(tx))
})

test('another process prepares an export if the first one stops', async () => {
  const acme = await app.workspace()
  const { id } = await acme.write((tx) => requestExport(tx))
  const stopped = AbortSignal.abort(new Error('stopped'))
  await assert.rejects(runExport(deps, { workspaceId: acme.id, exportId: id }, stopped))
  assert.equal((await acme.write(listExports))[0]!.state, 'running')
  await runExport(deps, { workspaceId: acme.id, exportId: id }, signal)
  assert.equal((await acme.write(listExports))[0]!.state, 'finished')
})

test('removes expired exports with their files, and the files of killed processes', async () => {
  const acme = await app.workspace()
  const { id } = await acme.write((tx) => requestExport(tx))
  await runExport(deps, { workspaceId: acme.id, exportId: id }, signal)
  await mkdir(exportsFolder(dataDir), { recursive: true })
  const left = join(exportsFolder(dataDir), 'left.part')
  await writeFile(left, 'x')
  await utimes(left, 0, 0)
  const now = new Date().toISOString()
  assert.equal(await removeExpiredExports({ database: app.database, store, dataDir }, now, signal), 0)
  assert.ok((await readdir(join(dataDir, 'files', acme.id))).includes(id))
  const later = new Date(Date.now() + 8 * 24 * 3_600_000).toISOString()
  assert.ok((await removeExpiredExports({ database: app.database, store, dataDir }, later, signal)) >= 1)
  assert.equal(await store.open(storageKey(acme.id, id)), null)
  assert.deepEqual(await acme.write(listExports), [])
  assert.deepEqual(await readdir(exportsFolder(dataDir)), [])
})
