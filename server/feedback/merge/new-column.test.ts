import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { newId } from '../../platform/ids.ts'
import { createTestApp, testSocketDir } from '../../test/test-app.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { mergeFeedback } from './merge.ts'
import { unmergeFeedback } from './unmerge.ts'

// A later migration, applied to a copy of the database: nothing in the merge code knows these columns.
const databaseName = await createTestDatabase(testSocketDir())
const client = new pg.Client({ host: testSocketDir(), user: 'heed', database: databaseName })
await client.connect()
for (const table of ['feedback', 'feedback_context', 'roadmap_items', 'tracker_links']) {
  await client.query(`alter table ${table} add column note text,
    add column noted_at timestamptz(3),
    add column note_length integer generated always as (length(note)) stored`)
}
await client.end()

const app = await createTestApp({ databaseName })
const { pool } = app.database
const acme = await app.workspace()
const connection = newId()

await pool.query(
  `insert into tracker_connections (workspace_id, id, provider, api_url, credential, account_id, account_name, account_url,
     checked_at, connected_by_type, connected_at)
   values ($1, $2, 'linear', 'https://linear.example', '\\x00', 'o', 'Acme', 'https://linear.example', now(), 'system', now())`,
  [acme.id, connection],
)

const createRequest = async (title: string): Promise<string> => {
  const { id } = await acme.api.create('/feedback', {
    title,
    submitter: { externalId: 'ada' },
    sourceUrl: 'https://example.com/',
    metadata: { seats: 3 },
  })
  await acme.api.create(`/feedback/${id}/promote`, { status: 'planned' })
  return id
}

const insertLink = (feedbackId: string, id: string, state: 'active' | 'ended') =>
  pool.query(
    `insert into tracker_links (workspace_id, id, feedback_id, connection_id, state, issue_id, identifier, url, remote_title,
       remote_state, remote_state_type, checked_at, created_at, ended_at, end_reason)
     values ($1, $2, $3, $4, $5, $6, $6, $6, $6, $6, 'started', '1970-01-01T00:00:00Z', now(),
       case when $5 = 'ended' then now() end, case when $5 = 'ended' then 'gone' end)`,
    [acme.id, id, feedbackId, connection, state, `ISSUE-${id}`],
  )

/** Loads every stored row of a request, without the time of its last activity. */
async function readRows(id: string) {
  const { rows } = await pool.query(
    `select (select to_jsonb(f) - 'last_activity_at' || jsonb_build_object('trend', round(f.trend::numeric, 6))
         from feedback f where f.id = $1) as request,
       (select to_jsonb(c) from feedback_context c where c.feedback_id = $1) as context,
       (select to_jsonb(r) - 'updated_at' from roadmap_items r where r.feedback_id = $1) as item,
       (select jsonb_agg(to_jsonb(l) order by l.id) from tracker_links l where l.feedback_id = $1) as links`,
    [id],
  )
  return rows[0]
}

for (const isParked of [false, true]) {
  const where = isParked ? 'parked in the snapshot' : 'moved to the target'
  test(`unmerging restores columns that the merge code does not know, with relations ${where}`, async () => {
    const [source, target] = [await createRequest('Source'), await createRequest('Target')]
    const links = [newId(), newId()] as const
    await insertLink(source, links[0], 'ended')
    await insertLink(source, links[1], 'active')
    if (isParked) await insertLink(target, newId(), 'active')
    else await pool.query('delete from roadmap_items where feedback_id = $1', [target])
    for (const [table, key] of [
      ['feedback', 'id'],
      ['feedback_context', 'feedback_id'],
      ['roadmap_items', 'feedback_id'],
      ['tracker_links', 'feedback_id'],
    ]) {
      await pool.query(
        `update ${table} set note = 'Remember “me”', noted_at = '2026-01-02T03:04:05.678Z' where ${key} = $1`,
        [source],
      )
    }
    const before = await readRows(source)
    assert.deepEqual([before.request.note_length, before.links.length], [13, 2])

    await acme.write((tx) => mergeFeedback(tx, source, target))
    assert.equal((await readRows(source)).request, null)
    await acme.write((tx) => unmergeFeedback(tx, source))
    assert.deepEqual(await readRows(source), before)
  })
}

test('unmerging ignores a column that was dropped after the merge', async () => {
  const [source, target] = [await createRequest('Source'), await createRequest('Target')]
  await acme.write((tx) => mergeFeedback(tx, source, target))
  await pool.query(`update feedback_merges set snapshot = jsonb_set(snapshot, '{row,dropped}', '"x"')`)
  await acme.write((tx) => unmergeFeedback(tx, source))
  assert.equal((await readRows(source)).request.title, 'Source')
})
