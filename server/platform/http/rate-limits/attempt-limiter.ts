import { createHash } from 'node:crypto'
import { problem } from '../../problems.ts'
import { clientNetwork } from '../request/client-address.ts'
import { createFixedWindow, type FixedWindow, type RateLimitStore } from './rate-limiter.ts'

/** The maximum number of attempts of one kind within 15 minutes. */
export interface AttemptLimits {
  /**
   * For one account from one network, so an attacker uses up their own attempts, not those of the account's owner.
   */
  accountAndNetwork: number
  /** For one account from all networks together, against guessing that is spread over many networks. */
  account: number
  /** From one network, across all accounts. */
  network: number
}

export const attemptWindowSeconds = 15 * 60

export interface AttemptLimiter<Kind extends string> {
  /** Counts an attempt by network, by account, and by both, whether or not the account exists. @throws 429 */
  consume(kind: Kind, account: string, clientAddress: string): Promise<void>
  /** Clears the count of an account and network after a success: the earlier attempts were the person's own typos. */
  reset(kind: Kind, account: string, clientAddress: string): Promise<void>
}

/** Creates limits on sign-in attempts, in the rate limit store of the instance. */
export function createAttemptLimiter<Kind extends string>(
  store: RateLimitStore,
  name: string,
  limits: Record<Kind, AttemptLimits>,
): AttemptLimiter<Kind> {
  const window = (kind: Kind, of: keyof AttemptLimits) =>
    createFixedWindow(store, `${name}-${kind}-${of}`, limits[kind][of], attemptWindowSeconds)
  const windows = Object.fromEntries(
    (Object.keys(limits) as Kind[]).map((kind) => [
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
      // The account is counted last, so attempts that another limit rejects do not use up its limit.
      const ms =
        (await by.network.consume(clientNetwork(clientAddress))) ??
        (await by.accountAndNetwork.consume(accountAndNetworkId(account, clientAddress))) ??
        (await by.account.consume(hashIdentifier(account)))
      if (ms !== null) throw tooManyAttempts(ms)
    },
    reset: (kind, account, clientAddress) =>
      windows[kind].accountAndNetwork.reset(accountAndNetworkId(account, clientAddress)),
  }
}

const accountAndNetworkId = (account: string, clientAddress: string): string =>
  hashIdentifier(`${account} ${clientNetwork(clientAddress)}`)

/** Hashes an identifier, so that the store holds no email addresses or codes. */
export const hashIdentifier = (text: string): string =>
  createHash('sha256').update(text.toLowerCase()).digest('base64url')

export function tooManyAttempts(ms: number) {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  const minutes = Math.ceil(seconds / 60)
  return problem(
    'rate_limited',
    `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    {
      headers: { 'retry-after': String(seconds) },
    },
  )
}
