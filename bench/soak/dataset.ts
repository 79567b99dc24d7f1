import { upsertVisitor } from '../../server/customers/identity/identify.ts'
import type { Database } from '../../server/platform/db/database.ts'
import { createLog } from '../../server/platform/log.ts'
import { writeAsSystem } from '../../server/platform/system-scope.ts'
import { createCustomerSession, sessionCookie } from '../../server/portal/auth/session.ts'
import { createInstanceJobs } from '../../server/queues.ts'
import type { BenchServer } from '../bench-server.ts'
import { signInOwner } from '../console.ts'
import { type BenchWorkspace, createBenchWorkspaces, insertRequests, vacuumAnalyze } from '../dataset.ts'

export interface SoakWorkspace extends BenchWorkspace {
  slug: string
  /** Some of its requests. */
  requestIds: string[]
  /** The cookies of its signed-in customers. */
  customerCookies: string[]
}

export interface SoakDataset {
  workspaces: SoakWorkspace[]
  /** The cookies of a team member who owns every workspace. */
  ownerCookie: string
}

/** The customers of each workspace, who are mailed when it publishes an entry. */
export const customersEach = 200

const requestsOfLargest = 20_000
const requestsOfOthers = 500
const sessionsEach = 10
const sampledRequests = 200

/** Creates one large workspace and many small ones, with customers, customer sessions and a signed-in owner. */
export async function createSoakDataset(
  server: BenchServer,
  database: Database,
  workspaceCount: number,
  signal: AbortSignal,
): Promise<SoakDataset> {
  const workspaces: SoakWorkspace[] = []
  for (const [index, workspace] of (await createBenchWorkspaces(database, workspaceCount, 'soak')).entries()) {
    signal.throwIfAborted()
    await insertRequests(database, workspace, index === 0 ? requestsOfLargest : requestsOfOthers)
    await insertCustomers(database, workspace)
    workspaces.push({
      ...workspace,
      slug: `soak-${index}`,
      requestIds: await listRequestIds(database, workspace),
      customerCookies: await signInCustomers(database, workspace),
    })
  }
  await vacuumAnalyze(database)
  const ownerCookie = await signInOwner(
    server,
    database,
    workspaces.map(({ id }) => id),
  )
  return { workspaces, ownerCookie }
}

const insertCustomers = ({ pool }: Database, { id }: BenchWorkspace) =>
  pool.query(
    `insert into customers (workspace_id, id, email, origin, created_at)
     select $1, gen_random_uuid(), 'customer' || n || '@example.com', 'api', now() - interval '1 day'
     from generate_series(1, $2::integer) n`,
    [id, customersEach],
  )

/** Lists open requests, since customers cannot vote for completed ones, and closed ones are private. */
async function listRequestIds({ pool }: Database, { id }: BenchWorkspace): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from feedback where workspace_id = $1 and stage in ('in_review', 'planned', 'in_progress')
     order by id limit $2`,
    [id, sampledRequests],
  )
  return rows.map((row) => row.id)
}

async function signInCustomers(database: Database, { id }: BenchWorkspace): Promise<string[]> {
  const jobs = createInstanceJobs(database, createLog('silent'))
  const cookies = await writeAsSystem({ database, jobs }, id, async (scope) => {
    const tokens: string[] = []
    for (let index = 1; index <= sessionsEach; index++) {
      const customerId = await upsertVisitor(scope, { email: `customer${index}@example.com` })
      tokens.push(createCustomerSession(scope, customerId))
    }
    return tokens.map((token) => `${sessionCookie}=${token}`)
  })
  await jobs.close()
  return cookies
}
