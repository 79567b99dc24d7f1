import { type OwnComment, postOwnComment } from '../../comments/post-own.ts'
import type { Thread } from '../../comments/queries.ts'
import type { PortalContext } from '../http/context.ts'

/** Posts what a customer has written. @throws as `postOwnComment`; 429. @returns its id */
export async function submitComment(
  visit: PortalContext,
  customerId: string,
  thread: Thread,
  comment: OwnComment,
): Promise<string> {
  const caps = visit.services.settings.trackedCustomerCaps
  await visit.services.rateLimits.consume('comment', visit, customerId)
  const { id } = await visit.write((tx) => postOwnComment(tx, thread, comment, { customerId, caps }))
  return id
}

/** The page of a thread, below the portal's base. */
export const threadPath = ({ of, id }: Thread): string => `${of === 'feedback_id' ? '/requests/' : '/changelog/'}${id}`

/** Where a comment is read, with the sentence that it is published. */
export const commentPath = (thread: Thread, id: string): string => `${threadPath(thread)}?posted#c-${id}`
