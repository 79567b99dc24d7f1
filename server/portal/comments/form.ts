import { type Html, html } from '../../platform/formats/html.ts'
import { canGetMail } from '../auth/session.ts'
import type { PortalContext } from '../http/context.ts'
import { createSharedFormToken, spamGuardFields } from '../http/spam-guard.ts'
import { commentMessages } from '../messages/comments.ts'
import { attachButton, filesAttribute } from '../views/attach.ts'
import { describedBy, fieldError } from '../views/form-fields.ts'

/** A comment that is being written. */
export interface CommentDraft {
  body: string
  name: string
  /** The comment it replies to; null for a top-level comment. */
  parentId: string | null
  /** The token of the submitted form; null for a new form. */
  formToken: string | null
  errors: { body?: string; name?: string }
  /** Why the comment was rejected, when no field is to blame. */
  formError: string | null
}

export const blankComment = (parentId: string | null = null): CommentDraft => ({
  body: '',
  name: '',
  parentId,
  formToken: null,
  errors: {},
  formError: null,
})

interface FormLocation {
  /** The path of the page, below the base: `/requests/…`. */
  path: string
  /** The cursor of the current page of comments. */
  cursor: string | null
  /** The name of the author being replied to. */
  replyTo: string | null
}

/** Renders the form, for signed-out visitors too: they write first and sign in when they send it. */
export function commentForm(
  context: PortalContext,
  draft: CommentDraft,
  { path, cursor, replyTo }: FormLocation,
): Html {
  const { base, viewer } = context
  const id = draft.parentId === null ? 'comment' : 'reply'
  const label = replyTo === null ? commentMessages.write : commentMessages.yourReply({ name: replyTo })
  const back = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`
  return html`<form method="post" action="${base}${path}/comments" class="form comment-form" novalidate data-proof="comment" data-draft="${draft.parentId ?? id}">
${summary(draft)}
${draft.parentId && html`<input type="hidden" name="parent" value="${draft.parentId}">`}
${cursor && html`<input type="hidden" name="cursor" value="${cursor}">`}
${spamGuardFields(context, draft.formToken ?? (viewer === null ? createSharedFormToken(context) : null))}
<div class="field">
<label for="${id}-body">${label}</label>
<textarea id="${id}-body" name="body" rows="3" required maxlength="10000" dir="auto"${filesAttribute(context)}${describedBy(`${id}-body`, draft.errors.body, true)}>${`\n${draft.body}`}</textarea>
${attachButton(context, `${id}-body`)}
${fieldError(`${id}-body`, draft.errors.body)}
<p class="help" id="${id}-body-help">${commentMessages.everyone} ${commentMessages.formats}${canGetMail(viewer) ? ` ${commentMessages.mailNote}` : null}${viewer === null ? ` ${commentMessages.signInLater}` : null}</p>
</div>
${viewer?.name ? null : nameField(id, draft)}
<div class="actions"><button class="button primary">${draft.parentId === null ? commentMessages.post : commentMessages.reply}</button>
${draft.parentId && html`<a class="button quiet" href="${base}${path}${back}#c-${draft.parentId}" data-cancel>${commentMessages.cancel}</a>`}</div>
</form>`
}

const nameField = (id: string, { name, errors }: CommentDraft): Html =>
  html`<div class="field short">
<label for="${id}-name">${commentMessages.name}</label>
<input id="${id}-name" name="name" value="${name}" maxlength="100" autocomplete="name" dir="auto"${describedBy(`${id}-name`, errors.name, true)}>
${fieldError(`${id}-name`, errors.name)}
<p class="help" id="${id}-name-help">${commentMessages.nameHint}</p>
</div>`

/** Renders the error summary, which gets the focus so that screen readers read it first. */
const summary = ({ errors, formError }: CommentDraft): Html | null => {
  const isInvalid = formError !== null || Object.keys(errors).length > 0
  return isInvalid
    ? html`<p class="form-fault" role="alert" tabindex="-1" autofocus>${formError ?? commentMessages.notPosted}</p>`
    : null
}
