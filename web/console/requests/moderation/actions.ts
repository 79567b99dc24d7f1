import { type CommentDecision, reviewComment, undoCommentReviews } from '#server/comments/review/decide.ts'
import { type Flash, redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import { reviewEdit, undoEditReviews } from '#server/edits/review/decide.ts'
import { undoStageChanges } from '#server/feedback/lifecycle/undo-stage-changes.ts'
import { mergeFeedback } from '#server/feedback/merge/merge.ts'
import { undoMerges } from '#server/feedback/merge/undo-merges.ts'
import { moveToBoard } from '#server/feedback/organize/move-to-board.ts'
import { setOwner } from '#server/feedback/organize/set-owner.ts'
import { undoOrganizing } from '#server/feedback/organize/undo.ts'
import type { NotificationChoice } from '#server/notifications/events/choice.ts'
import { countCommentRecipients } from '#server/notifications/recipients/count-comment-recipients.ts'
import { safeRedirectPath } from '#server/platform/http/request/redirect-path.ts'
import { Type } from '#server/platform/schemas.ts'
import type { WriteScope } from '#server/platform/scope.ts'
import { dismissReports, removeReported, undoDismissals } from '#server/reports/decide.ts'
import { reviewMessages as messages } from '../../messages/requests/review.ts'
import { readNotificationChoice, withMail } from '../../notify/choice.ts'
import { notFoundAsFormError } from '../not-found.ts'
import { redirectAfterUndo, rejectIfEdited, type StageChangeResult } from '../stage-changes/actions.ts'

// The characters of a request id (platform/http/server.ts).
const RequestId = Type.String({ pattern: '^[A-Za-z0-9._-]{1,128}$' })

/**
 * Handles the decisions on one comment, one edit, or one reported request or comment, and what else the team does with a
 * pending request. Form fields: `id`, `version` (of an edit to approve), `choice` (what to merge into, or the new board
 * or owner), `next` (the page to go to), `stay` (return the notice instead of redirecting) and `back` (the
 * page to go to after an undo, if not `next`).
 */
const handlers = {
  approveComment: async (context: MemberActionContext) => {
    const choice = await readNotificationChoice(context, 'approvals')
    // Most comments answer no other comment, so there is nothing to say about mail.
    const hasRecipients = (await countCommentRecipients(context.scope, [context.form.id('id')])).size > 0
    return decide(
      context,
      (tx, id) => approve(context, tx, id, choice),
      messages.approved,
      hasRecipients ? choice : undefined,
    )
  },
  rejectComment: (context: MemberActionContext) =>
    decide(context, (tx, id) => reviewComment(tx, id, 'rejected'), messages.rejected),
  spamComment: (context: MemberActionContext) =>
    decide(context, (tx, id) => reviewComment(tx, id, 'spam'), messages.markedSpam),
  approveEdit: (context: MemberActionContext) =>
    decide(context, (tx, id) => reviewEdit(tx, id, 'approved', context.form.text('version')), messages.editApproved),
  rejectEdit: (context: MemberActionContext) =>
    decide(context, (tx, id) => reviewEdit(tx, id, 'rejected', null), messages.editRejected),
  keepReported: (context: MemberActionContext) => decide(context, dismissReports, messages.kept),
  removeReported: (context: MemberActionContext) => decide(context, removeReported, messages.removed),
  merge: (context: MemberActionContext) =>
    decide(
      context,
      async (tx, id) => (await mergeFeedback(tx, id, context.form.id('choice'))).title,
      (title) => messages.merged({ title }),
    ),
  board: (context: MemberActionContext) =>
    decide(context, (tx, id) => moveToBoard(tx, [id], context.form.id('choice')), messages.boardSet),
  owner: (context: MemberActionContext) =>
    decide(
      context,
      (tx, id) => setOwner(tx, [id], context.form.text('choice') === '' ? null : context.form.id('choice')),
      messages.ownerSet,
    ),
}

const gone = () => messages.gone

export const reviewActions = {
  approveComment: notFoundAsFormError(handlers.approveComment, gone),
  rejectComment: notFoundAsFormError(handlers.rejectComment, gone),
  spamComment: notFoundAsFormError(handlers.spamComment, gone),
  approveEdit: notFoundAsFormError(handlers.approveEdit, gone),
  rejectEdit: notFoundAsFormError(handlers.rejectEdit, gone),
  keepReported: notFoundAsFormError(handlers.keepReported, gone),
  removeReported: notFoundAsFormError(handlers.removeReported, gone),
  merge: notFoundAsFormError(handlers.merge, gone),
  board: notFoundAsFormError(handlers.board, gone),
  owner: notFoundAsFormError(handlers.owner, gone),
  undoReview: async (context: MemberActionContext) => {
    const { form, write } = context
    const requestId = validateForm(RequestId, form.text('request'))
    const undone = await write(async (tx) => [
      ...(await undoCommentReviews(tx, requestId)),
      ...(await undoEditReviews(tx, requestId)),
      ...(await undoDismissals(tx, requestId)),
      ...(await undoStageChanges(tx, requestId)),
      ...(await undoMerges(tx, requestId)),
      ...(await undoOrganizing(tx, requestId)),
    ])
    const next = safeRedirectPath(form.text('next'))
    return undone.length > 0
      ? redirectAfterUndo(context, next, messages.undone)
      : redirectWithFlash(next, messages.notUndone, { tone: 'warning' })
  },
}

async function approve(
  context: MemberActionContext,
  tx: WriteScope,
  id: string,
  choice: NotificationChoice,
): Promise<CommentDecision | null> {
  const decision = await reviewComment(tx, id, 'approved', choice)
  await rejectIfEdited(context, tx, [id])
  return decision
}

/** @param choice the choice of email, for an act whose notice says whom it emails */
async function decide<T>(
  context: MemberActionContext,
  verb: (tx: WriteScope, id: string) => Promise<T>,
  message: string | ((result: T) => string),
  choice?: NotificationChoice,
): Promise<StageChangeResult | Response> {
  const { form, write, home, requestId } = context
  const id = form.id('id')
  const result = await write((tx) => verb(tx, id))
  const next = form.text('next')
  const done: Flash = {
    text: typeof message === 'string' ? message : message(result),
    undo: {
      action: `${home}/requests/review`,
      intent: 'undoReview',
      fields: { request: requestId, next: form.text('back') || next },
    },
  }
  // Null if someone else has already decided: their choice of email applies.
  const flash = choice && result !== null ? await withMail(context, done, { choice, next }) : done
  if (form.flag('stay')) return { flash }
  const { text: notice, ...options } = flash
  return redirectWithFlash(safeRedirectPath(next), notice, options)
}
