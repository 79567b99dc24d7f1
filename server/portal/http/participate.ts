import type { Participant } from '../../customers/tracking/take-part.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { Viewer } from '../auth/session.ts'
import type { PortalContext } from './context.ts'
import type { LimitedAction, ProvenAction } from './rate-limits.ts'

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
  await countAction(context, action, customerId)
  const caps = context.deps.settings.trackedCustomerCaps
  return context.write((tx) => work(tx, { customerId, caps }))
}

/** Counts an action against the limits of the customer and their network. @throws 429 with `Retry-After` */
export async function countAction(
  context: PortalContext,
  action: LimitedAction,
  customerId: string | null,
): Promise<void> {
  const { rateLimits } = context.deps
  await rateLimits.consume(action, context, customerId)
  // Anyone can sign in with any number of addresses, so the number of new people per network is limited. Reporting,
  // following, editing and uploading do not make a customer a participant.
  const isNewcomer = !silentActions.has(action) && customerId !== null && isStranger(context.viewer)
  if (isNewcomer) await rateLimits.consumeNewcomer(context, customerId)
}

const silentActions = new Set<LimitedAction>(['report', 'edit', 'follow', 'upload'])

/** Returns whether a customer takes part for the first time and was never named by the API, a token or the team. */
const isStranger = (viewer: Viewer | null): boolean =>
  viewer !== null && !viewer.isTracked && !viewer.isParticipant && !viewer.isAdmitted

/**
 * Counts an action of the visitor's network, and returns whether it is suspect: the network is near its limit and the
 * visitor has not sent a proof of work. What they write then waits for review, and a vote is refused.
 * @param proof what the page's script has computed, if anything
 */
export async function isSuspect(context: PortalContext, action: ProvenAction, proof: string | null): Promise<boolean> {
  const { rateLimits, proofOfWork } = context.deps
  if (!(await rateLimits.needsProof(action, context, true))) return false
  return !(await proofOfWork.redeem(context.workspace.id, proof, context.scope.now))
}

/** The name of the form field, and of the header of a script, that carries a proof of work. */
export const proofField = 'proof'
export const proofHeader = 'heed-proof'
