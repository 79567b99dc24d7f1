import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../platform/ids.ts'
import { createDataDir } from '../test/fixtures/files.ts'
import { createFullWorkspace } from '../test/fixtures/full-workspace.ts'
import { exportToFile, importFromFile, readArchive } from '../test/support/archives.ts'
import { createTestApp } from '../test/test-app.ts'

const home = { app: await createTestApp({ checksEvents: false }), dataDir: await createDataDir() }
const elsewhere = { app: await createTestApp({ checksEvents: false }), dataDir: await createDataDir() }
const full = await createFullWorkspace(home.app, home.dataDir)
const exported = await exportToFile(home, full.workspace)

test('the archive has a record in every file, so that this test covers every feature', () => {
  const empty = Object.entries(exported.counts).filter(([, count]) => count === 0)
  assert.deepEqual(empty, [])
})

test('an export that is imported into another instance is exported as the same archive', async () => {
  const target = await elsewhere.app.workspace()
  const { counts, problems } = await importFromFile(elsewhere, target, exported.path)
  assert.deepEqual(problems, [])
  for (const [name, { failed, unchanged }] of Object.entries(counts))
    assert.deepEqual([name, failed, unchanged], [name, 0, 0])
  const again = await exportToFile(elsewhere, target)
  assert.deepEqual(await readArchive(again.path), await readArchive(exported.path))
})

test('an import into the same instance differs only in ids that were taken, wherever they occur', async () => {
  const target = await home.app.workspace()
  const { problems } = await importFromFile(home, target, exported.path)
  assert.deepEqual(problems, [])
  const again = await exportToFile(home, target)
  // Trackers name a connection by its id alone, so this id is taken.
  assert.equal(await countChanged(home, target), 1)
  await assertSame(home, target, again.path)
})

interface Id {
  source: string
  target: string
}

const changedIds = async ({ app }: typeof home, { id }: { id: string }): Promise<Id[]> =>
  (
    await app.database.pool.query(
      `select source_id as source, target_id as target from archived_records
       where workspace_id = $1 and source_id <> target_id`,
      [id],
    )
  ).rows

const countChanged = async (host: typeof home, workspace: { id: string }) => (await changedIds(host, workspace)).length

/** Asserts that the archive of an imported workspace is the same as the original, except for ids that were taken. */
async function assertSame(host: typeof home, workspace: { id: string }, path: string): Promise<void> {
  const ids = await changedIds(host, workspace)
  const [original, copy] = [await readArchive(exported.path), await readArchive(path)]
  const back = (text: string) => ids.reduce((all, { source, target }) => all.replaceAll(target, source), text)
  for (const [name, text] of Object.entries(copy).filter(([each]) => each !== 'manifest.json')) {
    assert.equal(back(text), original[name], name)
  }
}

test('a workspace whose ids are all taken gets new ids, which every reference uses', async () => {
  const target = await elsewhere.app.workspace()
  // Rows of other workspaces have other keys, so the same workspace has to hold the ids.
  await importFromFile(elsewhere, target, exported.path)
  await elsewhere.app.database.pool.query(`update archived_records set origin_id = $2 where workspace_id = $1`, [
    target.id,
    newId(),
  ])
  const count = async (table: string) =>
    (
      await elsewhere.app.database.pool.query(`select count(*)::int as n from ${table} where workspace_id = $1`, [
        target.id,
      ])
    ).rows[0].n
  const before = [await count('feedback'), await count('comments'), await count('votes'), await count('customers')]
  const { counts, problems } = await importFromFile(elsewhere, target, exported.path)
  assert.deepEqual(problems, [])
  const after = [await count('feedback'), await count('comments'), await count('votes'), await count('customers')]
  // Customers are matched by their email address.
  assert.deepEqual(after, [before[0] * 2, before[1] * 2, before[2] * 2, before[3]])
  assert.equal(counts.events!.created, 0)
  const { rows } = await elsewhere.app.database.pool.query(
    `select f.votes, f.comments, (select count(*)::int from votes v where v.workspace_id = f.workspace_id and v.feedback_id = f.id)
       + f.votes_without_voters as counted from feedback f where f.workspace_id = $1`,
    [target.id],
  )
  for (const { votes, counted } of rows) assert.equal(votes, counted)
})

test('importing an archive again creates nothing, and continues where a killed import stopped', async () => {
  const target = await elsewhere.app.workspace()
  const stop = new AbortController()
  const importId = newId()
  await assert.rejects(
    importFromFile(elsewhere, target, exported.path, {
      signal: stop.signal,
      importId,
      onProgress: async (done) => {
        if (done > 60) stop.abort(new Error('killed'))
      },
    }),
    /killed/,
  )
  const { counts, problems } = await importFromFile(elsewhere, target, exported.path, { importId })
  assert.deepEqual(problems, [])
  for (const [name, { created, updated, failed }] of Object.entries(counts))
    assert.deepEqual([name, created + updated, failed], [name, exported.counts[name], 0])
  await assertSame(elsewhere, target, (await exportToFile(elsewhere, target)).path)
  const repeated = await importFromFile(elsewhere, target, exported.path)
  for (const [name, { created, failed }] of Object.entries(repeated.counts))
    assert.deepEqual([name, created, failed], [name, 0, 0])
  await assertSame(elsewhere, target, (await exportToFile(elsewhere, target)).path)
})

test('an import sends no email and no webhooks, and gives no one access', async () => {
  const target = await elsewhere.app.workspace()
  await target.api.create('/webhooks', { url: 'https://hooks.example.com/all', events: ['*'] })
  const { pool } = elsewhere.app.database
  const rowsOf = async (table: string, condition = 'true') =>
    (await pool.query(`select * from ${table} t where workspace_id = $1 and ${condition}`, [target.id])).rows
  const jobs = async () => (await pool.query('select count(*)::int as n from pgboss.job')).rows[0].n
  const before = await jobs()
  await importFromFile(elsewhere, target, exported.path)
  assert.equal(await jobs(), before)
  for (const table of [
    'member_notifications',
    'member_mails',
    'notification_events',
    'notification_digests',
    'webhook_deliveries',
  ])
    assert.deepEqual(await rowsOf(table), [], table)
  assert.deepEqual(await rowsOf('announcements', 'fanned_out_at is null'), [])
  const [own] = await rowsOf('webhooks', 'disabled_reason is null')
  const [newest] = (
    await pool.query('select id from events where workspace_id = $1 order by id desc limit 1', [target.id])
  ).rows
  assert.ok(own.last_event_id >= newest.id)
  assert.deepEqual((await rowsOf('webhooks', `disabled_reason = 'manual'`)).length, 1)
  const members = await rowsOf('members')
  assert.ok(members.every(({ account_id, awaits_invitation }) => account_id === null && awaits_invitation))
  assert.equal((await rowsOf('invitations')).length, members.length)
})
