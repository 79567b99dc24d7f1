import {
  type AttemptLimiter,
  createAttemptLimiter,
  tooManyAttempts,
} from '../../platform/http/rate-limits/attempt-limiter.ts'
import { createFixedWindow, type RateLimitStore } from '../../platform/http/rate-limits/rate-limiter.ts'
import { clientNetwork } from '../../platform/http/request/client-address.ts'

const attemptLimits = {
  // Six digits: with all that can be sent for, a thousand quarters of an hour find one code in some thirty.
  code: { accountAndNetwork: 10, account: 30, network: 100 },
  // Anybody can have a message sent to anybody, so they are few; counted by address whichever portal it is.
  codeMail: { accountAndNetwork: 5, account: 10, network: 30 },
}

// Tokens stand beyond guessing; this bounds the work. A widget brings one with each page, and an office shares an address.
const ssoSignInsPerMinute = 600

export interface SignInLimits extends AttemptLimiter<keyof typeof attemptLimits> {
  /** Somebody comes with a token. @throws 429 */
  consumeSsoSignIn(clientAddress: string): Promise<void>
}

/** Limits on coming in to portals, in the store that the instance counts requests in. */
export function createSignInLimits(store: RateLimitStore): SignInLimits {
  const arrivals = createFixedWindow(store, 'portal-arrival', ssoSignInsPerMinute, 60)
  return {
    ...createAttemptLimiter(store, 'portal', attemptLimits),
    async consumeSsoSignIn(clientAddress) {
      const ms = await arrivals.consume(clientNetwork(clientAddress))
      if (ms !== null) throw tooManyAttempts(ms)
    },
  }
}
