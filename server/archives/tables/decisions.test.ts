import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../test/test-app.ts'
import { archivedTables, tablesLeftBehind } from './list.ts'

const { database } = await createTestApp()

test('every table is archived or left out for a stated reason', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const archived = new Set<string>(archivedTables.map(({ table }) => table))
  const left = tablesLeftBehind as Record<string, string>
  assert.deepEqual(
    rows.map(({ name }) => name).filter((name) => !archived.has(name) && !left[name]),
    [],
  )
  assert.deepEqual(
    [...archived].filter((name) => left[name]),
    [],
  )
})

test('every column of an archived table is in a record or left out for a stated reason', async () => {
  const { rows } = await database.pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name <> 'workspace_id' order by 1, 2`,
  )
  const undecided = rows.filter(({ table, column }) => {
    const files = archivedTables.filter((each) => each.table === table)
    return files.length > 0 && !files.some(({ columns, omitted }) => columns.includes(column) || omitted[column])
  })
  assert.deepEqual(undecided, [])
})

test('no archived column contains a secret', () => {
  const secret = /secret|hash|token|password|credential(?!s_)/
  const columns = archivedTables.flatMap(({ name, columns: all }) => all.map((column) => `${name}.${column}`))
  assert.deepEqual(
    columns.filter((column) => secret.test(column)),
    [],
  )
})
