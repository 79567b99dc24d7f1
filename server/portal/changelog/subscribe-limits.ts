import { createHash } from 'node:crypto'
import { networkOf } from '../../platform/http/client-address.ts'
import { createWindow, type RateLimitStore } from '../../platform/http/rate-limits.ts'
import { problem } from '../../platform/problems.ts'
import type { Visit } from '../visit.ts'
import { words } from './words.ts'

const windowSeconds = 3_600

// Each is a message to somebody who may not have asked: three are a person who looks for the first in the wrong folder.
const byAddress = 3
// An office shares a network.
const byNetwork = 20

export interface SubscribeLimits {
  /**
   * Counts one more message to an address. @returns whether it may be sent; who asked is not told.
   * @throws 429 when too many were asked for from one network.
   */
  mayAsk(visit: Pick<Visit, 'workspace' | 'clientAddress'>, email: string): Promise<boolean>
}

/** How often confirmations of a subscription are mailed, in the store that the instance counts requests in. */
export function createSubscribeLimits(store: RateLimitStore): SubscribeLimits {
  const addresses = createWindow(store, 'subscribe-address', byAddress, windowSeconds)
  const networks = createWindow(store, 'subscribe-network', byNetwork, windowSeconds)
  return {
    async mayAsk({ workspace, clientAddress }, email) {
      const ms = await networks.refuses(networkOf(clientAddress))
      if (ms !== null) {
        const headers = { 'retry-after': String(Math.max(1, Math.ceil(ms / 1_000))) }
        throw problem('rate_limited', words.subscribe.tooOften, { headers })
      }
      return (await addresses.refuses(nameless(`${workspace.id} ${email}`))) === null
    },
  }
}

/** Addresses do not lie in the store. */
const nameless = (text: string): string => createHash('sha256').update(text.toLowerCase()).digest('base64url')
