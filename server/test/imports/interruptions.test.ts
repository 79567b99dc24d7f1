import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { createDraft, requestCheck, requestRun, requestUndo } from '../../imports/console/draft.ts'
import { receiveFile } from '../../imports/console/folder.ts'
import { ImportTaken } from '../../imports/progress.ts'
import { getImport } from '../../imports/queries.ts'
import { runImport } from '../../imports/run.ts'
import { startImport } from '../../imports/start.ts'
import { startUndo, undoImport } from '../../imports/undo/undo.ts'
import { newId } from '../../platform/ids.ts'
import { until } from '../instance/members.ts'
import { importerOf, open } from '../support/imports.ts'
import { createTestApp, type TestWorkspace } from '../test-app.ts'
import { startTestWorker } from '../test-worker.ts'

const app = await createTestApp()
const { pool } = app.database
const dataDir = await mkdtemp(join(tmpdir(), 'heed-interruptions-'))
after(() => rm(dataDir, { recursive: true, force: true }))

const count = 2_500
const csv = `id,title,author_email\n${Array.from({ length: count }, (_, index) => `${index},Request ${index},c${index % 300}@example.com`).join('\n')}\n`

const contentsOf = async ({ id }: TestWorkspace) => {
  const { rows } = await pool.query(
    `select (select count(*)::int from feedback where workspace_id = $1) as requests,
       (select coalesce(sum(votes), 0)::int from feedback where workspace_id = $1) as counted,
       (select count(*)::int from votes where workspace_id = $1) as votes,
       (select count(*)::int from customers where workspace_id = $1) as customers,
       (select tracked_customers from workspace_usage where workspace_id = $1) as tracked`,
    [id],
  )
  return rows[0]
}

const everything = { requests: count, counted: count, votes: count, customers: 300, tracked: 300 }
const nothing = { requests: 0, counted: 0, votes: 0, customers: 0, tracked: 0 }

test('imports every row once when two processes run one import at the same time', async () => {
  const acme = await app.workspace()
  const files = { 'ideas.csv': csv }
  const importId = await acme.write((tx) =>
    startImport(tx, { source: 'csv', name: 'ideas.csv', options: {}, fingerprint: null }),
  )
  const [first, second] = await Promise.all([open(files), open(files)])
  const { runner } = importerOf(app, acme)
  const results = await Promise.allSettled([
    runImport(runner, importId, first, 0),
    runImport(runner, importId, second, 0),
  ])
  // The slower one stops at the first batch that the other has committed.
  const failed = results.filter((result) => result.status === 'rejected')
  assert.deepEqual([failed.length, failed[0]?.reason instanceof ImportTaken], [1, true])
  assert.deepEqual(await contentsOf(acme), everything)
  const { state, counts } = await acme.write((tx) => getImport(tx, importId))
  assert.deepEqual([state, counts.feedback], ['finished', { created: count, updated: 0, unchanged: 0, failed: 0 }])
})

test('imports every row once when two imports of the same file run at the same time', async () => {
  const acme = await app.workspace()
  const importer = importerOf(app, acme)
  const results = await Promise.allSettled([importer.run({ 'ideas.csv': csv }), importer.run({ 'ideas.csv': csv })])
  assert.deepEqual(
    results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : [])),
    [],
  )
  assert.deepEqual(await contentsOf(acme), everything)
})

test('resumes an undo that was stopped between two steps, and deletes everything', async () => {
  const acme = await app.workspace()
  const { importId } = await importerOf(app, acme).run({ 'ideas.csv': csv })
  await acme.write((tx) => startUndo(tx, importId))
  let steps = 0
  const stopped = await undoImport({ write: (work) => acme.write(work), isStopping: () => ++steps > 3 }, importId)
  assert.equal(stopped, null)
  const { requests } = await contentsOf(acme)
  assert.ok(requests > 0 && requests < count, `${requests} requests are left`)
  const { state } = await acme.write((tx) => getImport(tx, importId))
  assert.equal(state, 'undoing')
  await undoImport({ write: (work) => acme.write(work) }, importId)
  assert.deepEqual(await contentsOf(acme), nothing)
})

/** Starts a process with a worker, which can be killed. */
async function startWorkerProcess() {
  const child = fork(new URL('import-worker.ts', import.meta.url), [], {
    env: { ...process.env, HEED_TEST_DATABASE: app.databaseName, HEED_TEST_DATA_DIR: dataDir },
  })
  await once(child, 'message')
  return child
}

test('resumes jobs of the console after kill -9: an import and an undo', async () => {
  const acme = await app.workspace()
  const id = newId()
  await receiveFile(dataDir, id, Readable.from([Buffer.from(csv)]), 'ideas.csv')
  await acme.write((tx) => createDraft(tx, { id, source: 'csv', name: 'ideas.csv' }))
  await acme.write((tx) => requestCheck(tx, id))
  const importOf = () => acme.write((tx) => getImport(tx, id))

  const checking = await startWorkerProcess()
  await until(async () => (await importOf()).state === 'checked')
  assert.deepEqual(await contentsOf(acme), nothing)
  await acme.write((tx) => requestRun(tx, id))
  await until(async () => (await importOf()).position > 0)
  checking.kill('SIGKILL')
  await once(checking, 'exit')
  assert.equal((await importOf()).state, 'running')
  assert.ok((await importOf()).position < count, 'the import had not finished')

  // A member who sees no progress can do this before the queue detects the lost job.
  await acme.write((tx) => requestRun(tx, id))
  const importing = await startWorkerProcess()
  await until(async () => (await importOf()).state === 'finished')
  assert.deepEqual(await contentsOf(acme), everything)
  await acme.write((tx) => requestUndo(tx, id))
  await until(async () => (await contentsOf(acme)).requests < count)
  importing.kill('SIGKILL')
  await once(importing, 'exit')
  assert.equal((await importOf()).state, 'undoing')

  await acme.write((tx) => requestUndo(tx, id))
  const worker = await startTestWorker(app, undefined, undefined, dataDir)
  await until(async () => (await importOf()).state === 'undone')
  await worker.stop()
  assert.deepEqual(await contentsOf(acme), nothing)
})
