import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../test/test-app.ts'
import { createLog } from '../log.ts'
import { openDatabase } from './database.ts'
import { readDatabaseState } from './metrics.ts'
import { directTarget } from './sessions/sessions.ts'

test('counts the sessions of other roles for a role without special rights', async () => {
  const { database } = await createTestApp()
  const { pool, close } = openDatabase(directTarget(database.target), { size: 1, log: createLog('silent') })
  const others = openDatabase(directTarget(database.target), { size: 5, log: createLog('silent') })
  const clients = await Promise.all(Array.from({ length: 5 }, () => others.pool.connect()))
  try {
    await pool.query('create role counting; grant select on schema_migrations to counting')
    await pool.query('set role counting')
    const { sessions } = await readDatabaseState(pool)
    assert.ok(sessions >= 6, `${sessions} sessions`)
  } finally {
    for (const client of clients) client.release()
    await others.close()
    await pool.query('reset role')
    await pool.query('revoke select on schema_migrations from counting; drop role counting')
    await close()
  }
})
