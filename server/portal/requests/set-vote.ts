import { setOwnVote } from '../../votes/set-own.ts'
import type { PortalContext } from '../http/context.ts'
import { participate } from '../http/participate.ts'

/** Sets or withdraws a customer's vote. @throws as `setOwnVote`; 429. @returns the vote and the new count */
export const setVote = (context: PortalContext, customerId: string, feedbackId: string, isVoted: boolean) =>
  participate(context, 'vote', customerId, (tx, participant) => setOwnVote(tx, feedbackId, isVoted, participant))
