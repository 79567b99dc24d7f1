import assert from 'node:assert/strict'
import { after } from 'node:test'
import { createApiKey } from '../api-keys/create.ts'
import { type App, createApp } from '../app.ts'
import type { ReviewPolicy } from '../boards/review-policy.ts'
import { type Database, type DatabaseTarget, openDatabase } from '../platform/db/database.ts'
import { directTarget } from '../platform/db/sessions/sessions.ts'
import { type ApiScope, apiScopes } from '../platform/http/api/scopes.ts'
import type { Timeouts } from '../platform/http/connections.ts'
import type { RateLimitConfig, RateLimitStore } from '../platform/http/rate-limits/rate-limiter.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { createLog, type Log } from '../platform/log.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { Settings } from '../platform/settings.ts'
import { type SystemWriteDeps, writeAsSystem } from '../platform/system-scope.ts'
import { createInstanceJobs } from '../queues.ts'
import { createTag } from '../tags/create.ts'
import { createWorkspace, type WorkspaceCreate } from '../workspaces/create.ts'
import { TestClient } from './clients/api-client.ts'
import { findChangesWithoutEvents } from './support/changes-without-events.ts'
import { helpTestStatements } from './support/distributed-statements.ts'
import { createTestDatabase, dropTestDatabase, isDistributedRun, type Template } from './test-database.ts'

/** A server over HTTP with its own database, for one test file. */
export interface TestApp {
  origin: string
  server: App
  database: Database
  /** Adds jobs but does not run them. */
  jobs: Jobs
  databaseName: string
  /**
   * Creates a workspace with a client whose key has every scope. Comments are public at once, unless `reviewsComments`
   * says otherwise.
   */
  workspace(input?: Partial<WorkspaceCreate> & { reviewsComments?: ReviewPolicy }): Promise<TestWorkspace>
  /** A client without a key. */
  anonymous: TestClient
  /** Sets the time, for an app created with `now`. */
  setClock(iso: string): void
}

export interface TestWorkspace {
  id: string
  slug: string
  api: TestClient
  key: string
  /** Creates a client whose key has only these scopes. */
  withScopes(...scopes: ApiScope[]): Promise<TestClient>
  makeKey(options?: { scopes?: ApiScope[]; expiresAt?: string | null }): Promise<{ id: string; key: string }>
  tag(name: string, color?: string): Promise<{ id: string; name: string; color: string }>
  /** Runs `work` in a transaction of this workspace, as the system. */
  write<T>(work: (scope: WriteScope) => Promise<T> | T): Promise<T>
}

export interface TestAppOptions {
  limits?: RateLimitConfig
  caps?: { free: number | null; starter: number | null; growth: number | null }
  /** A fixed time, which `setClock` changes. Default: the real time. */
  now?: string
  /** Default: `http://heed.test`. */
  publicUrl?: string
  linearClient?: { id: string; secret: string }
  linearApiUrl?: string
  rateLimitStore?: (database: Database) => RateLimitStore
  timeouts?: Timeouts
  /** Whether to refuse requests during an overload. Default: false, so that slow machines answer bursts too. */
  shedsLoad?: boolean
  trackerTimeoutMs?: number
  /** Default: none. With loopback, `X-Forwarded-For` sets the address that a request comes from. */
  trustedProxies?: string[]
  /** Default: none, so that mail is written to files. */
  smtpUrl?: string
  /** Default: a folder that does not exist, so that a test cannot leave files. */
  dataDir?: string
  s3Url?: string
  storageLimits?: Settings['storageLimits']
  /** Default: those of the operating system. */
  dnsServers?: string[]
  /** Whether to connect to PostgreSQL itself even with `HEED_TEST_POOLER=1`, for tests that change settings of sessions. */
  needsSessions?: boolean
  /** An existing database, for a second process on it. */
  databaseName?: string
  /** The database to copy. Default: an empty one. */
  template?: Template
  log?: Log
  /** Whether to check at the end that every change in the audit log is an event. Default: true. */
  checksEvents?: boolean
  oauthDynamicRegistration?: boolean
  /** Default: none. */
  operators?: string[]
  /** Default: loopback. */
  outboundAllow?: string[]
  /** Default: any free port. */
  port?: number
}

// HEED_TEST_LOG=error prints the errors of the server.
const testLogLevel = process.env.HEED_TEST_LOG === 'error' ? 'error' : 'silent'

/** A mail server’s URL, for apps whose portals offer sign-in codes. Nothing is sent there: tests deliver the mail themselves. */
export const mailServerUrl = 'smtp://127.0.0.1:25'

/** The default caps on tracked customers (contract §4). */
export const defaultCaps = { free: 100, starter: 1_000, growth: null }

export const testSecretKey = 'a secret key that only the tests have, 48 long'

const unlimited: RateLimitConfig = { key: 1_000_000, workspace: 1_000_000, windowSeconds: 60 }

export const testSocketDir = (): string => {
  const folder = process.env.HEED_TEST_SOCKET_DIR
  if (!folder) throw new Error('Tests need the database that `npm test` starts. Run: npm test -- part-of-a-file-name')
  return folder
}

/**
 * Returns where the app of a test finds its database: PostgreSQL itself or, with `HEED_TEST_POOLER=1 npm test`, a pooler in
 * front of it.
 */
export function testDatabaseTarget(database: string): DatabaseTarget {
  const [socketDir, pooler] = [testSocketDir(), process.env.HEED_TEST_POOLER_SOCKET_DIR]
  return pooler ? { socketDir: pooler, directSocketDir: socketDir, database } : { socketDir, database }
}

/** Returns the settings of processes and commands that use a test's database. */
export function testDatabaseEnv(database: string): Record<string, string> {
  const urlOf = (socketDir: string) => `postgres://heed@/${database}?host=${encodeURIComponent(socketDir)}`
  const [socketDir, pooler] = [testSocketDir(), process.env.HEED_TEST_POOLER_SOCKET_DIR]
  return pooler
    ? { DATABASE_URL: urlOf(pooler), DATABASE_DIRECT_URL: urlOf(socketDir) }
    : { DATABASE_URL: urlOf(socketDir) }
}

let slugs = 0

/** Creates a test app that is closed after the test file. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const socketDir = testSocketDir()
  const log = options.log ?? createLog(testLogLevel)
  const databaseName = options.databaseName ?? (await createTestDatabase(socketDir, options.template))
  const target = testDatabaseTarget(databaseName)
  const database = openDatabase(options.needsSessions ? directTarget(target) : target, { size: 10, log })
  if (isDistributedRun()) helpTestStatements(database.pool)
  const jobs = createInstanceJobs(database, log)
  let now = options.now ?? null
  const app = await createApp({
    settings: {
      publicUrl: options.publicUrl ?? 'http://heed.test',
      smtpUrl: options.smtpUrl ?? null,
      mailFrom: null,
      dataDir: options.dataDir ?? '/nonexistent',
      s3Url: options.s3Url ?? null,
      storageLimits: options.storageLimits ?? { free: null, starter: null, growth: null },
      metricsToken: null,
      trackedCustomerCaps: options.caps ?? defaultCaps,
      isDevelopment: false,
      linearClient: options.linearClient ?? null,
      trackerApiUrls: { linear: options.linearApiUrl ?? null, github: null, jira: null },
      // The fake trackers run on loopback.
      outboundAllow: options.outboundAllow ?? ['127.0.0.0/8', '::1/128'],
      trustedProxies: options.trustedProxies ?? [],
      dnsServers: options.dnsServers ?? [],
      trustPortalHosts: false,
      operators: options.operators ?? [],
      databaseUrl: null,
      databaseReadUrl: null,
      databaseReadMaxLagSeconds: 5,
      redisUrl: null,
      archiveDir: null,
      commandPrefix: 'npx heed',
      oauthDynamicRegistration: options.oauthDynamicRegistration ?? false,
    },
    secretKey: testSecretKey,
    database,
    rateLimitStore: options.rateLimitStore?.(database) ?? { kind: 'memory' },
    log,
    limits: options.limits ?? unlimited,
    timeouts: options.timeouts,
    ...(!options.shedsLoad && { maxWaitMs: Number.POSITIVE_INFINITY }),
    trackerTimeoutMs: options.trackerTimeoutMs,
    clock: () => now ?? new Date().toISOString(),
  })
  const origin = await app.http.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  after(async () => {
    await app.close()
    await jobs.close()
    const isChecked = !options.databaseName && options.checksEvents !== false
    const missing = isChecked ? await findChangesWithoutEvents(database) : []
    await database.close()
    if (!options.databaseName) await dropTestDatabase(socketDir, databaseName)
    // Every test of a change is also a test that the change is an event.
    assert.deepEqual(missing, [], 'Changes in the audit log without an event')
  })

  return {
    origin,
    server: app,
    database,
    jobs,
    databaseName,
    anonymous: new TestClient(origin, null),
    setClock: (iso) => {
      now = iso
    },
    async workspace({ reviewsComments = 'none', ...input } = {}) {
      slugs += 1
      const slug = input.slug ?? `w${process.pid}-${slugs}`
      const created = await writeAsSystem({ database, jobs }, '', (scope) =>
        createWorkspace(scope, { name: 'Acme', ...input, slug }),
      )
      await database.pool.query('update boards set reviews_comments = $2 where workspace_id = $1', [
        created.id,
        reviewsComments,
      ])
      return testWorkspace(origin, { database, jobs }, created.id, slug)
    },
  }
}

async function testWorkspace(
  origin: string,
  stores: SystemWriteDeps,
  id: string,
  slug: string,
): Promise<TestWorkspace> {
  const makeKey: TestWorkspace['makeKey'] = ({ scopes = [...apiScopes], expiresAt = null } = {}) =>
    writeAsSystem(stores, id, (scope) => {
      // An expired key was created a day before its expiry.
      const isExpired = expiresAt !== null && expiresAt <= scope.now
      const now = isExpired ? new Date(Date.parse(expiresAt) - 86_400_000).toISOString() : scope.now
      return createApiKey({ ...scope, now }, { name: 'test', scopes, expiresAt }, 'test')
    })
  const { key } = await makeKey()
  return {
    id,
    slug,
    key,
    makeKey,
    api: new TestClient(origin, key),
    withScopes: async (...scopes) => new TestClient(origin, (await makeKey({ scopes })).key),
    tag: (name, color = '#22aa55') => writeAsSystem(stores, id, (scope) => createTag(scope, { name, color })),
    write: (work) => writeAsSystem(stores, id, work),
  }
}
