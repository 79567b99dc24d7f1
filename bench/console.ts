import { createAccounts } from '../server/accounts/accounts.ts'
import { hashPassword } from '../server/accounts/password.ts'
import { insertAccount } from '../server/accounts/store.ts'
import { createDemo } from '../server/cli/demo/create-demo.ts'
import { loadSecretKey } from '../server/platform/crypto/secret-key.ts'
import type { Database } from '../server/platform/db/database.ts'
import { newId } from '../server/platform/ids.ts'
import { createLog } from '../server/platform/log.ts'
import { writeAsSystem } from '../server/platform/system-scope.ts'
import { createInstanceJobs } from '../server/queues.ts'
import { addAccountAsOwner } from '../server/workspaces/owners.ts'
import type { BenchServer } from './bench-server.ts'

export interface Percentiles {
  p50: number
  p95: number
}

const requests = 300
const warmUps = 50
const email = 'owner@bench.test'
const password = 'a password for the bench'

/** Measures the milliseconds until a signed-in owner has loaded the list of 25 requests, one load after another. */
export async function measureConsoleList(instance: BenchServer, database: Database): Promise<Percentiles> {
  const { slug, cookie } = await signInToDemo(instance, database)
  const times: number[] = []
  for (let count = 0; count < warmUps + requests; count++) {
    const startedAt = performance.now()
    const response = await fetch(`${instance.origin}/console/w/${slug}/requests`, { headers: { cookie } })
    const page = await response.text()
    if (response.status !== 200 || !page.includes('</html>')) throw new Error(`The page returned ${response.status}.`)
    if (count >= warmUps) times.push(performance.now() - startedAt)
  }
  times.sort((one, other) => one - other)
  return { p50: times[Math.floor(requests * 0.5)]!, p95: times[Math.floor(requests * 0.95)]! }
}

/** Creates the demo workspace and a signed-in owner. */
export async function signInToDemo(server: BenchServer, database: Database): Promise<{ slug: string; cookie: string }> {
  const jobs = createInstanceJobs(database, createLog('silent'))
  const slug = 'bench-demo'
  const { workspace } = await writeAsSystem({ database, jobs }, '', (scope) =>
    createDemo(scope, slug, { free: null, starter: null, growth: null }),
  )
  await jobs.close()
  return { slug, cookie: await signInOwner(server, database, [workspace.id]) }
}

/** Creates an account that owns these workspaces, and signs it in. @returns its cookies */
export async function signInOwner(
  { dataDir }: BenchServer,
  database: Database,
  workspaceIds: string[],
): Promise<string> {
  const jobs = createInstanceJobs(database, createLog('silent'))
  const passwordHash = await hashPassword(password)
  await writeAsSystem({ database, jobs }, '', async (scope) => {
    const accountId = await insertAccount(scope, { email, name: 'Owner', isVerified: true, passwordHash })
    for (const workspaceId of workspaceIds) {
      await addAccountAsOwner({ ...scope, workspaceId }, { accountId, email, memberId: newId() })
    }
  })
  const accounts = createAccounts({
    database,
    jobs,
    settings: { publicUrl: 'http://127.0.0.1' },
    secretKey: await loadSecretKey(null, dataDir),
    clock: () => new Date().toISOString(),
    rateLimitStore: { kind: 'memory' },
  })
  const { setCookies } = await accounts.signInWithPassword(
    { headers: new Headers(), clientAddress: '127.0.0.1' },
    { email, password },
  )
  await jobs.close()
  return setCookies.map((header) => header.split(';', 1)[0]).join('; ')
}
