import { createApiKey } from '../server/api-keys/create.ts'
import { maxUnindexedTexts } from '../server/feedback/search/index-texts.ts'
import { type Database, openDatabase } from '../server/platform/db/database.ts'
import { apiScopes } from '../server/platform/http/api/scopes.ts'
import { newId } from '../server/platform/ids.ts'
import { createLog } from '../server/platform/log.ts'
import { writeAsSystem } from '../server/platform/system-scope.ts'
import { createInstanceJobs } from '../server/queues.ts'
import { createWorkspace } from '../server/workspaces/create.ts'
import { dropIndexes, openLoader, type Run } from './bulk-load.ts'

export interface BenchWorkspace {
  id: string
  boardId: string
  keys: string[]
}

export const openBenchDatabase = (socketDir: string): Database =>
  openDatabase({ socketDir }, { size: 10, log: createLog('error') })

/** Creates workspaces with five keys each: five keys of 120 requests a minute use a workspace's full limit of 600. */
export async function createBenchWorkspaces(
  database: Database,
  count: number,
  name: string,
): Promise<BenchWorkspace[]> {
  const workspaces: BenchWorkspace[] = []
  const jobs = createInstanceJobs(database, createLog('error'))
  for (let index = 0; index < count; index++) {
    workspaces.push(
      await writeAsSystem({ database, jobs }, '', async (tx) => {
        const { id } = await createWorkspace(tx, { name, slug: `${name}-${index}` })
        const scope = { ...tx, workspaceId: id }
        const keys = await Promise.all(
          Array.from({ length: 5 }, async (_, key) => {
            return (await createApiKey(scope, { name: `k${key}`, scopes: [...apiScopes] }, 'bench')).key
          }),
        )
        const board = await tx.db.selectFrom('boards').select('id').where('workspace_id', '=', id).executeTakeFirst()
        return { id, boardId: board!.id, keys }
      }),
    )
  }
  return workspaces
}

// A small generator with a fixed seed (Park and Miller, 1988), so that every run uses the same texts.
let seed = 20_261_120
const random = (): number => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed / 2_147_483_647
}

const syllables = 'ba ke mi no ru sta ple gri van tor il en ash do que zim fel pra wo ty lun sco har bex'.split(' ')

/** Invented words with frequencies like those of a natural language (Zipf's law): a few are common, most are rare. */
export const vocabulary: string[] = Array.from({ length: 8_000 }, (_, rank) =>
  [rank % 24, Math.floor(rank / 24) % 24, Math.floor(rank / 576) % 24, (rank * 7) % 24]
    .slice(0, rank < 24 ? 2 : rank < 576 ? 3 : 4)
    .map((index) => syllables[index])
    .join(''),
)

const word = (): string => vocabulary[Math.floor(vocabulary.length ** random()) - 1]!
const words = (count: number): string => Array.from({ length: count }, word).join(' ')

const batchSize = 1_000

/**
 * Fills a workspace with requests of about 300 characters, spread over a year. If they are more than 2,000, also adds
 * their texts to the index of grams, as a job would do later.
 * @param run of a bulk load; by default, a connection of the pool
 */
export async function insertRequests(
  database: Database,
  { id, boardId }: BenchWorkspace,
  count: number,
  run: Run = async (statement, values) => (await database.pool.query(statement, values)).rows,
): Promise<void> {
  const yearMs = 365 * 24 * 3_600_000
  const start = Date.now() - yearMs
  for (let done = 0; done < count; done += batchSize) {
    const size = Math.min(batchSize, count - done)
    const rows = Array.from({ length: size }, (_, index) => ({
      id: newId(),
      title: words(6),
      description: words(35),
      at: new Date(start + Math.floor(((done + index) / count) * yearMs)).toISOString(),
      stage: ['in_review', 'planned', 'in_progress', 'completed', 'closed'][Math.floor(random() * 5)],
    }))
    await run(
      `insert into feedback (workspace_id, id, board_id, title, description, status, product_stage, created_at, updated_at, last_activity_at, is_text_indexed)
       select $1, id, $2, title, description, 'approved', stage, at, at, at, ${count > maxUnindexedTexts}
       from unnest($3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::text[]) as t (id, title, description, at, stage)`,
      [
        id,
        boardId,
        rows.map((row) => row.id),
        rows.map((row) => row.title),
        rows.map((row) => row.description),
        rows.map((row) => row.at),
        rows.map((row) => row.stage),
      ],
    )
  }
}

/** Fills workspaces with many requests each. The indexes are built at the end, several times faster. */
export async function insertManyRequests(
  database: Database,
  workspaces: BenchWorkspace[],
  requestsEach: number,
): Promise<void> {
  const run = await openLoader(database)
  const restoreIndexes = await dropIndexes(run, ['feedback'])
  for (const workspace of workspaces) await insertRequests(database, workspace, requestsEach, run)
  await restoreIndexes()
  await run('release')
}

/** Vacuums and analyzes the requests after a bulk load, as autovacuum would within minutes. */
export const vacuumAnalyze = (database: Database): Promise<void> =>
  withoutTimeout(database, 'vacuum analyze feedback', 'checkpoint')

/** Runs statements without the pool's statement timeout. */
export async function withoutTimeout(database: Database, ...statements: string[]): Promise<void> {
  const client = await database.pool.connect()
  await client.query('set statement_timeout = 0')
  for (const statement of statements) await client.query(statement)
  client.release(true)
}
