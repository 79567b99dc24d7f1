import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteFeedback } from '../feedback/delete.ts'
import { runArchiveImport, undoArchiveImport } from '../imports/archive/run.ts'
import { getImport } from '../imports/queries.ts'
import { startImport } from '../imports/start.ts'
import { startUndo } from '../imports/undo/undo.ts'
import { Vault } from '../platform/crypto/vault.ts'
import { createDataDir } from '../test/fixtures/files.ts'
import { exportToFile, storeOf } from '../test/support/archives.ts'
import { createTestApp, type TestWorkspace, testSecretKey } from '../test/test-app.ts'

const home = { app: await createTestApp({ checksEvents: false }), dataDir: await createDataDir() }
const away = { app: await createTestApp({ checksEvents: false }), dataDir: await createDataDir() }

const runnerOf = (target: TestWorkspace) => ({
  ...{ database: away.app.database, store: storeOf(away), vault: new Vault(testSecretKey), dataDir: away.dataDir },
  workspaceId: target.id,
  signal: new AbortController().signal,
  write: target.write,
  now: () => new Date().toISOString(),
})

async function importInto(target: TestWorkspace, source: TestWorkspace) {
  const { path } = await exportToFile(home, source)
  const importId = await target.write((tx) =>
    startImport(tx, { source: 'heed', name: 'test', options: {}, fingerprint: null }),
  )
  await runArchiveImport(runnerOf(target), importId, path)
  const { counts, problems } = await target.write((tx) => getImport(tx, importId))
  assert.equal(problems, 0)
  return { importId, counts: counts as Record<string, { created: number; updated: number; unchanged: number }> }
}

async function undo(target: TestWorkspace, importId: string) {
  await target.write((tx) => startUndo(tx, importId))
  return undoArchiveImport(runnerOf(target), importId)
}

const create = async ({ api }: TestWorkspace, title: string, email: string): Promise<string> => {
  const { id } = await api.create('/feedback', { title, submitter: { email, name: email } })
  await api.patch(`/feedback/${id}`, { status: 'approved' })
  return id
}

const vote = async ({ api }: TestWorkspace, id: string, email: string) => {
  const { id: customerId } = (await api.put('/customers', { email })).body.data
  const { status } = await api.put(`/feedback/${id}/votes/${customerId}`, {})
  assert.ok(status < 300)
  return customerId as string
}

const read = async ({ api }: TestWorkspace, id: string) => {
  const { title, description, stage, votes } = (await api.get(`/feedback/${id}`)).body.data
  return { title, description, stage, votes }
}

/** A workspace with two requests, and another one that has imported it. */
async function importedTwins() {
  const source = await home.app.workspace()
  const ids = [await create(source, 'First', 'ada@example.com'), await create(source, 'Second', 'bob@example.com')]
  await vote(source, ids[0]!, 'eve@example.com')
  const target = await away.app.workspace()
  const first = await importInto(target, source)
  return { source, target, first: ids[0]!, second: ids[1]!, firstImport: first.importId }
}

test('a newer archive updates records that changed only there, adds new ones, and duplicates nothing', async () => {
  const { source, target, first, second } = await importedTwins()
  await source.api.patch(`/feedback/${first}`, { title: 'First, newer', description: 'There' })
  await source.api.patch(`/feedback/${second}`, { title: 'Second, newer' })
  await source.api.patch(`/feedback/${second}`, { stage: 'planned' })
  const third = await create(source, 'Third', 'ada@example.com')
  await vote(source, first, 'new@example.com')
  await target.api.patch(`/feedback/${first}`, { description: 'Here' })

  const { counts } = await importInto(target, source)
  assert.deepEqual(await read(target, first), { ...(await read(source, first)), description: 'Here' })
  assert.deepEqual(await read(target, second), await read(source, second))
  assert.deepEqual(await read(target, third), await read(source, third))
  const { created, updated, unchanged } = counts.feedback!
  assert.deepEqual([created, updated, unchanged], [1, 2, 0])

  // Importing the same archive again changes nothing, and keeps what people here have changed.
  const again = await importInto(target, source)
  for (const [name, { created, updated }] of Object.entries(again.counts)) {
    assert.deepEqual([name, created], [name, 0])
    if (name === 'feedback') assert.equal(updated, 0)
  }
  assert.equal((await read(target, first)).description, 'Here')
})

test('deleted records and withdrawn votes do not come back', async () => {
  const { source, target, first, second } = await importedTwins()
  await source.api.patch(`/feedback/${second}`, { title: 'Second, newer' })
  await vote(source, second, 'new@example.com')
  const eve = (await target.api.put('/customers', { email: 'eve@example.com' })).body.data.id
  await target.api.delete(`/feedback/${first}/votes/${eve}`)
  await target.write((tx) => deleteFeedback(tx, second))
  await importInto(target, source)
  assert.equal((await target.api.get(`/feedback/${second}`)).status, 404)
  assert.equal((await read(target, first)).votes, 1)
})

test('undoing a newer archive restores values and removes its votes and tags, but keeps later work', async () => {
  const { source, target, first, second } = await importedTwins()
  const before = [await read(target, first), await read(target, second)]
  await source.api.patch(`/feedback/${first}`, { title: 'First, newer' })
  await source.api.patch(`/feedback/${second}`, { title: 'Second, newer', description: 'Newer' })
  await vote(source, first, 'new@example.com')
  await vote(source, second, 'other@example.com')
  const tag = await source.write(async (tx) => {
    const { rows } = await home.app.database.pool.query<{ id: string }>(
      `insert into tags (workspace_id, id, name, color, created_at) values ($1, gen_random_uuid(), 'urgent', '#22aa55', now())
       returning id`,
      [tx.workspaceId],
    )
    await home.app.database.pool.query(
      'insert into feedback_tags (workspace_id, feedback_id, tag_id) values ($1, $2, $3)',
      [tx.workspaceId, first, rows[0]!.id],
    )
    return rows[0]!.id
  })
  const { importId } = await importInto(target, source)
  assert.equal((await read(target, first)).votes, 3)
  await vote(target, first, 'here@example.com')
  await target.api.patch(`/feedback/${second}`, { title: 'Second, here' })

  const { restored } = await undo(target, importId)
  assert.ok(restored >= 2)
  assert.deepEqual(await read(target, first), { ...before[0], votes: 3 })
  assert.deepEqual(await read(target, second), { ...before[1], title: 'Second, here' })
  const { rows } = await away.app.database.pool.query(
    `select (select count(*)::int from feedback_tags where workspace_id = $1) as tagged,
      (select count(*)::int from tags where workspace_id = $1 and id = $2) as tags,
      (select count(*)::int from customers where workspace_id = $1 and email = 'other@example.com') as others`,
    [target.id, tag],
  )
  assert.deepEqual(rows, [{ tagged: 0, tags: 0, others: 0 }])
  // The newer archive can be imported again.
  await importInto(target, source)
  assert.deepEqual(await read(target, first), { ...(await read(source, first)), votes: 4 })
})
