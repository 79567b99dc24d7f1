import type { Database } from '../server/platform/db/database.ts'
import { createBenchDataDir, removeDataDir, startBenchServer } from './bench-server.ts'
import { createBenchWorkspaces, insertRequests, openBenchDatabase, vacuumAnalyze } from './dataset.ts'

// Prints how many bytes the database stores for each request of 322 bytes of text, for workspaces of several sizes.
// Texts of workspaces with up to 2,000 requests are not in the index of grams (ADR 0062), so a request takes fewer bytes there.
// Run: npm run bench -- space
const workspaces = [
  { count: 40, requests: 400 },
  { count: 15, requests: 1_000 },
  { count: 3, requests: 10_000 },
  { count: 1, requests: 100_000 },
]

console.log(
  '| workspaces | requests in each | rows and TOAST | indexes | bytes of a request (required for 100,000: ≤ 2,500) |',
)
console.log('|---|---|---|---|---|')
for (const { count, requests } of workspaces) await printSpace(count, requests)

/** Inserts requests in batches into a new database, and prints the bytes of its table of requests after `vacuum`. */
async function printSpace(count: number, requests: number): Promise<void> {
  const dataDir = await createBenchDataDir('space')
  const server = await startBenchServer(dataDir)
  const database = openBenchDatabase(server.socketDir)
  try {
    for (const workspace of await createBenchWorkspaces(database, count, 'space')) {
      await insertRequests(database, workspace, requests)
    }
    await vacuumAnalyze(database)
    const { rows, indexes } = await measureSpace(database, count * requests)
    const cells = [count, requests, rows, indexes, rows + indexes].map((value) => value.toLocaleString('en'))
    console.log(`| ${cells.join(' | ')} |`)
  } finally {
    await database.close()
    await server.stop()
    await removeDataDir(dataDir)
  }
}

async function measureSpace({ pool }: Database, requests: number): Promise<{ rows: number; indexes: number }> {
  const sizes = await pool.query<{ rows: string; indexes: string }>(
    `select pg_table_size('feedback') as rows, pg_indexes_size('feedback') as indexes`,
  )
  const each = (bytes: string): number => Math.round(Number(bytes) / requests)
  return { rows: each(sizes.rows[0]!.rows), indexes: each(sizes.rows[0]!.indexes) }
}
