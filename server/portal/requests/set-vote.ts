import { problem } from '../../platform/problems.ts'
import { type OwnVote, setOwnVote } from '../../votes/set-own.ts'
import type { PortalContext } from '../http/context.ts'
import { isSuspect, participate, proofHeader } from '../http/participate.ts'
import { commonMessages } from '../messages/common.ts'

/**
 * Sets or withdraws a customer's vote. A script sends a proof of work in a header when it is asked for one.
 * @param proofNeeded what to tell a visitor who has sent no proof
 * @throws as `setOwnVote`; 429, also for a vote without a proof from a network near its limit
 * @returns the vote and the new count
 */
export async function setVote(
  context: PortalContext,
  customerId: string,
  feedbackId: string,
  isVoted: boolean,
  proofNeeded: string = commonMessages.proofNeeded,
): Promise<OwnVote> {
  const work = () =>
    participate(context, 'vote', customerId, (tx, participant) => setOwnVote(tx, feedbackId, isVoted, participant))
  if (!isVoted) return work()
  const mustProve = await isSuspect(context, 'vote', context.header(proofHeader))
  try {
    if (mustProve) throw problem('rate_limited', proofNeeded, { headers: { 'retry-after': '600' } })
    return await work()
  } catch (error) {
    // Failed votes, such as for a completed request, must not count toward the network's limit.
    await context.deps.rateLimits.uncountProof('vote', context)
    throw error
  }
}
