import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { createIdentity } from './accounts/service.ts'
import { subscriptionPages } from './notifications/pages/unsubscribe.ts'
import { mailPreviews } from './notifications/pages/mail-preview.ts'
import { announcementReadings } from './notifications/metrics.ts'
import { createKeyRing } from './api-keys/authenticate.ts'
import { changelogRoutes } from './changelog/routes.ts'
import { commentRoutes } from './comments/routes.ts'
import { consolePages } from './console/mount.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import type { Timeouts } from './platform/http/connections.ts'
import { instanceRoutes } from './platform/http/health-routes.ts'
import { createMetrics, measureRequests } from './platform/http/metrics.ts'
import { openApiDocument } from './platform/http/openapi/document.ts'
import { createApi, type Feature, type RegisteredOperation } from './platform/http/api/operations.ts'
import { createRateLimits, type Limits, type RateLimitStore, standardLimits } from './platform/http/rate-limits/rate-limiter.ts'
import { referenceRoutes } from './platform/http/openapi/reference-page.ts'
import { createServer, knowPaths, logRequests } from './platform/http/server.ts'
import { specificationRoutes } from './platform/http/openapi/document-route.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import { jobReading } from './platform/jobs/metrics.ts'
import type { Log } from './platform/log.ts'
import { createOutbound } from './platform/outbound/outbound.ts'
import { Signer } from './platform/crypto/secret-key.ts'
import type { Settings } from './platform/settings.ts'
import { instanceRobots } from './portal/seo/instance-robots.ts'
import { createPortalHosts, type PortalHosts } from './portal/http/custom-domains.ts'
import { portal } from './portal/http/mount.ts'
import { jobsOf, queues } from './queues.ts'
import { roadmapRoutes } from './roadmap/routes.ts'
import { tagRoutes } from './tags/routes.ts'
import { consentPage } from './tracker/connection/oauth-callback-page.ts'
import { type TrackerDeps, trackerDeps } from './tracker/client/session.ts'
import { trackerHooks } from './tracker/sync/webhooks.ts'
import { trackerRoutes } from './tracker/routes.ts'
import { workspaceRoutes } from './workspaces/routes.ts'

export interface AppDeps {
  settings: Pick<
    Settings,
    | 'publicUrl'
    | 'smtpUrl'
    | 'mailFrom'
    | 'dataDir'
    | 'metricsToken'
    | 'trackedCustomerCaps'
    | 'isDevelopment'
    | 'linearClient'
    | 'outboundAllow'
    | 'trustedProxies'
    | 'trackerApiUrls'
  >
  secretKey: string
  database: Database
  rateLimitStore: RateLimitStore
  log: Log
  /** Default: its own, for adding jobs only. */
  jobs?: Jobs
  clock?: Clock
  limits?: Limits
  trackerPatienceMs?: number | undefined
  timeouts?: Timeouts
  isStopping?: () => boolean
}

export interface App {
  http: FastifyInstance
  operations: RegisteredOperation[]
  portalHosts: PortalHosts
  close(): Promise<void>
}

export const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

/** Everything that Heed answers, one line for each feature. */
function features(
  { settings, secretKey, limits = standardLimits }: AppDeps,
  specification: () => object,
  trackers: TrackerDeps,
): Feature[] {
  const cursors = new Signer(secretKey, 'cursors')
  const caps = settings.trackedCustomerCaps
  return [
    feedbackRoutes({ cursors, caps }),
    commentRoutes({ cursors, caps }),
    trackerRoutes(trackers),
    roadmapRoutes({ cursors }),
    changelogRoutes({ cursors }),
    tagRoutes({ cursors }),
    workspaceRoutes({ caps, limits, isMailConfigured: settings.smtpUrl !== null }),
    specificationRoutes(specification),
  ]
}

export async function createApp(deps: AppDeps): Promise<App> {
  const { settings, database, log, limits = standardLimits, clock = systemClock, isStopping = () => false } = deps
  const hosts = await createPortalHosts(database, log)
  const http = createServer(log, { timeouts: deps.timeouts, rewrite: hosts.rewrite })
  const registry = createMetrics(database.pool, [
    jobReading(database.pool, queues),
    ...announcementReadings(database.pool),
  ])
  measureRequests(http, registry)
  logRequests(http, log)

  const keys = createKeyRing(database, log)
  const rateLimits = createRateLimits(deps.rateLimitStore, limits)
  const jobs = deps.jobs ?? jobsOf(database, log)
  const operationDeps = { database, authenticate: keys.authenticate, limits: rateLimits, clock, jobs }
  const { api, operations } = createApi(http, operationDeps)
  const specification = () => openApiDocument(operations, version)
  const outbound = createOutbound(settings.outboundAllow)
  const trackers = trackerDeps({ ...deps, outbound })
  for (const feature of features(deps, specification, trackers)) feature(api)
  knowPaths(http, operations)

  instanceRoutes(http, { pool: database.pool, registry, metricsToken: settings.metricsToken, isStopping })
  const pages = { database, secretKey: deps.secretKey, publicUrl: settings.publicUrl, clock, log }
  subscriptionPages(http, pages)
  trackerHooks(http, { ...trackers, database, jobs, clock })
  consentPage(http, { ...trackers, ...pages, jobs, apiUrls: settings.trackerApiUrls })
  const identity = createIdentity({ ...deps, jobs, clock })
  consolePages(http, { ...deps, jobs, clock, limits, trackers, identity })
  portal(http, { ...deps, jobs, clock })
  instanceRobots(http)
  if (settings.isDevelopment) mailPreviews(http, pages)
  referenceRoutes(http, () => JSON.stringify(specification()))
  await http.ready()

  const close = async () => {
    // A connection whose request was answered while its body still arrived becomes idle only after the close began.
    const sweep = setInterval(() => http.server.closeIdleConnections(), 100)
    await http.close().finally(() => clearInterval(sweep))
    await keys.close()
    hosts.close()
    await outbound.close()
    if (deps.jobs === undefined) await jobs.close()
  }
  return { http, operations, portalHosts: hosts, close }
}
