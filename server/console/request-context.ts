import { createContext } from 'react-router'
import type { AccountService } from '../accounts/service.ts'
import type { CurrentUser } from '../accounts/sessions/current-user.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import type { RateLimitConfig } from '../platform/http/rate-limits/rate-limiter.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { Settings } from '../platform/settings.ts'
import type { TrackerDeps } from '../tracker/client/session.ts'

/** What the pages of the console stand on, made once for the process. */
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
    | 'isDevelopment'
    | 'trackerApiUrls'
  >
  limits: RateLimitConfig
  accounts: AccountService
  trackers: TrackerDeps
}

/** What a page is given: one request by somebody who may or may not be signed in. */
export interface RequestContext {
  deps: ConsoleDeps
  requestId: string
  /** Of the answer's Content-Security-Policy. */
  nonce: string
  clientAddress: string
  /** Asked for once in a request, and only by pages that want to know. */
  currentUser(): Promise<CurrentUser | null>
  /** The same without asking. */
  loadedUser(): Promise<CurrentUser | null>
}

export const requestContext = createContext<RequestContext>()
