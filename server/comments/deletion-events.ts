import { recordEvent } from '../events/record.ts'
import type { WriteScope } from '../platform/scope.ts'

/** Records the deletion of public comments. @param states their last states, as `loadCommentsJson` returns them */
export function recordCommentDeletions(tx: WriteScope, states: Map<string, string>): void {
  for (const [id, json] of states) {
    recordEvent(tx, { type: 'comment.deleted', resourceId: id, data: JSON.parse(json) as object })
  }
}
