import {
  type AttemptLimiter,
  createAttemptLimiter,
  hashIdentifier,
} from '../platform/http/rate-limits/attempt-limiter.ts'
import { createFixedWindow, type RateLimitStore } from '../platform/http/rate-limits/rate-limiter.ts'

// A person errs a few times; an office shares an address. Passwords of 12 characters stand a million tries and more.
const allowances = {
  password: { accountAndNetwork: 10, account: 100, network: 100 },
  code: { accountAndNetwork: 10, account: 100, network: 100 },
  // Six digits stand alone here, before somebody who has the password: few, wherever they come from.
  secondFactor: { accountAndNetwork: 10, account: 20, network: 100 },
  // Messages: each costs somebody attention. One kind does not use up the other.
  codeMail: { accountAndNetwork: 5, account: 20, network: 30 },
  resetMail: { accountAndNetwork: 5, account: 20, network: 30 },
  // Links hold 256 bits; this bounds the work of hashing passwords.
  link: { accountAndNetwork: 20, account: 20, network: 50 },
  // Of somebody who has a session.
  confirm: { accountAndNetwork: 10, account: 20, network: 100 },
}

export type AccountAttempt = keyof typeof allowances

export interface AccountRateLimits extends AttemptLimiter<AccountAttempt> {
  /** Whether a code of the second step was tried before: each is good once (RFC 6238, section 5.2). */
  isReplayedCode(accountId: string, code: string): Promise<boolean>
}

/** Limits on tries at signing in, in the store that the instance counts requests in. */
export function createAccountRateLimits(store: RateLimitStore): AccountRateLimits {
  // Longer than a code can be good: its own half minute and those before and after.
  const used = createFixedWindow(store, 'second-step', 1, 120)
  return {
    ...createAttemptLimiter(store, 'sign-in', allowances),
    isReplayedCode: async (accountId, code) => (await used.consume(hashIdentifier(`${accountId} ${code}`))) !== null,
  }
}
