import {
  type AttemptLimiter,
  createAttemptLimiter,
  tooManyAttempts,
} from '../../platform/http/rate-limits/attempt-limiter.ts'
import { createFixedWindow, type RateLimitStore } from '../../platform/http/rate-limits/rate-limiter.ts'
import { clientNetwork } from '../../platform/http/request/client-address.ts'

const attemptLimits = {
  // Guessing a six-digit code at this rate for a thousand quarter hours succeeds with a probability of about 1 in 30.
  code: { accountAndNetwork: 10, account: 30, network: 100 },
  // Few, because anyone can have a message sent to any address. Counted per email address across all portals.
  codeMail: { accountAndNetwork: 5, account: 10, network: 30 },
}

// Bounds the work: tokens cannot be guessed. A widget sends one per page load, and an office shares an address.
const ssoSignInsPerMinute = 600

export interface SignInLimits extends AttemptLimiter<keyof typeof attemptLimits> {
  /** Counts a sign-in with an SSO token. @throws 429 */
  consumeSsoSignIn(clientAddress: string): Promise<void>
}

/** Creates the limits on signing in to portals, in the store of the instance's rate limits. */
export function createSignInLimits(store: RateLimitStore): SignInLimits {
  const ssoSignIns = createFixedWindow(store, 'portal-sso', ssoSignInsPerMinute, 60)
  return {
    ...createAttemptLimiter(store, 'portal', attemptLimits),
    async consumeSsoSignIn(clientAddress) {
      const ms = await ssoSignIns.consume(clientNetwork(clientAddress))
      if (ms !== null) throw tooManyAttempts(ms)
    },
  }
}
