import type { FileDeps } from '../../files/upload.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Database } from '../../platform/db/database.ts'
import type { RateLimitStore } from '../../platform/http/rate-limits/rate-limiter.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Settings } from '../../platform/settings.ts'
import type { SignInLimits } from '../auth/sign-in-limits.ts'
import type { ContactLimits } from '../widget/contact-limits.ts'
import type { ProofOfWork } from './proof-of-work.ts'
import type { PortalRateLimits } from './rate-limits.ts'

/** The dependencies that the process passes to the portal. */
export interface PortalDeps {
  database: Database
  jobs: Jobs
  clock: Clock
  log: Log
  secretKey: string
  rateLimitStore: RateLimitStore
  files: FileDeps
  settings: Pick<Settings, 'publicUrl' | 'smtpUrl' | 'trustedProxies' | 'trackedCustomerCaps' | 'isDevelopment'>
}

/** The dependencies of every portal handler, created once per process. */
export interface PortalHandlerDeps extends PortalDeps {
  cursorSigner: Signer
  /** Signs the pending actions that are carried through sign-in. */
  actionSigner: Signer
  widgetTokenSigner: Signer
  /** Signs which addresses a browser has signed in with. */
  browserSigner: Signer
  /** Signs the time at which a form was rendered. */
  formSigner: Signer
  rateLimits: PortalRateLimits
  proofOfWork: ProofOfWork
  /** Encrypts SSO secrets. */
  vault: Vault
  signInLimits: SignInLimits
  contactLimits: ContactLimits
}
