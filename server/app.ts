import type { FastifyInstance } from 'fastify'
import { createAccounts } from './accounts/accounts.ts'
import { metadataRoutes } from './apps/metadata-routes.ts'
import { mountAuthorizationServer } from './apps/provider/mount.ts'
import { boardRoutes } from './boards/routes.ts'
import { changelogRoutes } from './changelog/routes.ts'
import type { ClusterMember } from './cluster/member.ts'
import { shareMetrics } from './cluster/metrics.ts'
import { commentRoutes } from './comments/routes.ts'
import { registerConsole } from './console/mount.ts'
import { createAuthenticator } from './credentials/authenticate.ts'
import { companyRoutes } from './customers/companies/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { createFileStore } from './files/store/store.ts'
import { homeRoute } from './home-route.ts'
import { memberUnsubscribePages } from './inbox/mail/unsubscribe.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { notificationGauges } from './notifications/metrics.ts'
import { mailPreviews } from './notifications/pages/mail-preview.ts'
import { unfollowPages } from './notifications/pages/unfollow.ts'
import { unsubscribePages } from './notifications/pages/unsubscribe.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { Signer } from './platform/crypto/secret-key.ts'
import type { Database } from './platform/db/database.ts'
import { databaseGauges } from './platform/db/metrics.ts'
import { replicaGauges } from './platform/db/replica/metrics.ts'
import { createApi } from './platform/http/api/create-api.ts'
import type { Feature, RegisteredOperation } from './platform/http/api/operations.ts'
import type { Timeouts } from './platform/http/connections.ts'
import { healthRoutes } from './platform/http/health-routes.ts'
import { neverShed, shedLoad } from './platform/http/load/shed-load.ts'
import { createMetrics, measureRequests } from './platform/http/metrics.ts'
import { buildOpenApiDocument } from './platform/http/openapi/document.ts'
import { openApiDocumentRoute } from './platform/http/openapi/document-route.ts'
import { referenceRoutes } from './platform/http/openapi/reference-page.ts'
import {
  createRateLimiter,
  defaultRateLimits,
  type RateLimitConfig,
  type RateLimitStore,
} from './platform/http/rate-limits/rate-limiter.ts'
import { monitorProxies } from './platform/http/request/proxy-monitor.ts'
import { registerSecurityHeaders } from './platform/http/security-headers.ts'
import { createServer, logRequests, registerKnownPaths } from './platform/http/server.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import { jobGauges } from './platform/jobs/metrics.ts'
import type { Log } from './platform/log.ts'
import { createOutbound, type Outbound } from './platform/outbound/outbound.ts'
import type { Settings } from './platform/settings.ts'
import { traceRequests } from './platform/tracing/tracing.ts'
import { version } from './platform/version.ts'
import { type CustomDomains, createCustomDomains } from './portal/http/custom-domains.ts'
import { mountPortal } from './portal/http/mount.ts'
import { serveInstanceRobots } from './portal/seo/instance-robots.ts'
import { createInstanceJobs, queues } from './queues.ts'
import { roadmapRoutes } from './roadmap/routes.ts'
import { tagRoutes } from './tags/routes.ts'
import { createTrackerDeps, type TrackerDeps } from './tracker/client/session.ts'
import { oauthCallbackPage } from './tracker/connection/oauth-callback-page.ts'
import { trackerRoutes } from './tracker/routes.ts'
import { trackerWebhooks } from './tracker/sync/webhooks.ts'
import { voteRoutes } from './votes/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { digestUnsubscribePages } from './weekly-digest/unsubscribe.ts'
import { workspaceRoutes } from './workspaces/routes.ts'

export interface AppDeps {
  settings: Pick<
    Settings,
    | 'publicUrl'
    | 'smtpUrl'
    | 'mailFrom'
    | 'dataDir'
    | 's3Url'
    | 'storageLimits'
    | 'metricsToken'
    | 'trackedCustomerCaps'
    | 'isDevelopment'
    | 'linearClient'
    | 'outboundAllow'
    | 'trustedProxies'
    | 'dnsServers'
    | 'trustPortalHosts'
    | 'trackerApiUrls'
    | 'oauthDynamicRegistration'
    | 'operators'
    | 'databaseUrl'
    | 'databaseReadUrl'
    | 'databaseReadMaxLagSeconds'
    | 'redisUrl'
    | 'archiveDir'
    | 'commandPrefix'
  >
  secretKey: string
  database: Database
  rateLimitStore: RateLimitStore
  log: Log
  /** Default: a separate connection that only adds jobs. */
  jobs?: Jobs
  clock?: Clock
  limits?: RateLimitConfig
  trackerTimeoutMs?: number | undefined
  timeouts?: Timeouts
  /** How long requests may wait for a database connection before new ones are refused. Default: two seconds. */
  maxWaitMs?: number | undefined
  isStopping?: () => boolean
  /** One of several processes of the instance. Default: the only one. */
  member?: ClusterMember | null
}

export interface App {
  http: FastifyInstance
  operations: RegisteredOperation[]
  portalHosts: CustomDomains
  close(): Promise<void>
}

/** Lists every feature of the API. */
function features(
  { settings, secretKey, limits = defaultRateLimits }: AppDeps,
  specification: () => object,
  trackers: TrackerDeps,
  outbound: Outbound,
): Feature[] {
  const cursors = new Signer(secretKey, 'cursors')
  const caps = settings.trackedCustomerCaps
  return [
    feedbackRoutes({ cursors, caps }),
    commentRoutes({ cursors, caps }),
    trackerRoutes(trackers),
    roadmapRoutes({ cursors }),
    changelogRoutes({ cursors }),
    eventRoutes({ cursors }),
    webhookRoutes({ cursors, vault: trackers.vault, outbound }),
    tagRoutes({ cursors }),
    boardRoutes({ cursors }),
    voteRoutes({ cursors, caps }),
    customerRoutes({ cursors, caps }),
    companyRoutes({ cursors }),
    workspaceRoutes({ caps, limits, isMailConfigured: settings.smtpUrl !== null }),
    openApiDocumentRoute(specification),
  ]
}

export async function createApp(deps: AppDeps): Promise<App> {
  const { settings, database, log, limits = defaultRateLimits, clock = systemClock, isStopping = () => false } = deps
  const portalHosts = await createCustomDomains(database, log)
  const http = createServer(log, { timeouts: deps.timeouts, rewrite: portalHosts.rewrite })
  const gauges = [
    ...jobGauges(database.pool, queues),
    ...databaseGauges(database.pool),
    ...replicaGauges(database.replica),
    ...notificationGauges(database.pool),
  ]
  const registry = createMetrics(database.pool, gauges, deps.member?.name)
  registerSecurityHeaders(http, settings.publicUrl)
  const proxies = monitorProxies(http, settings, log)
  traceRequests(http)
  const { member, maxWaitMs } = deps
  const stopShedding = shedLoad(http, { database, registry, log, processName: member?.name, maxWaitMs })
  measureRequests(http, registry, member?.name)
  logRequests(http, log)

  const credentials = createAuthenticator(database, log)
  const rateLimits = createRateLimiter(deps.rateLimitStore, limits)
  const jobs = deps.jobs ?? createInstanceJobs(database, log)
  const operationDeps = {
    database,
    authenticate: credentials.authenticate,
    limits: rateLimits,
    clock,
    jobs,
    publicUrl: settings.publicUrl,
  }
  const { api, operations } = createApi(http, operationDeps)
  const specification = () => buildOpenApiDocument(operations, version)
  const outbound = createOutbound(settings.outboundAllow)
  const trackers = createTrackerDeps({ ...deps, outbound })
  for (const feature of features(deps, specification, trackers, outbound)) feature(api)
  registerKnownPaths(http, operations)
  mcpRoutes(http, { ...operationDeps, operations, log })

  const metrics = deps.member ? shareMetrics(registry) : registry
  http.register(async (routes) => {
    // A busy server is alive, and removing it from a load balancer would add load to the others.
    neverShed(routes)
    healthRoutes(routes, {
      database,
      registry: metrics,
      metricsToken: settings.metricsToken,
      isStopping,
    })
  })
  const pages = { database, secretKey: deps.secretKey, publicUrl: settings.publicUrl, clock, log }
  unsubscribePages(http, pages)
  unfollowPages(http, pages)
  memberUnsubscribePages(http, pages)
  digestUnsubscribePages(http, pages)
  trackerWebhooks(http, { ...trackers, database, jobs, clock })
  oauthCallbackPage(http, { ...trackers, ...pages, jobs, apiUrls: settings.trackerApiUrls })
  metadataRoutes(http, settings)
  mountAuthorizationServer(http, { ...deps, jobs, clock, outbound })
  const accounts = createAccounts({ ...deps, jobs, clock })
  const store = createFileStore(settings)
  const files = { store, dataDir: settings.dataDir, limits: settings.storageLimits }
  registerConsole(http, {
    ...deps,
    files,
    jobs,
    clock,
    limits,
    readMetrics: () => metrics.metrics(),
    trackers,
    accounts,
    proxies,
    webhooks: { vault: trackers.vault, outbound },
  })
  mountPortal(http, { ...deps, jobs, clock, files })
  serveInstanceRobots(http)
  if (settings.isDevelopment) mailPreviews(http, pages)
  homeRoute(http)
  referenceRoutes(http)
  await http.ready()

  const close = async () => {
    // A connection that is still receiving the body of an answered request becomes idle only after close() has begun.
    const sweep = setInterval(() => http.server.closeIdleConnections(), 100)
    await http.close().finally(() => clearInterval(sweep))
    stopShedding()
    await credentials.close()
    portalHosts.close()
    await outbound.close()
    await store.close()
    if (deps.jobs === undefined) await jobs.close()
  }
  return { http, operations, portalHosts, close }
}
