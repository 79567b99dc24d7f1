import { type OwnComment, postOwnComment } from '../../comments/post-own.ts'
import type { Thread } from '../../comments/queries.ts'
import type { PortalContext } from '../http/context.ts'
import { participate } from '../http/participate.ts'

/** Posts a customer's comment. @throws as `postOwnComment`; 429. @returns its id */
export async function submitComment(
  context: PortalContext,
  customerId: string,
  thread: Thread,
  comment: OwnComment,
): Promise<string> {
  const { id } = await participate(context, 'comment', customerId, (tx, participant) =>
    postOwnComment(tx, thread, comment, participant),
  )
  return id
}

/** Returns the path of a thread's page, below the base. */
export const threadPath = ({ of, id }: Thread): string => `${of === 'feedback_id' ? '/requests/' : '/changelog/'}${id}`

/** Returns the path of a comment, on a page that confirms it was posted. */
export const commentPath = (thread: Thread, id: string): string => `${threadPath(thread)}?posted#c-${id}`
