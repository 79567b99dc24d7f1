import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resendInvitation } from '../members/invitations.ts'
import { listInvitations } from '../members/queries.ts'
import { newId } from '../platform/ids.ts'
import { createDataDir } from '../test/fixtures/files.ts'
import { createFullWorkspace } from '../test/fixtures/full-workspace.ts'
import { exportToFile, importFromFile, readArchive } from '../test/support/archives.ts'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'
import { undoRestore } from './restore/undo.ts'

const host = { app: await createTestApp({ checksEvents: false }), dataDir: await createDataDir() }
const full = await createFullWorkspace(host.app, host.dataDir)
const { path } = await exportToFile(host, full.workspace)

/** Undoes an import. @returns what it did */
async function undo({ id: workspaceId }: TestWorkspace, importId: string, { signal } = new AbortController()) {
  await undoRestore(host.app.database, { workspaceId, importId }, signal)
  const { rows } = await host.app.database.pool.query<{ deleted: number; restored: number; kept: number }>(
    `select undo_deleted as deleted, undo_restored as restored, undo_kept as kept from imports
     where workspace_id = $1 and id = $2`,
    [workspaceId, importId],
  )
  return rows[0]!
}

test('undoing an import restores an empty workspace to what it was', async () => {
  const target = await host.app.workspace()
  const before = await readArchive((await exportToFile(host, target)).path)
  const { importId } = await importFromFile(host, target, path)
  const { deleted, kept } = await undo(target, importId)
  assert.ok(deleted > 100)
  assert.equal(kept, 0)
  const after = await readArchive((await exportToFile(host, target)).path)
  const changed = Object.keys(before).filter((name) => before[name] !== after[name])
  // The events of the first board are not restored, because readers may have read past them.
  assert.deepEqual(changed.toSorted(), ['events.ndjson', 'manifest.json'])
})

test('an undo keeps a request with later votes, with its board and its people', async () => {
  const target = await host.app.workspace()
  const { importId } = await importFromFile(host, target, path)
  const customer = (await target.api.put('/customers', { email: 'new@example.com' })).body.data
  const other = (await target.api.get('/feedback?limit=100')).body.data.find(
    ({ id }: { id: string }) => id !== full.requestId,
  )
  assert.equal((await target.api.put(`/feedback/${full.requestId}/votes/${customer.id}`, {})).status < 300, true)
  const votes = (await target.api.get(`/feedback/${full.requestId}`)).body.data.votes
  const { kept } = await undo(target, importId)
  assert.ok(kept > 0)
  const left = (await target.api.get(`/feedback/${full.requestId}`)).body.data
  assert.deepEqual([left.id, left.votes], [full.requestId, votes])
  assert.equal((await target.api.get(`/feedback/${other.id}`)).status, 404)
})

test('an interrupted undo can be resumed', async () => {
  const target = await host.app.workspace()
  const { importId } = await importFromFile(host, target, path)
  await assert.rejects(
    undo(target, importId, { signal: AbortSignal.abort(new Error('killed')) } as AbortController),
    /killed/,
  )
  await undo(target, importId)
  assert.deepEqual((await target.api.get('/feedback')).body.data, [])
})

test('an undo deletes people whom a later file or view names as its creator, and keeps the file and the view', async () => {
  const target = await host.app.workspace()
  const { importId } = await importFromFile(host, target, path)
  const { pool } = host.app.database
  await pool.query(
    `insert into files (workspace_id, id, name, content_type, bytes, created_by_customer, created_at)
     select $1::uuid, id, 'a.txt', 'text/plain', 1, id, now() from customers where workspace_id = $1`,
    [target.id],
  )
  await pool.query(
    `insert into saved_views (workspace_id, id, created_by, name, query, created_at, updated_at)
     select $1::uuid, id, id, 'Later', '', now(), now() from members where workspace_id = $1 and awaits_invitation`,
    [target.id],
  )
  const count = async (table: string, condition: string) =>
    (
      await pool.query(`select count(*)::int as count from ${table} where workspace_id = $1 and ${condition}`, [
        target.id,
      ])
    ).rows[0].count
  const files = await count('files', `name = 'a.txt' and created_by_customer is not null`)
  const views = await count('saved_views', `name = 'Later' and created_by is not null`)
  assert.ok(files > 0 && views > 0)
  await undo(target, importId)
  assert.equal(await count('customers', 'true'), 0)
  assert.equal(await count('members', 'awaits_invitation'), 0)
  assert.equal(await count('files', `name = 'a.txt' and created_by_customer is null`), files)
  assert.equal(await count('saved_views', `name = 'Later' and created_by is null`), views)
})

test('an undo deletes the invitations of imported members, except those that an administrator has sent', async () => {
  const [unsent, sent] = [await host.app.workspace(), await host.app.workspace()]
  const { importId: first } = await importFromFile(host, unsent, path)
  const { importId: second } = await importFromFile(host, sent, path)
  const [invitation] = await sent.write(listInvitations)
  const admin = { type: 'member', id: newId(), role: 'admin' } as const
  await sent.write((tx) => resendInvitation({ ...tx, actor: admin }, invitation!.id, 'http://heed.test'))
  await undo(unsent, first)
  await undo(sent, second)
  assert.deepEqual(await unsent.write(listInvitations), [])
  const emails = (await sent.write(listInvitations)).map(({ email }) => email)
  assert.deepEqual(emails, [full.memberEmail])
})

test('an undo keeps records that were edited or used since, with everything that belongs to them, and nothing else', async () => {
  const target = await host.app.workspace()
  const { importId } = await importFromFile(host, target, path)
  const { pool } = host.app.database
  const change = async (table: string, assignment: string, condition = 'true') => {
    const { rows } = await pool.query<{ id: string }>(
      `update ${table} set ${assignment} where workspace_id = $1 and id = (select id from ${table}
         where workspace_id = $1 and ${condition} order by id limit 1) returning id`,
      [target.id],
    )
    assert.equal(rows.length, 1, table)
    return rows[0]!.id
  }
  const kept = [
    ['feedback', await change('feedback', `title = 'Edited here'`)],
    ['changelog_entries', await change('changelog_entries', `body = 'Edited here'`)],
    ['tags', await change('tags', `color = '#123456'`)],
    ['customers', await change('customers', `name = 'Edited here'`)],
    ['webhooks', await change('webhooks', 'disabled_reason = null')],
  ] as const
  const commented = await change(
    'comments',
    `body = 'Edited here'`,
    'feedback_id is not null and parent_id is not null',
  )
  const { rows: threads } = await pool.query(
    'select feedback_id, parent_id from comments where workspace_id = $1 and id = $2',
    [target.id, commented],
  )
  const [{ feedback_id: request, parent_id: parent }] = threads
  const before = await pool.query('select count(*)::int as count from votes where feedback_id = $1', [request])
  await pool.query(`update workspaces set accent_color = '#123456' where workspace_id = $1`, [target.id])

  const counts = await undo(target, importId)
  assert.ok(counts.kept > kept.length && counts.deleted > 50)
  for (const [table, id] of [...kept, ['feedback', request], ['comments', parent], ['comments', commented]]) {
    const { rows } = await pool.query(`select id from ${table} where workspace_id = $1 and id = $2`, [target.id, id])
    assert.equal(rows.length, 1, `${table} ${id} is left`)
  }
  const after = await pool.query('select count(*)::int as count from votes where feedback_id = $1', [request])
  assert.deepEqual(after.rows, before.rows)
  const requests = (await target.api.listAll('/feedback')).map(({ id }) => id).sort()
  assert.deepEqual(requests, [...new Set([kept[0][1], request])].sort())
  const { rows: settings } = await pool.query(
    'select accent_color, portal_access from workspaces where workspace_id = $1',
    [target.id],
  )
  assert.equal(settings[0].accent_color, '#123456')

  // Another import of the archive finds them again.
  const again = await importFromFile(host, target, path)
  assert.deepEqual(again.problems, [])
  const { rows: counted } = await pool.query(
    `select (select count(*)::int from feedback where workspace_id = $1) as here,
       (select count(*)::int from feedback where workspace_id = $2) as there`,
    [target.id, full.workspace.id],
  )
  assert.equal(counted[0].here, counted[0].there)
})
