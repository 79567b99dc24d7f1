import { type Submission, submitFeedback } from '../../feedback/public/submit.ts'
import type { PortalContext } from '../http/context.ts'
import { isSuspect, participate } from '../http/participate.ts'

/** Submits a customer's request. @throws as `submitFeedback`; 429. @returns the path of its page, below the base */
export async function submitRequest(
  context: PortalContext,
  customerId: string,
  { submission, proof = null }: { submission: Submission; proof?: string | null },
): Promise<string> {
  const options = { isSuspect: await isSuspect(context, 'request', proof) }
  const { id, isNew } = await participate(context, 'request', customerId, (tx, participant) =>
    submitFeedback(tx, submission, participant, options),
  )
  return `/requests/${id}?submitted${isNew ? '' : '=before'}`
}
