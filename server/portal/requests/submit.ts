import { type Submission, submitFeedback } from '../../feedback/public/submit.ts'
import type { Visit } from '../http/context.ts'

/** Files what a customer has written. @throws as `submitFeedback`; 429. @returns where it is read, below the base */
export async function fileFor(visit: Visit, customerId: string, submission: Submission): Promise<string> {
  const caps = visit.portal.settings.trackedCustomerCaps
  await visit.portal.guard.count('request', visit, customerId)
  const { id, isNew } = await visit.write((tx) => submitFeedback(tx, submission, { customerId, caps }))
  return `/requests/${id}?filed${isNew ? '' : '=before'}`
}
