import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distributedText } from './distributed-text.ts'

test('compares the workspace for every joined table and subquery', () => {
  assert.equal(
    distributedText(
      'select (select count(*) from votes v where v.workspace_id = f.workspace_id) from feedback f where f.workspace_id = $2',
    ),
    'select (select count(*) from votes v where (v.workspace_id = f.workspace_id and v.workspace_id = $2 and ' +
      'f.workspace_id = $2)) from feedback f where f.workspace_id = $2',
  )
})

test('recognizes quoted columns, and a workspace in a select list', () => {
  assert.match(
    distributedText('select 1 from a where "a"."workspace_id" = "b"."workspace_id" and "b"."workspace_id" = $1'),
    /\("a"\."workspace_id" = "b"\."workspace_id" and "a"\."workspace_id" = \$1 and "b"\."workspace_id" = \$1\)/,
  )
  assert.match(
    distributedText(
      'with c as (select $1::uuid as workspace_id) update d set x = 1 from c where d.workspace_id = c.workspace_id',
    ),
    /d\.workspace_id = \$1 and c\.workspace_id = \$1/,
  )
})

test('compares the workspace in a search, whose index includes it', () => {
  assert.match(
    distributedText(
      'with found as (select f.id from feedback f where search_grams(f.workspace_id, x) @@ y) select from found where workspace_id = $3',
    ),
    /where f\.workspace_id = \$3 and search_grams\(f\.workspace_id, x\)/,
  )
})

test('does not change a statement about several workspaces', () => {
  const text = 'select from members m join workspaces w on w.workspace_id = m.workspace_id where m.account_id = $1'
  assert.equal(distributedText(text), text)
  const remembered =
    'update accounts a set last_workspace_id = $1 from members m where m.workspace_id = a.last_workspace_id'
  assert.equal(distributedText(remembered), remembered)
})

test('replaces the clock in a write, and not in a read', () => {
  assert.equal(distributedText('update a set at = clock_timestamp()'), 'update a set at = statement_timestamp()')
  assert.equal(distributedText('select clock_timestamp()'), 'select clock_timestamp()')
})

test('inserts from a query if a value is a subquery', () => {
  assert.equal(
    distributedText('insert into "a" ("x", "y") values ($1, coalesce((select max(y) from a), \')\')) returning x'),
    'insert into "a" ("x", "y") select $1, coalesce((select max(y) from a), \')\') returning x',
  )
  for (const text of ['insert into a (x) values ($1)', 'insert into a (x) values ((select 1)), ($1)']) {
    assert.equal(distributedText(text), text)
  }
})
