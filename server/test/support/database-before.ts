import { after } from 'node:test'
import pg from 'pg'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { createLog } from '../../platform/log.ts'
import { testSocketDir } from '../test-app.ts'
import { dropTestDatabase } from '../test-database.ts'

/**
 * Creates a database as it was before a migration, such as `0004`, to insert rows that the migration changes. Call it
 * once in a test file; the database is dropped after its tests.
 */
export async function createDatabaseBefore(migration: string): Promise<Database> {
  const socketDir = testSocketDir()
  const name = `before_${migration}_${process.pid}`
  const admin = new pg.Client({ host: socketDir, user: 'heed', database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const database = openDatabase({ socketDir, database: name }, { size: 2, log: createLog('silent') })
  after(async () => {
    await database.close()
    await dropTestDatabase(socketDir, name)
  })
  const files = await readMigrations()
  await migrate(
    database,
    files.filter((file) => file.name < migration),
  )
  return database
}
