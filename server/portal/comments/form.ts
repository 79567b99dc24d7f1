import { type Html, html } from '../../platform/formats/html.ts'
import { guardFields, sharedSeal } from '../http/spam-guard.ts'
import type { Visit } from '../http/context.ts'
import { words } from '../messages/comments.ts'

/** A comment as far as it is written. */
export interface CommentDraft {
  body: string
  name: string
  /** What it answers; null for a comment of its own. */
  parentId: string | null
  /** Of the form that it came with; null for a new one. */
  seal: string | null
  faults: { body?: string; name?: string }
  /** Why it was not published, when nothing is wrong with a field. */
  refusal: string | null
}

export const blankComment = (parentId: string | null = null): CommentDraft => ({
  body: '',
  name: '',
  parentId,
  seal: null,
  faults: {},
  refusal: null,
})

interface FormPlace {
  /** Of the page below the portal's base: `/requests/…`. */
  path: string
  /** Of the page of the discussion. */
  cursor: string | null
  /** Who is answered. */
  answered: string | null
}

/** Also for who is not signed in: they write first. @param place where it stands */
export function commentForm(visit: Visit, draft: CommentDraft, { path, cursor, answered }: FormPlace): Html {
  const { base, viewer } = visit
  const id = draft.parentId === null ? 'comment' : 'reply'
  const label = answered === null ? words.write : words.answer(answered)
  const back = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`
  return html`<form method="post" action="${base}${path}/comments" class="form comment-form" novalidate data-draft="${draft.parentId ?? id}">
${summary(draft)}
${draft.parentId && html`<input type="hidden" name="parent" value="${draft.parentId}">`}
${cursor && html`<input type="hidden" name="cursor" value="${cursor}">`}
${guardFields(visit, draft.seal ?? (viewer === null ? sharedSeal(visit) : null))}
<div class="field">
<label for="${id}-body">${label}</label>
<textarea id="${id}-body" name="body" rows="3" required maxlength="10000" dir="auto"${described(`${id}-body`, draft.faults.body, true)}>${`\n${draft.body}`}</textarea>
${fault(`${id}-body`, draft.faults.body)}
<p class="help" id="${id}-body-help">${words.hint}${viewer === null ? ` ${words.signInLater}` : null}</p>
</div>
${viewer?.name ? null : nameField(id, draft)}
<div class="actions"><button class="button${draft.parentId === null ? null : ' primary'}">${draft.parentId === null ? words.post : words.reply}</button>
${draft.parentId && html`<a class="button quiet" href="${base}${path}${back}#c-${draft.parentId}" data-cancel>${words.cancel}</a>`}</div>
</form>`
}

const nameField = (id: string, { name, faults }: CommentDraft): Html =>
  html`<div class="field short">
<label for="${id}-name">${words.name}</label>
<input id="${id}-name" name="name" value="${name}" maxlength="100" autocomplete="name" dir="auto"${described(`${id}-name`, faults.name, true)}>
${fault(`${id}-name`, faults.name)}
<p class="help" id="${id}-name-help">${words.nameHint}</p>
</div>`

/** Gets the focus: whoever hears the page hears first what is wrong. */
const summary = ({ faults, refusal }: CommentDraft): Html | null => {
  const isFaulty = refusal !== null || Object.keys(faults).length > 0
  return isFaulty
    ? html`<p class="form-fault" role="alert" tabindex="-1" autofocus>${refusal ?? words.notYet}</p>`
    : null
}

/** What explains a field: its fault first, then its help. */
export const described = (id: string, sentence: string | undefined, hasHelp: boolean): Html | null => {
  const by = [...(sentence === undefined ? [] : [`${id}-fault`]), ...(hasHelp ? [`${id}-help`] : [])]
  return html`${by.length > 0 ? html` aria-describedby="${by.join(' ')}"` : null}${sentence === undefined ? null : html` aria-invalid="true"`}`
}

export const fault = (id: string, sentence: string | undefined): Html | null =>
  sentence === undefined ? null : html`<p class="fault" id="${id}-fault">${sentence}</p>`
