import { createContext } from 'react-router'
import type { Accounts } from '../accounts/accounts.ts'
import type { CurrentUser } from '../accounts/sessions/current-user.ts'
import type { FileDeps } from '../files/upload.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import type { RateLimitConfig, RateLimitStore } from '../platform/http/rate-limits/rate-limiter.ts'
import type { ProxyMonitor } from '../platform/http/request/proxy-monitor.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { Settings } from '../platform/settings.ts'
import type { TrackerDeps } from '../tracker/client/session.ts'
import type { WebhookDeps } from '../webhooks/create.ts'

/** Dependencies of the console's pages, one set per process. */
export interface ConsoleDeps {
  database: Database
  jobs: Jobs
  clock: Clock
  log: Log
  secretKey: string
  settings: Pick<
    Settings,
    | 'trustedProxies'
    | 'publicUrl'
    | 'smtpUrl'
    | 'mailFrom'
    | 'dataDir'
    | 'trackedCustomerCaps'
    | 'storageLimits'
    | 'isDevelopment'
    | 'trackerApiUrls'
    | 'dnsServers'
    | 'trustPortalHosts'
    | 'operators'
    | 'databaseUrl'
    | 'databaseReadUrl'
    | 'databaseReadMaxLagSeconds'
    | 'redisUrl'
    | 'archiveDir'
    | 'commandPrefix'
  >
  limits: RateLimitConfig
  rateLimitStore: RateLimitStore
  /** Returns the metrics of all processes of this machine, as text. */
  readMetrics(): Promise<string>
  /** Tells whether the proxy in front of Heed is set up. */
  proxies: ProxyMonitor
  accounts: Accounts
  trackers: TrackerDeps
  webhooks: WebhookDeps
  files: FileDeps
}

/** One HTTP request to the console, signed in or not. */
export interface RequestContext {
  deps: ConsoleDeps
  requestId: string
  /** Nonce of the response's Content-Security-Policy. */
  nonce: string
  clientAddress: string
  /** Sources that forms of the page may end at, besides this server (Content-Security-Policy, `form-action`). */
  formTargets: string[]
  /** Loads the current user, at most once per request. */
  currentUser(): Promise<CurrentUser | null>
  /** Returns the current user if a page has loaded it; otherwise null. */
  loadedUser(): Promise<CurrentUser | null>
}

export const requestContext = createContext<RequestContext>()
