import type { Clock } from '../../platform/clock.ts'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Database } from '../../platform/db/database.ts'
import type { RateLimitStore } from '../../platform/http/rate-limits/rate-limiter.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Settings } from '../../platform/settings.ts'
import type { SignInLimits } from '../auth/sign-in-limits.ts'
import type { PortalRateLimits } from './rate-limits.ts'

/** What the portal stands on, made once for the process. */
export interface PortalDeps {
  database: Database
  jobs: Jobs
  clock: Clock
  log: Log
  secretKey: string
  rateLimitStore: RateLimitStore
  settings: Pick<Settings, 'publicUrl' | 'trustedProxies' | 'trackedCustomerCaps' | 'isDevelopment'>
}

/** The same, with what is made of it once. */
export interface PortalServices extends PortalDeps {
  cursorSigner: Signer
  /** Of what somebody was about to do when they were asked to sign in. */
  actionSigner: Signer
  widgetTokenSigner: Signer
  /** Of when a form was made. */
  formSigner: Signer
  rateLimits: PortalRateLimits
  /** Of the secrets that tokens of the workspace's product are signed with. */
  vault: Vault
  /** At signing in. */
  signInLimits: SignInLimits
}
