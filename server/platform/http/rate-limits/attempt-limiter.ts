import { createHash } from 'node:crypto'
import { problem } from '../../problems.ts'
import { networkOf } from '../request/client-address.ts'
import { createWindow, type RateLimitStore, type Window } from './rate-limiter.ts'

/** How many of one kind of attempt there may be, in a quarter of an hour. */
export interface Allowance {
  /**
   * For one account from one network, so that a stranger uses up their own tries and not those of whose address they know.
   */
  own: number
  /** For one account from everywhere together, against a guess that many networks share. */
  account: number
  /** From one network, whichever account. */
  network: number
}

export const attemptsWindowSeconds = 15 * 60

export interface Counter<Kind extends string> {
  /** Counts one, by account and network, apart and together, whether or not such an account exists. @throws 429 */
  count(kind: Kind, account: string, clientAddress: string): Promise<void>
  /** It went well: those before from this network were the person's own errors. */
  forgive(kind: Kind, account: string, clientAddress: string): Promise<void>
}

/** Limits on attempts at getting in, in the store that the instance counts requests in. */
export function createCounter<Kind extends string>(
  store: RateLimitStore,
  name: string,
  most: Record<Kind, Allowance>,
): Counter<Kind> {
  const window = (kind: Kind, of: keyof Allowance) =>
    createWindow(store, `${name}-${kind}-${of}`, most[kind][of], attemptsWindowSeconds)
  const windows = Object.fromEntries(
    (Object.keys(most) as Kind[]).map((kind) => [
      kind,
      { own: window(kind, 'own'), account: window(kind, 'account'), network: window(kind, 'network') },
    ]),
  ) as Record<Kind, Record<keyof Allowance, Window>>

  return {
    async count(kind, account, clientAddress) {
      const by = windows[kind]
      // The account's comes last: what is refused before it uses nothing of it up.
      const ms =
        (await by.network.refuses(networkOf(clientAddress))) ??
        (await by.own.refuses(own(account, clientAddress))) ??
        (await by.account.refuses(nameless(account)))
      if (ms !== null) throw tooMany(ms)
    },
    forgive: (kind, account, clientAddress) => windows[kind].own.forget(own(account, clientAddress)),
  }
}

const own = (account: string, clientAddress: string): string => nameless(`${account} ${networkOf(clientAddress)}`)

/** Neither addresses nor codes lie in the store. */
export const nameless = (text: string): string => createHash('sha256').update(text.toLowerCase()).digest('base64url')

export function tooMany(ms: number) {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  const minutes = Math.ceil(seconds / 60)
  return problem('rate_limited', `Too many tries. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
