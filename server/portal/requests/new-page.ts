import type { PublicBoard } from '../../boards/public.ts'
import type { PublicSimilar } from '../../feedback/public/similar.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import { described, fault } from '../comments/form.ts'
import { guardFields } from '../http/spam-guard.ts'
import type { Visit } from '../http/context.ts'
import { newWords as words } from '../messages/new-request.ts'
import { stageBadge, voteButton } from './components.ts'
import { words as requestWords } from '../messages/requests.ts'

/** A request as far as it is written. */
export interface RequestDraft {
  boardId: string
  title: string
  description: string
  /** Of the form that it came with; null for a new one. */
  seal: string | null
  /** What others have asked for that is like it. */
  similar: PublicSimilar[]
  /** Whether that is all that keeps it from being sent. */
  mustLook: boolean
  faults: { boardId?: string; title?: string; description?: string }
  /** Why it was not sent, when nothing is wrong with a field. */
  refusal: string | null
}

/**
 * The fields belong to a form that is empty itself: between them stand the similar requests, whose votes are forms of
 * their own, and forms cannot stand in one another.
 */
export function newBody(visit: Visit, draft: RequestDraft, boards: PublicBoard[]): Html {
  const { base, workspace, viewer } = visit
  return html`<p class="back"><a href="${base}/">${requestWords.back}</a></p>
<div class="intro"><div><h1>${words.title}</h1>
<p>${words.lead(workspace.name)}</p></div></div>
<form id="new" method="post" action="${base}/requests/new" novalidate data-draft="request"></form>
<div class="form" data-similar-at="${base}/similar">
${summary(draft)}
${boards.length > 1 ? boardField(draft, boards) : html`<input type="hidden" name="board" value="${boards[0]!.slug}" form="new">`}
<div class="field">
<label for="title">${words.titleLabel}</label>
<input id="title" name="title" form="new" value="${draft.title}" maxlength="200" required dir="auto" autocomplete="off"${described('title', draft.faults.title, true)}>
${fault('title', draft.faults.title)}
<p class="help" id="title-help">${words.titleHint}</p>
</div>
<p class="hidden" role="status" data-similar-status></p>
<div data-similar>${similarPart(visit, draft.similar)}</div>
<div class="field">
<label for="description">${words.description}</label>
<textarea id="description" name="description" form="new" rows="6" maxlength="10000" dir="auto"${described('description', draft.faults.description, true)}>${`\n${draft.description}`}</textarea>
${fault('description', draft.faults.description)}
<p class="help" id="description-help">${words.descriptionHint}</p>
</div>
${guardFields(visit, draft.seal, 'new')}
<div class="actions send"><button class="button primary" form="new">${draft.mustLook ? words.sendAnyway : words.send}</button>
<p class="help">${words.reviewed}${viewer === null ? ` ${words.signInLater}` : null}</p></div>
</div>`
}

const boardField = ({ boardId, faults }: RequestDraft, boards: PublicBoard[]): Html =>
  html`<div class="field short">
<label for="board">${words.board}</label>
<select id="board" name="board" form="new"${described('board', faults.boardId, false)}>
${boards.map(({ slug, name }) => html`<option value="${slug}"${slug === boardId ? html` selected` : null}>${name}</option>`)}
</select>
${fault('board', faults.boardId)}
</div>`

/** Gets the focus: whoever hears the page hears first what is wrong. */
function summary({ faults, refusal, mustLook }: RequestDraft): Html | null {
  if (mustLook) {
    return html`<div class="banner" role="status" tabindex="-1" autofocus><strong>${words.mustLook.title}</strong>
<p>${words.mustLook.text}</p></div>`
  }
  if (refusal === null && Object.keys(faults).length === 0) return null
  return html`<p class="form-fault" role="alert" tabindex="-1" autofocus>${refusal ?? words.notYet}</p>`
}

/** Requests to vote for instead. With them comes the word that they have been seen. */
export const similarPart = ({ base }: Visit, similar: PublicSimilar[]): Html =>
  similar.length === 0
    ? html``
    : html`<section class="similar" aria-labelledby="similar">
<h2 id="similar">${words.similar}</h2>
<p class="help">${words.similarText}</p>
<input type="hidden" name="seen" value="yes" form="new">
<ul>
${similar.map(
  (request) =>
    html`<li class="similar-item" id="r-${request.id}">${voteButton(base, request, `/requests/${request.id}`)}
<div><a href="${base}/requests/${request.id}" dir="auto">${request.title}</a>
<p class="facts">${stageBadge(request.stage)}</p></div></li>
`,
)}
</ul>
</section>`

export const noBoardBody = ({ base, workspace }: Visit): Html =>
  html`<div class="empty"><h1>${words.none.title}</h1>
<p>${words.none.text(workspace.name)}</p>
<p class="empty-actions"><a class="button" href="${base}/">${words.none.back}</a></p></div>`
