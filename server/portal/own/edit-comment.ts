import { editOwnComment } from '../../comments/own/edit.ts'
import { getOwnComment, type OwnCommentState } from '../../comments/own/find.ts'
import { getCommentPolicy } from '../../comments/review/must-await-review.ts'
import { withdrawOwnEdit } from '../../edits/hold.ts'
import { html } from '../../platform/formats/html.ts'
import { isVisibleText } from '../../platform/formats/visible-text.ts'
import { notFound } from '../../platform/problems.ts'
import type { Viewer } from '../auth/session.ts'
import { threadPath } from '../comments/submit.ts'
import type { PortalContext } from '../http/context.ts'
import { invalidFields, toFormError } from '../http/form-errors.ts'
import { isSuspect, participate } from '../http/participate.ts'
import { type PortalResponse, redirectTo } from '../http/response.ts'
import type { RequestBody } from '../http/route.ts'
import { proofOf } from '../http/spam-guard.ts'
import { commentMessages } from '../messages/comments.ts'
import { ownMessages } from '../messages/own.ts'
import { attachButton, filesAttribute } from '../views/attach.ts'
import { describedBy, fieldError } from '../views/form-fields.ts'
import { editPage, noticeOf, typed, withdrawalNotice } from './edit-form.ts'
import { idParam } from './for-viewer.ts'

interface Draft {
  body: string
  error: string | null
  fault: string | null
  isConflict: boolean
  status: number
}

/** Returns the viewer's own comment in the thread of the URL. @throws 404 */
export async function findOwnComment(context: PortalContext, { customerId }: Viewer): Promise<OwnCommentState> {
  const comment = await getOwnComment(context.scope, idParam(context, 'comment'), customerId)
  if (comment.thread.id !== idParam(context, 'id')) throw notFound()
  return comment
}

export async function showCommentForm(context: PortalContext, viewer: Viewer): Promise<PortalResponse> {
  const comment = await findOwnComment(context, viewer)
  if (!comment.isEditable) throw notFound()
  const draft = {
    body: comment.pendingEdit?.body ?? comment.body,
    error: null,
    fault: null,
    isConflict: false,
    status: 200,
  }
  return formPage(context, viewer, draft)
}

export async function editComment(
  context: PortalContext,
  viewer: Viewer,
  { form }: RequestBody,
): Promise<PortalResponse> {
  const { id, thread } = await findOwnComment(context, viewer)
  const { customerId } = viewer
  const body = typed(form, 'body')
  try {
    const options = { customerId, isSuspect: await isSuspect(context, 'comment', proofOf(form)) }
    const edit = { body, version: typed(form, 'version') }
    const outcome = await participate(context, 'edit', customerId, (tx) => editOwnComment(tx, id, edit, options))
    return redirectTo(context, `${threadPath(thread)}?${noticeOf[outcome]}#c-${id}`)
  } catch (error) {
    const { status, message } = toFormError(context, error)
    const isInvalid = invalidFields(error).has('body')
    const { body: tooLong, empty } = commentMessages.errors
    return formPage(context, viewer, {
      body,
      error: isInvalid ? (isVisibleText(body) ? tooLong : empty) : null,
      fault: isInvalid ? ownMessages.editing.notSaved : message,
      isConflict: status === 409,
      status,
    })
  }
}

/** Withdraws the viewer's waiting edit. */
export async function withdrawCommentEdit(context: PortalContext, viewer: Viewer): Promise<PortalResponse> {
  const { id, thread } = await findOwnComment(context, viewer)
  const { customerId } = viewer
  const isWithdrawn = await participate(context, 'edit', customerId, (tx) =>
    withdrawOwnEdit(tx, { of: 'comment_id', id }, customerId),
  )
  return redirectTo(context, `${threadPath(thread)}?${withdrawalNotice(isWithdrawn)}#c-${id}`)
}

async function formPage(context: PortalContext, viewer: Viewer, draft: Draft): Promise<PortalResponse> {
  const current = await findOwnComment(context, viewer)
  const error = draft.error ?? undefined
  return editPage(context, {
    title: ownMessages.editing.comment,
    back: `${threadPath(current.thread)}#c-${current.id}`,
    isPublic: current.isPublic,
    policy: await getCommentPolicy(context.scope, current.thread),
    version: current.version,
    fault: draft.fault,
    current: draft.isConflict ? (current.pendingEdit?.body ?? current.body) : null,
    isHeld: current.pendingEdit !== null,
    proof: 'comment',
    status: draft.status,
    fields: html`<div class="field">
<label for="body">${ownMessages.editing.commentText}</label>
<textarea id="body" name="body" rows="6" required maxlength="10000" dir="auto"${filesAttribute(context)}${describedBy('body', error, true)}>${`\n${draft.body}`}</textarea>
${attachButton(context, 'body')}
${fieldError('body', error)}
<p class="help" id="body-help">${commentMessages.formats}</p>
</div>`,
  })
}
