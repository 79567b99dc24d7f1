import { withdrawOwnEdit } from '../../edits/hold.ts'
import { editOwnRequest } from '../../feedback/own/edit.ts'
import { getOwnRequest, shownTexts } from '../../feedback/own/find.ts'
import { html } from '../../platform/formats/html.ts'
import { isVisibleText } from '../../platform/formats/visible-text.ts'
import type { Viewer } from '../auth/session.ts'
import type { PortalContext } from '../http/context.ts'
import { invalidFields, toFormError } from '../http/form-errors.ts'
import { isSuspect, participate } from '../http/participate.ts'
import { type PortalResponse, redirectTo } from '../http/response.ts'
import type { RequestBody } from '../http/route.ts'
import { proofOf } from '../http/spam-guard.ts'
import { newRequestMessages } from '../messages/new-request.ts'
import { ownMessages } from '../messages/own.ts'
import { attachButton, filesAttribute } from '../views/attach.ts'
import { describedBy, fieldError } from '../views/form-fields.ts'
import { editPage, noticeOf, typed, withdrawalNotice } from './edit-form.ts'
import { idParam } from './for-viewer.ts'

interface Draft {
  title: string
  description: string
  errors: { title?: string; description?: string }
  fault: string | null
  isConflict: boolean
  status: number
}

export async function showRequestForm(context: PortalContext, viewer: Viewer): Promise<PortalResponse> {
  const own = await getOwnRequest(context.scope, idParam(context, 'id'), viewer.customerId)
  return formPage(context, viewer, { ...shownTexts(own), errors: {}, fault: null, isConflict: false, status: 200 })
}

export async function editRequest(
  context: PortalContext,
  viewer: Viewer,
  { form }: RequestBody,
): Promise<PortalResponse> {
  const id = idParam(context, 'id')
  const { customerId } = viewer
  // Rejects another customer's request before the text is validated.
  await getOwnRequest(context.scope, id, customerId)
  const texts = { title: typed(form, 'title'), description: typed(form, 'description') }
  try {
    const options = { customerId, isSuspect: await isSuspect(context, 'request', proofOf(form)) }
    const edit = { ...texts, version: typed(form, 'version') }
    const outcome = await participate(context, 'edit', customerId, (tx) => editOwnRequest(tx, id, edit, options))
    return redirectTo(context, `/requests/${id}?${noticeOf[outcome]}`)
  } catch (error) {
    const { status, message } = toFormError(context, error)
    const errors = errorsOf(error, texts.title)
    const fault = Object.keys(errors).length > 0 ? ownMessages.editing.notSaved : message
    return formPage(context, viewer, { ...texts, errors, fault, isConflict: status === 409, status })
  }
}

/** Withdraws the viewer's waiting edit. */
export async function withdrawRequestEdit(context: PortalContext, { customerId }: Viewer): Promise<PortalResponse> {
  const { id } = await getOwnRequest(context.scope, idParam(context, 'id'), customerId)
  const isWithdrawn = await participate(context, 'edit', customerId, (tx) =>
    withdrawOwnEdit(tx, { of: 'feedback_id', id }, customerId),
  )
  return redirectTo(context, `/requests/${id}?${withdrawalNotice(isWithdrawn)}`)
}

function errorsOf(error: unknown, title: string): Draft['errors'] {
  const invalid = invalidFields(error)
  const { errors } = newRequestMessages
  return {
    ...(invalid.has('title') && { title: !isVisibleText(title) ? errors.empty : errors.title }),
    ...(invalid.has('description') && { description: errors.description }),
  }
}

async function formPage(context: PortalContext, { customerId }: Viewer, draft: Draft): Promise<PortalResponse> {
  const current = await getOwnRequest(context.scope, idParam(context, 'id'), customerId)
  const shown = shownTexts(current)
  const { errors, fault, isConflict, status } = draft
  return editPage(context, {
    ...current,
    title: ownMessages.editing.request,
    back: `/requests/${current.id}`,
    fault,
    current: isConflict ? `${shown.title}\n\n${shown.description}` : null,
    isHeld: current.pendingEdit !== null,
    proof: 'request',
    status,
    fields: html`<div class="field">
<label for="title">${newRequestMessages.titleLabel}</label>
<input id="title" name="title" value="${draft.title}" maxlength="200" required dir="auto" autocomplete="off"${describedBy('title', errors.title, false)}>
${fieldError('title', errors.title)}
</div>
<div class="field">
<label for="description">${newRequestMessages.description}</label>
<textarea id="description" name="description" rows="8" maxlength="10000" dir="auto"${filesAttribute(context)}${describedBy('description', errors.description, true)}>${`\n${draft.description}`}</textarea>
${attachButton(context, 'description')}
${fieldError('description', errors.description)}
<p class="help" id="description-help">${newRequestMessages.descriptionHint}</p>
</div>`,
  })
}
