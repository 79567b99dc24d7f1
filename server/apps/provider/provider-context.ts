import type { errors, KoaContextWithOIDC } from 'oidc-provider'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { RateLimitStore } from '../../platform/http/rate-limits/rate-limiter.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Settings } from '../../platform/settings.ts'

export interface ProviderDeps {
  settings: Pick<Settings, 'publicUrl' | 'oauthDynamicRegistration' | 'trustedProxies'>
  database: Database
  jobs: Jobs
  log: Log
  clock: Clock
  outbound: Pick<Outbound, 'fetch'>
  rateLimitStore: RateLimitStore
}

/** The parts of the library that the storage needs. The first request loads the library. */
export interface ProviderContext {
  errors: typeof errors
  /** Returns the running request. */
  current(): KoaContextWithOIDC
}
