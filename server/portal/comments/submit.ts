import { type OwnComment, type PostedComment, postOwnComment } from '../../comments/post-own.ts'
import type { Thread } from '../../comments/queries.ts'
import type { PortalContext } from '../http/context.ts'
import { isSuspect, participate } from '../http/participate.ts'

/** Posts a customer's comment. It waits for review if the network is near its limit. @throws as `postOwnComment`; 429. @returns its path, on a page that confirms it */
export async function submitComment(
  context: PortalContext,
  customerId: string,
  thread: Thread,
  { comment, proof = null }: { comment: OwnComment; proof?: string | null },
): Promise<string> {
  const options = { isSuspect: await isSuspect(context, 'comment', proof) }
  const posted = await participate(context, 'comment', customerId, (tx, participant) =>
    postOwnComment(tx, thread, comment, participant, options),
  )
  return commentPath(thread, posted)
}

/** Returns the path of a thread's page, below the base. */
export const threadPath = ({ of, id }: Thread): string => `${of === 'feedback_id' ? '/requests/' : '/changelog/'}${id}`

const commentPath = (thread: Thread, { id, isPublic }: PostedComment): string =>
  `${threadPath(thread)}?${isPublic ? 'posted' : 'waiting'}#c-${id}`
