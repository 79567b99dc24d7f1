import {
  type AttemptLimiter,
  createAttemptLimiter,
  hashIdentifier,
} from '../platform/http/rate-limits/attempt-limiter.ts'
import { createFixedWindow, type RateLimitStore } from '../platform/http/rate-limits/rate-limiter.ts'

// People mistype a few times, and an office shares one address. A 12-character password withstands a million attempts.
const allowances = {
  password: { accountAndNetwork: 10, account: 100, network: 100 },
  code: { accountAndNetwork: 10, account: 100, network: 100 },
  // Six digits are all that stops an attacker who has the password: few attempts, from any network.
  secondFactor: { accountAndNetwork: 10, account: 20, network: 100 },
  // Emails cost the recipient attention. Each kind has its own limit.
  codeMail: { accountAndNetwork: 5, account: 20, network: 30 },
  resetMail: { accountAndNetwork: 5, account: 20, network: 30 },
  // A link holds 256 bits; this limits the work of hashing passwords.
  link: { accountAndNetwork: 20, account: 20, network: 50 },
  // Attempts by a signed-in user.
  confirm: { accountAndNetwork: 10, account: 20, network: 100 },
}

export type AccountAttempt = keyof typeof allowances

export interface AccountRateLimits extends AttemptLimiter<AccountAttempt> {
  /** Returns whether a TOTP code was tried before: each is valid once (RFC 6238, section 5.2). */
  isReplayedCode(accountId: string, code: string): Promise<boolean>
}

/** Creates the limits on sign-in attempts, in the store of the API's rate limits. */
export function createAccountRateLimits(store: RateLimitStore): AccountRateLimits {
  // Longer than a code is valid: its own 30 seconds and those before and after.
  const used = createFixedWindow(store, 'second-step', 1, 120)
  return {
    ...createAttemptLimiter(store, 'sign-in', allowances),
    isReplayedCode: async (accountId, code) => (await used.consume(hashIdentifier(`${accountId} ${code}`))) !== null,
  }
}
