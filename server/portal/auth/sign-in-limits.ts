import { type Counter, createCounter, tooMany } from '../../platform/http/rate-limits/attempt-limiter.ts'
import { networkOf } from '../../platform/http/request/client-address.ts'
import { createWindow, type RateLimitStore } from '../../platform/http/rate-limits/rate-limiter.ts'

const most = {
  // Six digits: with all that can be sent for, a thousand quarters of an hour find one code in some thirty.
  code: { own: 10, account: 30, network: 100 },
  // Anybody can have a message sent to anybody, so they are few; counted by address whichever portal it is.
  codeMail: { own: 5, account: 10, network: 30 },
}

// Tokens stand beyond guessing; this bounds the work. A widget brings one with each page, and an office shares an address.
const arrivalsAMinute = 600

export interface EntryAttempts extends Counter<keyof typeof most> {
  /** Somebody comes with a token. @throws 429 */
  countArrival(clientAddress: string): Promise<void>
}

/** Limits on coming in to portals, in the store that the instance counts requests in. */
export function createEntryAttempts(store: RateLimitStore): EntryAttempts {
  const arrivals = createWindow(store, 'portal-arrival', arrivalsAMinute, 60)
  return {
    ...createCounter(store, 'portal', most),
    async countArrival(clientAddress) {
      const ms = await arrivals.refuses(networkOf(clientAddress))
      if (ms !== null) throw tooMany(ms)
    },
  }
}
