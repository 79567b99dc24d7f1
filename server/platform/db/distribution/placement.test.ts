import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../../test/test-app.ts'
import { assertDistributable, isDistributed, readTables } from './inspect.ts'
import { localTables, placementOf, referenceTables } from './placement.ts'

const app = await createTestApp()

test('has a placement for every table', async () => {
  const tables = await readTables(app.database.pool)
  const placed = new Map(tables.map(({ name, placement }) => [name, placement]))
  assert.equal(placed.get('feedback'), 'distributed')
  for (const name of Object.keys(referenceTables)) assert.equal(placed.get(name), 'reference', name)
  for (const name of Object.keys(localTables)) assert.equal(placed.get(name), 'local', name)
})

test('has no unique indexes or foreign keys that would cross nodes', async () => {
  await assertDistributable(app.database.pool, await readTables(app.database.pool))
})

test('rejects a table without a placement, and keys that would cross nodes', async () => {
  assert.throws(() => placementOf('widgets', 'id'), /first column of widgets is not workspace_id/)
  const { pool } = app.database
  if (await isDistributed(pool)) return
  await pool.query(`create table widgets (workspace_id uuid not null, id uuid not null unique, account_code text
    references account_codes, primary key (workspace_id, id))`)
  try {
    await assert.rejects(
      async () => assertDistributable(pool, await readTables(pool)),
      (error: Error) => {
        assert.match(error.message, /unique index widgets_id_key of widgets does not contain workspace_id/)
        assert.match(error.message, /widgets_account_code_fkey of widgets to account_codes would cross nodes/)
        return true
      },
    )
  } finally {
    await pool.query('drop table widgets')
  }
})
