import { type Html, html } from '../../platform/formats/html.ts'
import type { PortalContext } from '../http/context.ts'
import { createSharedFormToken, spamGuardFields } from '../http/spam-guard.ts'
import { commentMessages } from '../messages/comments.ts'

/** A comment as far as it is written. */
export interface CommentDraft {
  body: string
  name: string
  /** What it answers; null for a comment of its own. */
  parentId: string | null
  /** Of the form that it came with; null for a new one. */
  formToken: string | null
  errors: { body?: string; name?: string }
  /** Why it was not published, when nothing is wrong with a field. */
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
  /** Of the page below the portal's base: `/requests/…`. */
  path: string
  /** Of the page of the discussion. */
  cursor: string | null
  /** Who is answered. */
  replyTo: string | null
}

/** Also for who is not signed in: they write first. @param place where it stands */
export function commentForm(
  visit: PortalContext,
  draft: CommentDraft,
  { path, cursor, replyTo: answered }: FormLocation,
): Html {
  const { base, viewer } = visit
  const id = draft.parentId === null ? 'comment' : 'reply'
  const label = answered === null ? commentMessages.write : commentMessages.answer(answered)
  const back = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`
  return html`<form method="post" action="${base}${path}/comments" class="form comment-form" novalidate data-draft="${draft.parentId ?? id}">
${summary(draft)}
${draft.parentId && html`<input type="hidden" name="parent" value="${draft.parentId}">`}
${cursor && html`<input type="hidden" name="cursor" value="${cursor}">`}
${spamGuardFields(visit, draft.formToken ?? (viewer === null ? createSharedFormToken(visit) : null))}
<div class="field">
<label for="${id}-body">${label}</label>
<textarea id="${id}-body" name="body" rows="3" required maxlength="10000" dir="auto"${describedBy(`${id}-body`, draft.errors.body, true)}>${`\n${draft.body}`}</textarea>
${fieldError(`${id}-body`, draft.errors.body)}
<p class="help" id="${id}-body-help">${commentMessages.hint}${viewer === null ? ` ${commentMessages.signInLater}` : null}</p>
</div>
${viewer?.name ? null : nameField(id, draft)}
<div class="actions"><button class="button${draft.parentId === null ? null : ' primary'}">${draft.parentId === null ? commentMessages.post : commentMessages.reply}</button>
${draft.parentId && html`<a class="button quiet" href="${base}${path}${back}#c-${draft.parentId}" data-cancel>${commentMessages.cancel}</a>`}</div>
</form>`
}

const nameField = (id: string, { name, errors: faults }: CommentDraft): Html =>
  html`<div class="field short">
<label for="${id}-name">${commentMessages.name}</label>
<input id="${id}-name" name="name" value="${name}" maxlength="100" autocomplete="name" dir="auto"${describedBy(`${id}-name`, faults.name, true)}>
${fieldError(`${id}-name`, faults.name)}
<p class="help" id="${id}-name-help">${commentMessages.nameHint}</p>
</div>`

/** Gets the focus: whoever hears the page hears first what is wrong. */
const summary = ({ errors: faults, formError: refusal }: CommentDraft): Html | null => {
  const isFaulty = refusal !== null || Object.keys(faults).length > 0
  return isFaulty
    ? html`<p class="form-fault" role="alert" tabindex="-1" autofocus>${refusal ?? commentMessages.notYet}</p>`
    : null
}

/** What explains a field: its fault first, then its help. */
export const describedBy = (id: string, sentence: string | undefined, hasHelp: boolean): Html | null => {
  const by = [...(sentence === undefined ? [] : [`${id}-fault`]), ...(hasHelp ? [`${id}-help`] : [])]
  return html`${by.length > 0 ? html` aria-describedby="${by.join(' ')}"` : null}${sentence === undefined ? null : html` aria-invalid="true"`}`
}

export const fieldError = (id: string, sentence: string | undefined): Html | null =>
  sentence === undefined ? null : html`<p class="fault" id="${id}-fault">${sentence}</p>`
