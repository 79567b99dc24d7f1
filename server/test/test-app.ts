import { after } from 'node:test'
import { createKey } from '../api-keys/insert.ts'
import { type App, createApp } from '../app.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Timeouts } from '../platform/http/connections.ts'
import { type ScopeName, scopeNames } from '../platform/http/api/operations.ts'
import type { Limits, RateLimitStore } from '../platform/http/rate-limits/rate-limiter.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { createLog, type Log } from '../platform/log.ts'
import type { WriteScope } from '../platform/scope.ts'
import { jobsOf } from '../queues.ts'
import { createTag } from '../tags/create.ts'
import { createWorkspace, type WorkspaceCreate } from '../workspaces/create.ts'
import { Client } from './clients/api-client.ts'
import { copyTemplate, dropDatabase } from './test-database.ts'

/** What a test file stands on: a server over HTTP, with a database of its own. */
export interface World {
  origin: string
  app: App
  database: Database
  /** Adds jobs; carries none out. */
  jobs: Jobs
  databaseName: string
  /** Makes a workspace, and a client with a key that may do everything. */
  workspace(input?: Partial<WorkspaceCreate>): Promise<TestWorkspace>
  /** A client without a key. */
  stranger: Client
  /** The present, when the world was made with one. */
  setNow(iso: string): void
}

export interface TestWorkspace {
  id: string
  slug: string
  api: Client
  key: string
  /** A client of this workspace that may do only this. */
  as(...scopes: ScopeName[]): Promise<Client>
  makeKey(options?: { scopes?: ScopeName[]; expiresAt?: string | null }): Promise<{ id: string; key: string }>
  tag(name: string, color?: string): Promise<{ id: string; name: string; color: string }>
  /** Runs in a transaction of this workspace, as the operator. */
  write<T>(work: (scope: WriteScope) => Promise<T> | T): Promise<T>
}

export interface WorldOptions {
  limits?: Limits
  caps?: { free: number | null; starter: number | null; growth: number | null }
  /** A present that stands still until `setNow`. Default: the real one. */
  now?: string
  /** Default: `http://heed.test`. */
  publicUrl?: string
  linearClient?: { id: string; secret: string }
  linearApiUrl?: string
  rateLimitStore?: (database: Database) => RateLimitStore
  timeouts?: Timeouts
  trackerPatienceMs?: number
  /** Default: none, so that messages would be files. */
  smtpUrl?: string
  /** An existing database: a second process on the same one. */
  databaseName?: string
  log?: Log
}

// HEED_TEST_LOG=error prints what went wrong inside of the server.
const testLogLevel = process.env.HEED_TEST_LOG === 'error' ? 'error' : 'silent'

export const testSecretKey = 'a secret key that only the tests have, 48 long'

const unlimited: Limits = { key: 1_000_000, workspace: 1_000_000, windowSeconds: 60 }

export const testSocketDir = (): string => {
  const folder = process.env.HEED_TEST_SOCKET_DIR
  if (!folder) throw new Error('Tests need the database that `npm test` starts. Run: npm test -- part-of-a-file-name')
  return folder
}

let slugs = 0

/** Makes a world that ends with the test file. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const socketDir = testSocketDir()
  const log = options.log ?? createLog(testLogLevel)
  const databaseName = options.databaseName ?? (await copyTemplate(socketDir))
  const database = openDatabase({ socketDir, database: databaseName }, { size: 10, log })
  const jobs = jobsOf(database, log)
  let now = options.now ?? null
  const app = await createApp({
    settings: {
      publicUrl: options.publicUrl ?? 'http://heed.test',
      smtpUrl: options.smtpUrl ?? null,
      mailFrom: null,
      dataDir: '/nonexistent',
      metricsToken: null,
      trackedCustomerCaps: options.caps ?? { free: 100, starter: 1_000, growth: null },
      isDevelopment: false,
      linearClient: options.linearClient ?? null,
      trackerApiUrls: { linear: options.linearApiUrl ?? null, github: null, jira: null },
      // Where the trackers of tests answer.
      outboundAllow: ['127.0.0.0/8'],
      trustedProxies: [],
    },
    secretKey: testSecretKey,
    database,
    rateLimitStore: options.rateLimitStore?.(database) ?? { kind: 'memory' },
    log,
    limits: options.limits ?? unlimited,
    timeouts: options.timeouts,
    trackerPatienceMs: options.trackerPatienceMs,
    clock: () => now ?? new Date().toISOString(),
  })
  const origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  after(async () => {
    await app.close()
    await jobs.close()
    await database.close()
    if (!options.databaseName) await dropDatabase(socketDir, databaseName)
  })

  return {
    origin,
    app,
    database,
    jobs,
    databaseName,
    stranger: new Client(origin, null),
    setNow: (iso) => {
      now = iso
    },
    async workspace(input = {}) {
      slugs += 1
      const slug = input.slug ?? `w${process.pid}-${slugs}`
      const made = await writeIn({ database, jobs }, '', (scope) =>
        createWorkspace(scope, { name: 'Acme', ...input, slug }),
      )
      return testWorkspace(origin, { database, jobs }, made.id, slug)
    },
  }
}

async function testWorkspace(origin: string, stores: Stores, id: string, slug: string): Promise<TestWorkspace> {
  const makeKey: TestWorkspace['makeKey'] = ({ scopes = [...scopeNames], expiresAt = null } = {}) =>
    writeIn(stores, id, (scope) => createKey(scope, { name: 'test', scopes, expiresAt, createdBy: 'test' }))
  const { key } = await makeKey()
  return {
    id,
    slug,
    key,
    makeKey,
    api: new Client(origin, key),
    as: async (...scopes) => new Client(origin, (await makeKey({ scopes })).key),
    tag: async (name, color = '#22aa55') => (await writeIn(stores, id, (scope) => createTag(scope, { name, color })))!,
    write: (work) => writeIn(stores, id, work),
  }
}

type Stores = Pick<World, 'database' | 'jobs'>

/** Runs in a transaction of a workspace, as the operator. */
export const writeIn = <T>(
  { database, jobs }: Stores,
  workspaceId: string,
  work: (scope: WriteScope) => Promise<T> | T,
): Promise<T> =>
  inTransaction<T>(database.pool, async (tx) =>
    work({
      ...tx,
      enqueue: jobs.enqueueIn(tx.db),
      workspaceId,
      actor: { type: 'system', id: null },
      agent: null,
      requestId: null,
      now: new Date().toISOString(),
    }),
  )
