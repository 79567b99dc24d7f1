import { createHash } from 'node:crypto'
import { problem } from '../../problems.ts'
import { clientNetwork } from '../request/client-address.ts'
import { createFixedWindow, type FixedWindow, type RateLimitStore } from './rate-limiter.ts'

/** How many of one kind of attempt there may be, in a quarter of an hour. */
export interface AttemptLimits {
  /**
   * For one account from one network, so that a stranger uses up their own tries and not those of whose address they know.
   */
  accountAndNetwork: number
  /** For one account from everywhere together, against a guess that many networks share. */
  account: number
  /** From one network, whichever account. */
  network: number
}

export const attemptWindowSeconds = 15 * 60

export interface AttemptLimiter<Kind extends string> {
  /** Counts one, by account and network, apart and together, whether or not such an account exists. @throws 429 */
  consume(kind: Kind, account: string, clientAddress: string): Promise<void>
  /** It went well: those before from this network were the person's own errors. */
  reset(kind: Kind, account: string, clientAddress: string): Promise<void>
}

/** Limits on attempts at getting in, in the store that the instance counts requests in. */
export function createAttemptLimiter<Kind extends string>(
  store: RateLimitStore,
  name: string,
  most: Record<Kind, AttemptLimits>,
): AttemptLimiter<Kind> {
  const window = (kind: Kind, of: keyof AttemptLimits) =>
    createFixedWindow(store, `${name}-${kind}-${of}`, most[kind][of], attemptWindowSeconds)
  const windows = Object.fromEntries(
    (Object.keys(most) as Kind[]).map((kind) => [
      kind,
      {
        accountAndNetwork: window(kind, 'accountAndNetwork'),
        account: window(kind, 'account'),
        network: window(kind, 'network'),
      },
    ]),
  ) as Record<Kind, Record<keyof AttemptLimits, FixedWindow>>

  return {
    async consume(kind, account, clientAddress) {
      const by = windows[kind]
      // The account's comes last: what is refused before it uses nothing of it up.
      const ms =
        (await by.network.consume(clientNetwork(clientAddress))) ??
        (await by.accountAndNetwork.consume(own(account, clientAddress))) ??
        (await by.account.consume(hashIdentifier(account)))
      if (ms !== null) throw tooManyAttempts(ms)
    },
    reset: (kind, account, clientAddress) => windows[kind].accountAndNetwork.reset(own(account, clientAddress)),
  }
}

const own = (account: string, clientAddress: string): string =>
  hashIdentifier(`${account} ${clientNetwork(clientAddress)}`)

/** Neither addresses nor codes lie in the store. */
export const hashIdentifier = (text: string): string =>
  createHash('sha256').update(text.toLowerCase()).digest('base64url')

export function tooManyAttempts(ms: number) {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  const minutes = Math.ceil(seconds / 60)
  return problem('rate_limited', `Too many tries. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
