import { createHash } from 'node:crypto'
import { networkOf } from '../platform/http/client-address.ts'
import { createWindow, type RateLimitStore, type Window } from '../platform/http/rate-limits.ts'
import { problem } from '../platform/problems.ts'

const windowSeconds = 15 * 60

// A person errs a few times; an office shares an address. Passwords of 12 characters stand a million tries and more.
const most = {
  password: { account: 10, network: 100 },
  code: { account: 10, network: 100 },
  // Messages: each costs somebody attention.
  mail: { account: 5, network: 30 },
  // Links hold 256 bits; this bounds the work of hashing passwords.
  link: { account: 20, network: 50 },
  confirm: { account: 10, network: 100 },
}

export type Attempt = keyof typeof most

export interface Attempts {
  /** Counts one, by account and by network, whether or not such an account exists. @throws 429 */
  count(attempt: Attempt, account: string, clientAddress: string): Promise<void>
  /** It went well: those before were the person's own errors. */
  forgive(attempt: Attempt, account: string): Promise<void>
  /** Whether a code of the second step was tried before: each is good once (RFC 6238, section 5.2). */
  wasUsed(accountId: string, code: string): Promise<boolean>
}

/** Limits on tries at signing in, in the store that the instance counts requests in. */
export function createAttempts(store: RateLimitStore): Attempts {
  const windows = Object.fromEntries(
    Object.entries(most).map(([name, { account, network }]) => [
      name,
      {
        account: createWindow(store, `sign-in-${name}-account`, account, windowSeconds),
        network: createWindow(store, `sign-in-${name}-network`, network, windowSeconds),
      },
    ]),
  ) as Record<Attempt, Record<'account' | 'network', Window>>
  // Longer than a code can be good: its own half minute and those before and after.
  const used = createWindow(store, 'second-step', 1, 120)

  return {
    async count(attempt, account, clientAddress) {
      const { account: byAccount, network } = windows[attempt]
      const ms = (await network.refuses(networkOf(clientAddress))) ?? (await byAccount.refuses(nameless(account)))
      if (ms !== null) throw tooMany(ms)
    },
    forgive: (attempt, account) => windows[attempt].account.forget(nameless(account)),
    wasUsed: async (accountId, code) => (await used.refuses(nameless(`${accountId} ${code}`))) !== null,
  }
}

/** Neither addresses nor codes lie in the store. */
const nameless = (text: string): string => createHash('sha256').update(text.toLowerCase()).digest('base64url')

export function tooMany(ms: number) {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  const minutes = Math.ceil(seconds / 60)
  return problem('rate_limited', `Too many tries. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
