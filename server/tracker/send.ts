import { getFeedback } from '../feedback/queries.ts'
import { invalid } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { connectionOf } from './connection.ts'
import { acceptanceProblems } from './preview.ts'

/**
 * Sends a request to the connected tracker. Without a connection it can only say how to make one.
 * @throws 404; 400 with `guidance` (contract §8).
 */
export async function sendToTracker(tx: WriteScope, feedbackId: string, publicUrl: string): Promise<never> {
  const feedback = await getFeedback(tx, feedbackId)
  const { guidance } = connectionOf(publicUrl)
  throw invalid(
    [...acceptanceProblems(feedback), { path: '', message: 'cannot be sent: no issue tracker is connected' }],
    { guidance },
  )
}
