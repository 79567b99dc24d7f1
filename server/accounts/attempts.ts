import { createHash } from 'node:crypto'
import { networkOf } from '../platform/http/client-address.ts'
import { createWindow, type RateLimitStore, type Window } from '../platform/http/rate-limits.ts'
import { problem } from '../platform/problems.ts'

const windowSeconds = 15 * 60

// `own`: for one account from one network, so that a stranger uses up their own tries and not those of whose address they
// know. `account`: from everywhere together, against a guess that many networks share. `network`: whichever account.
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

export interface Attempts {
  /** Counts one, by account and network, apart and together, whether or not such an account exists. @throws 429 */
  count(attempt: Attempt, account: string, clientAddress: string): Promise<void>
  /** It went well: those before from this network were the person's own errors. */
  forgive(attempt: Attempt, account: string, clientAddress: string): Promise<void>
  /** Whether a code of the second step was tried before: each is good once (RFC 6238, section 5.2). */
  wasUsed(accountId: string, code: string): Promise<boolean>
}

/** Limits on tries at signing in, in the store that the instance counts requests in. */
export function createAttempts(store: RateLimitStore): Attempts {
  const windows = Object.fromEntries(
    Object.entries(most).map(([name, { own, account, network }]) => [
      name,
      {
        own: createWindow(store, `sign-in-${name}-own`, own, windowSeconds),
        account: createWindow(store, `sign-in-${name}-account`, account, windowSeconds),
        network: createWindow(store, `sign-in-${name}-network`, network, windowSeconds),
      },
    ]),
  ) as Record<Attempt, Record<'own' | 'account' | 'network', Window>>
  // Longer than a code can be good: its own half minute and those before and after.
  const used = createWindow(store, 'second-step', 1, 120)

  return {
    async count(attempt, account, clientAddress) {
      const by = windows[attempt]
      // The account's comes last: what is refused before it uses nothing of it up.
      const ms =
        (await by.network.refuses(networkOf(clientAddress))) ??
        (await by.own.refuses(own(account, clientAddress))) ??
        (await by.account.refuses(nameless(account)))
      if (ms !== null) throw tooMany(ms)
    },
    forgive: (attempt, account, clientAddress) => windows[attempt].own.forget(own(account, clientAddress)),
    wasUsed: async (accountId, code) => (await used.refuses(nameless(`${accountId} ${code}`))) !== null,
  }
}

const own = (account: string, clientAddress: string): string => nameless(`${account} ${networkOf(clientAddress)}`)

/** Neither addresses nor codes lie in the store. */
const nameless = (text: string): string => createHash('sha256').update(text.toLowerCase()).digest('base64url')

export function tooMany(ms: number) {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  const minutes = Math.ceil(seconds / 60)
  return problem('rate_limited', `Too many tries. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
