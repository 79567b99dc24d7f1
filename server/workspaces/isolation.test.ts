import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../platform/ids.ts'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'

const app = await createTestApp()
const { pool } = app.database

/** Creates one row of each kind that other rows refer to. */
async function createRows({ id, api, tag }: TestWorkspace) {
  const feedback = await api.create('/feedback', { title: 'Dark mode', submitter: { externalId: 'u1' } })
  const comment = await api.create(`/feedback/${feedback.id}/comments`, { body: 'Yes!' })
  const entry = await api.create('/changelog', { title: 'Night' })
  const { rows } = await pool.query('select id from customers where workspace_id = $1', [id])
  return {
    board: feedback.board.id,
    feedback: feedback.id,
    comment: comment.id,
    entry: entry.id,
    tag: (await tag('new')).id,
    customer: rows[0].id,
  }
}

const acme = await app.workspace()
const globex = await app.workspace()
const acmeRows = await createRows(acme)
const globexRows = await createRows(globex)

// Accounts belong to the instance: one account may be a member of many workspaces.
const accountTables = new Set([
  'accounts',
  'account_sessions',
  'account_credentials',
  'account_codes',
  'account_links',
  'account_challenges',
  'account_totp',
  'account_oauth_artifacts',
])

test('includes workspace_id in every foreign key between tenant tables', async () => {
  const { rows } = await pool.query<{ name: string; columns: string[]; target: string }>(`
    select conname as name, confrelid::regclass::text as target,
      array(select attname::text from unnest(conkey) with ordinality k (number, place)
            join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
      -- With Citus, the coordinator also has the shards of reference tables.
      and conrelid::regclass::text !~ '_[0-9]+$'`)
  const between = rows.filter(({ target }) => target !== 'workspaces' && !accountTables.has(target))
  assert.ok(between.length >= 15)
  for (const { name, columns } of between) assert.deepEqual([columns[0], columns.length], ['workspace_id', 2], name)
})

test('starts every primary key of a tenant table with workspace_id', async () => {
  const { rows } = await pool.query<{ name: string; first: string }>(`
    select c.relname as name, a.attname::text as first from pg_constraint p
    join pg_class c on c.oid = p.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = p.conkey[1]
    where p.contype = 'p' and c.relnamespace = 'public'::regnamespace
      and c.relname not in ('schema_migrations', 'rate_limit_windows')`)
  assert.ok(rows.length >= 15)
  for (const { name, first } of rows.filter((table) => !accountTables.has(table.name))) {
    assert.equal(first, 'workspace_id', name)
  }
})

/** Inserts a row for Acme. @returns `stored`, or the SQLSTATE of the error */
async function store([table, row]: [table: string, row: Record<string, unknown>]): Promise<string> {
  const columns = ['workspace_id', ...Object.keys(row)]
  const places = columns.map((_, index) => `$${index + 1}`)
  const statement = `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`
  return pool.query(statement, [acme.id, ...Object.values(row)]).then(
    () => 'stored',
    ({ code }) => code,
  )
}

const now = '2026-03-01T09:00:00Z'

/** Each reference between tenant rows: a table and a row that is valid except for the foreign id. */
const references: Record<string, (rows: typeof globexRows) => [table: string, row: Record<string, unknown>]> = {
  'a request on a board': ({ board }) => [
    'feedback',
    {
      id: newId(),
      board_id: board,
      title: 'x',
      description: '',
      status: 'pending',
      created_at: now,
      updated_at: now,
      last_activity_at: now,
    },
  ],
  'the context of a request': ({ feedback }) => ['feedback_context', { feedback_id: feedback }],
  'a vote by a customer': ({ customer }) => [
    'votes',
    { feedback_id: acmeRows.feedback, customer_id: customer, created_at: now },
  ],
  'a roadmap item of a request': ({ feedback }) => [
    'roadmap_items',
    {
      id: newId(),
      feedback_id: feedback,
      title: 'x',
      description: '',
      status: 'planned',
      sort_order: 1,
      created_at: now,
      updated_at: now,
    },
  ],
  'a tag on an entry': ({ tag }) => ['changelog_entry_tags', { entry_id: acmeRows.entry, tag_id: tag, position: 0 }],
  'a request linked by an entry': ({ feedback }) => [
    'changelog_entry_feedback',
    { entry_id: acmeRows.entry, feedback_id: feedback, position: 0 },
  ],
  'a reaction by a customer': ({ customer }) => [
    'changelog_reactions',
    { entry_id: acmeRows.entry, customer_id: customer, emoji: '🎉', created_at: now },
  ],
  'an announcement of an entry': ({ entry }) => ['announcements', { entry_id: entry, due_at: now }],
  'a comment on a request': ({ feedback }) => ['comments', comment({ feedback_id: feedback })],
  'a comment on an entry': ({ entry }) => ['comments', comment({ entry_id: entry })],
  'a reply to a comment': ({ comment: parent }) => [
    'comments',
    comment({ feedback_id: acmeRows.feedback, parent_id: parent }),
  ],
  'a comment by a customer': ({ customer }) => [
    'comments',
    comment({ feedback_id: acmeRows.feedback, customer_id: customer }),
  ],
}

const comment = (row: object) => ({
  id: newId(),
  kind: 'comment',
  body: 'x',
  is_internal: false,
  created_at: now,
  updated_at: now,
  ...row,
})

for (const [what, reference] of Object.entries(references)) {
  test(`rejects ${what} of another workspace by a foreign key`, async () => {
    assert.equal(await store(reference(globexRows)), '23503')
    // The same row is valid with an id of its own workspace; 23505 means that it already exists.
    assert.match(await store(reference(acmeRows)), /stored|23505/)
  })
}
