import { type Submission, submitFeedback } from '../../feedback/public/submit.ts'
import type { PortalContext } from '../http/context.ts'

/** Files what a customer has written. @throws as `submitFeedback`; 429. @returns where it is read, below the base */
export async function submitRequest(visit: PortalContext, customerId: string, submission: Submission): Promise<string> {
  const caps = visit.services.settings.trackedCustomerCaps
  await visit.services.rateLimits.consume('request', visit, customerId)
  const { id, isNew } = await visit.write((tx) => submitFeedback(tx, submission, { customerId, caps }))
  return `/requests/${id}?filed${isNew ? '' : '=before'}`
}
