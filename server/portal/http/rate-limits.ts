import {
  createFixedWindow,
  type FixedWindow,
  type RateLimitStore,
} from '../../platform/http/rate-limits/rate-limiter.ts'
import { clientNetwork } from '../../platform/http/request/client-address.ts'
import { problem } from '../../platform/problems.ts'
import { commonMessages } from '../messages/common.ts'
import type { PortalContext } from './context.ts'

/** An action that a rate limit counts. */
export type LimitedAction =
  | 'request'
  | 'comment'
  | 'vote'
  | 'reaction'
  | 'report'
  | 'edit'
  | 'follow'
  | 'subscription'
  | 'similar'
  | 'search'
  | 'image'
  | 'upload'

/** An action that needs a proof of work once a network is near its limit. */
export type ProvenAction = 'request' | 'comment' | 'vote'

/** Limits how much one customer, and one network, may do on a portal. */
export interface PortalRateLimits {
  /**
   * Counts one action.
   * @param customerId null for a signed-out visitor; for a subscription, a hash of the email address
   * @throws 429 with `Retry-After`
   */
  consume(
    action: LimitedAction,
    context: Pick<PortalContext, 'workspace' | 'clientAddress'>,
    customerId: string | null,
  ): Promise<void>
  /**
   * Counts a person who takes part for the first time. Counts them only once, even if their actions fail: otherwise one
   * person could use up the limit of everyone on the network.
   * @param personId the customer's id; the request's id when the owner of an address confirms it
   * @throws 429 with `Retry-After`
   */
  consumeNewcomer(context: Pick<PortalContext, 'workspace' | 'clientAddress'>, personId: string): Promise<void>
  /**
   * Returns whether the visitor's network has done so much that its next action needs a proof of work. Counts the
   * action if `isCounted`.
   */
  needsProof(
    action: ProvenAction,
    context: Pick<PortalContext, 'workspace' | 'clientAddress'>,
    isCounted: boolean,
  ): Promise<boolean>
  /** Takes back an action that `needsProof` counted and that then failed. */
  uncountProof(action: ProvenAction, context: Pick<PortalContext, 'workspace' | 'clientAddress'>): Promise<void>
}

interface Limit {
  by: 'customer' | 'network'
  points: number
  seconds: number
}

const limits: Record<LimitedAction, Limit[]> = {
  request: [
    // People with a list of wishes submit a handful in one sitting; a sixth within ten minutes is probably pasted.
    { by: 'customer', points: 5, seconds: 600 },
    // No team reads more than this from one person in a day.
    { by: 'customer', points: 30, seconds: 86_400 },
    // Many people may share an address, as in an office or at a conference, but they rarely submit all at once.
    { by: 'network', points: 20, seconds: 600 },
  ],
  comment: [
    // A lively exchange is one comment a minute.
    { by: 'customer', points: 10, seconds: 600 },
    // Many colleagues may share an address; more than this is a flood that no team can review.
    { by: 'network', points: 60, seconds: 600 },
  ],
  vote: [
    // Allows voting for each request while reading down a list; voting and withdrawing counts twice.
    { by: 'customer', points: 60, seconds: 60 },
    // A large office that is asked to vote in a meeting.
    { by: 'network', points: 1_200, seconds: 600 },
  ],
  report: [
    // People who find more than this should write to the team instead.
    { by: 'customer', points: 10, seconds: 3_600 },
    { by: 'network', points: 60, seconds: 3_600 },
  ],
  edit: [
    // A person who polishes a text may save it every minute. Deletions count too.
    { by: 'customer', points: 20, seconds: 600 },
    { by: 'network', points: 200, seconds: 600 },
  ],
  // The same limit as for votes.
  follow: [{ by: 'customer', points: 60, seconds: 60 }],
  // The same limit as for votes, for a list of entries.
  reaction: [{ by: 'customer', points: 60, seconds: 60 }],
  subscription: [
    // An office shares a network.
    { by: 'network', points: 20, seconds: 3_600 },
    // Per email address: each request sends a message to a person who may not have asked for it. Three allow for a
    // person who looks for the first one in the wrong folder.
    { by: 'customer', points: 3, seconds: 3_600 },
  ],
  // Typing sends one or two requests a second, and several people may share an address.
  similar: [{ by: 'network', points: 240, seconds: 60 }],
  // The same; a search costs more than any other page. Responses from the cache are not counted.
  search: [{ by: 'network', points: 240, seconds: 60 }],
  upload: [
    // A few screenshots for each request or comment.
    { by: 'customer', points: 30, seconds: 3_600 },
    { by: 'network', points: 200, seconds: 3_600 },
  ],
  // Images that are not in the cache. Services that show link previews request one for each shared page.
  image: [{ by: 'network', points: 60, seconds: 60 }],
}

// People whom the workspace does not know, who take part for the first time, per network. Enough for a class or a
// meetup. Customers whom the product or the team knows are not counted, so a flood cannot keep them out.
const newcomers = { points: 60, seconds: 3_600 }

/**
 * How much one network may do in ten minutes before each further action needs a proof of work, which costs a person a
 * second and a script its speed. People in one office rarely write more than this.
 */
const unprovenLimits: Record<ProvenAction, number> = { request: 10, comment: 15, vote: 60 }
const unprovenSeconds = 600

/** A replica answers searches while the primary is unreachable. */
const readsOfReplica: LimitedAction[] = ['search']

export function createPortalRateLimits(store: RateLimitStore): PortalRateLimits {
  const windowsOf = (action: LimitedAction) =>
    limits[action].map(({ by, points, seconds }): { by: Limit['by']; window: FixedWindow } => ({
      by,
      window: createFixedWindow(store, `portal-${action}-${by}-${seconds}`, points, seconds, {
        isOfReads: readsOfReplica.includes(action),
      }),
    }))
  const windows = {
    request: windowsOf('request'),
    comment: windowsOf('comment'),
    vote: windowsOf('vote'),
    reaction: windowsOf('reaction'),
    report: windowsOf('report'),
    edit: windowsOf('edit'),
    follow: windowsOf('follow'),
    subscription: windowsOf('subscription'),
    similar: windowsOf('similar'),
    search: windowsOf('search'),
    image: windowsOf('image'),
    upload: windowsOf('upload'),
  }
  const newcomersOfNetwork = createFixedWindow(store, 'portal-newcomers', newcomers.points, newcomers.seconds)
  const counted = createFixedWindow(store, 'portal-newcomer-counted', 1, newcomers.seconds)
  const unproven = (action: ProvenAction) =>
    createFixedWindow(store, `portal-${action}-unproven`, unprovenLimits[action], unprovenSeconds)
  const networkOf = ({ workspace, clientAddress }: Pick<PortalContext, 'workspace' | 'clientAddress'>) =>
    `${workspace.id} ${clientNetwork(clientAddress)}`
  const unprovenWindows = { request: unproven('request'), comment: unproven('comment'), vote: unproven('vote') }
  return {
    async consumeNewcomer(context, personId) {
      const network = networkOf(context)
      const person = `${network} ${personId}`
      if (await counted.isFull(person)) return
      const ms = await newcomersOfNetwork.consume(network)
      if (ms !== null) throw rateLimited('newcomer', ms)
      // A concurrent action of the same person has already counted them.
      if ((await counted.consume(person)) !== null) await newcomersOfNetwork.giveBack(network)
    },
    async needsProof(action, context, isCounted) {
      const window = unprovenWindows[action]
      const id = networkOf(context)
      return isCounted ? (await window.consume(id)) !== null : window.isFull(id)
    },
    async uncountProof(action, context) {
      await unprovenWindows[action].giveBack(networkOf(context))
    },
    async consume(action, { workspace, clientAddress }, customerId) {
      for (const { by, window } of windows[action]) {
        const id = by === 'customer' ? customerId : clientNetwork(clientAddress)
        if (id === null) continue
        const ms = await window.consume(`${workspace.id} ${id}`)
        if (ms !== null) throw rateLimited(action, ms)
      }
    },
  }
}

function rateLimited(action: LimitedAction | 'newcomer', ms: number) {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  const message = commonMessages.rateLimited({ action, ...roundWait(seconds) })
  return problem('rate_limited', message, { headers: { 'retry-after': String(seconds) } })
}

/** Rounds a wait up to whole units: seconds below 90 seconds, minutes below 90 minutes, then hours. */
function roundWait(seconds: number): { unit: 'second' | 'minute' | 'hour'; count: number } {
  if (seconds < 90) return { unit: 'second', count: seconds }
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? { unit: 'minute', count: minutes } : { unit: 'hour', count: Math.ceil(minutes / 60) }
}
