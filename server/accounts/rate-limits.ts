import { type Counter, createCounter, nameless } from '../platform/http/rate-limits/attempt-limiter.ts'
import { createWindow, type RateLimitStore } from '../platform/http/rate-limits/rate-limiter.ts'

// A person errs a few times; an office shares an address. Passwords of 12 characters stand a million tries and more.
const most = {
  password: { own: 10, account: 100, network: 100 },
  code: { own: 10, account: 100, network: 100 },
  // Six digits stand alone here, before somebody who has the password: few, wherever they come from.
  secondStep: { own: 10, account: 20, network: 100 },
  // Messages: each costs somebody attention. One kind does not use up the other.
  codeMail: { own: 5, account: 20, network: 30 },
  resetMail: { own: 5, account: 20, network: 30 },
  // Links hold 256 bits; this bounds the work of hashing passwords.
  link: { own: 20, account: 20, network: 50 },
  // Of somebody who has a session.
  confirm: { own: 10, account: 20, network: 100 },
}

export type Attempt = keyof typeof most

export interface Attempts extends Counter<Attempt> {
  /** Whether a code of the second step was tried before: each is good once (RFC 6238, section 5.2). */
  wasUsed(accountId: string, code: string): Promise<boolean>
}

/** Limits on tries at signing in, in the store that the instance counts requests in. */
export function createAttempts(store: RateLimitStore): Attempts {
  // Longer than a code can be good: its own half minute and those before and after.
  const used = createWindow(store, 'second-step', 1, 120)
  return {
    ...createCounter(store, 'sign-in', most),
    wasUsed: async (accountId, code) => (await used.refuses(nameless(`${accountId} ${code}`))) !== null,
  }
}
