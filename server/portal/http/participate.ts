import type { Participant } from '../../customers/tracking/take-part.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { Viewer } from '../auth/session.ts'
import type { PortalContext } from './context.ts'
import type { LimitedAction } from './rate-limits.ts'

/**
 * Runs a customer's action in its own transaction, after counting it against their rate limit. Direct routes and
 * pending actions both use it.
 * @throws 429 with `Retry-After`, and as `work`
 */
export async function participate<T>(
  context: PortalContext,
  action: LimitedAction,
  customerId: string,
  work: (tx: WriteScope, participant: Participant) => Promise<T>,
): Promise<T> {
  const { rateLimits } = context.deps
  await rateLimits.consume(action, context, customerId)
  // Anyone can sign in with any number of addresses, so a network's share of new people is bounded.
  if (isStranger(context.viewer)) await rateLimits.consume('newcomer', context, customerId)
  const caps = context.deps.settings.trackedCustomerCaps
  return context.write((tx) => work(tx, { customerId, caps }))
}

/** Tells whether a customer takes part for the first time and is known to nobody. */
const isStranger = (viewer: Viewer | null): boolean =>
  viewer !== null && !viewer.isTracked && !viewer.isParticipant && !viewer.isAdmitted
