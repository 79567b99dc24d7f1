import {
  createFixedWindow,
  type FixedWindow,
  type RateLimitStore,
} from '../../platform/http/rate-limits/rate-limiter.ts'
import { clientNetwork } from '../../platform/http/request/client-address.ts'
import { problem } from '../../platform/problems.ts'
import { commonMessages } from '../messages/common.ts'
import type { PortalContext } from './context.ts'

/** What is counted. */
export type LimitedAction = 'request' | 'comment' | 'vote' | 'reaction' | 'subscription' | 'similar'

/** How much one person, and one network, may do through a portal. */
export interface PortalRateLimits {
  /**
   * Counts one more.
   * @param customerId who does it; null when nobody is signed in. Of a subscription, a digest of the address.
   * @throws 429 with `Retry-After`
   */
  consume(
    what: LimitedAction,
    visit: Pick<PortalContext, 'workspace' | 'clientAddress'>,
    customerId: string | null,
  ): Promise<void>
}

interface Limit {
  by: 'customer' | 'network'
  points: number
  seconds: number
}

const limits: Record<LimitedAction, Limit[]> = {
  request: [
    // Whoever has saved up wishes files a handful in one sitting; a sixth within ten minutes is pasted.
    { by: 'customer', points: 5, seconds: 600 },
    // More than that no team reads of one person in a day.
    { by: 'customer', points: 30, seconds: 86_400 },
    // Many may share an address, as in an office or at a conference; addresses of many accounts are rarely one.
    { by: 'network', points: 20, seconds: 600 },
  ],
  // A lively exchange is one in a minute.
  comment: [{ by: 'customer', points: 10, seconds: 600 }],
  // Reading down a list and pressing at each; on and off again counts twice.
  vote: [{ by: 'customer', points: 60, seconds: 60 }],
  // The same, through a list of entries.
  reaction: [{ by: 'customer', points: 60, seconds: 60 }],
  subscription: [
    // An office shares a network.
    { by: 'network', points: 20, seconds: 3_600 },
    // Of an address, whoever it may be: each is a message to somebody who may not have asked for it. Three are a person who
    // looks for the first in the wrong folder.
    { by: 'customer', points: 3, seconds: 3_600 },
  ],
  // Somebody who types asks once or twice in a second, and some share an address.
  similar: [{ by: 'network', points: 240, seconds: 60 }],
}

export function createPortalRateLimits(store: RateLimitStore): PortalRateLimits {
  const windowsOf = (what: LimitedAction) =>
    limits[what].map(({ by, points, seconds }): { by: Limit['by']; window: FixedWindow } => ({
      by,
      window: createFixedWindow(store, `portal-${what}-${by}-${seconds}`, points, seconds),
    }))
  const windows = {
    request: windowsOf('request'),
    comment: windowsOf('comment'),
    vote: windowsOf('vote'),
    reaction: windowsOf('reaction'),
    subscription: windowsOf('subscription'),
    similar: windowsOf('similar'),
  }
  return {
    async consume(what, { workspace, clientAddress }, customerId) {
      for (const { by, window } of windows[what]) {
        const id = by === 'customer' ? customerId : clientNetwork(clientAddress)
        if (id === null) continue
        const ms = await window.consume(`${workspace.id} ${id}`)
        if (ms !== null) throw rateLimited(what, ms)
      }
    },
  }
}

function rateLimited(what: LimitedAction, ms: number) {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  return problem('rate_limited', commonMessages.tooMuch(what, seconds), { headers: { 'retry-after': String(seconds) } })
}
