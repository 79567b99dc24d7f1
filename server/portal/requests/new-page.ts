import type { PublicBoard } from '../../boards/public.ts'
import type { SimilarPublicRequest } from '../../feedback/public/similar.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import { describedBy, fieldError } from '../comments/form.ts'
import type { PortalContext } from '../http/context.ts'
import { spamGuardFields } from '../http/spam-guard.ts'
import { newRequestMessages as messages } from '../messages/new-request.ts'
import { requestMessages as requestWords } from '../messages/requests.ts'
import { stageBadge, voteButton } from './components.ts'

/** A request as far as it is written. */
export interface RequestDraft {
  boardId: string
  title: string
  description: string
  /** Of the form that it came with; null for a new one. */
  formToken: string | null
  /** What others have asked for that is like it. */
  similar: SimilarPublicRequest[]
  /** Whether that is all that keeps it from being sent. */
  mustReviewSimilar: boolean
  errors: { boardId?: string; title?: string; description?: string }
  /** Why it was not sent, when nothing is wrong with a field. */
  formError: string | null
}

/**
 * The fields belong to a form that is empty itself: between them stand the similar requests, whose votes are forms of
 * their own, and forms cannot stand in one another.
 */
export function renderNewRequestForm(visit: PortalContext, draft: RequestDraft, boards: PublicBoard[]): Html {
  const { base, workspace, viewer } = visit
  return html`<p class="back"><a href="${base}/">${requestWords.back}</a></p>
<div class="intro"><div><h1>${messages.title}</h1>
<p>${messages.lead(workspace.name)}</p></div></div>
<form id="new" method="post" action="${base}/requests/new" novalidate data-draft="request"></form>
<div class="form" data-similar-at="${base}/similar">
${summary(draft)}
${boards.length > 1 ? boardField(draft, boards) : html`<input type="hidden" name="board" value="${boards[0]!.slug}" form="new">`}
<div class="field">
<label for="title">${messages.titleLabel}</label>
<input id="title" name="title" form="new" value="${draft.title}" maxlength="200" required dir="auto" autocomplete="off"${describedBy('title', draft.errors.title, true)}>
${fieldError('title', draft.errors.title)}
<p class="help" id="title-help">${messages.titleHint}</p>
</div>
<p class="hidden" role="status" data-similar-status></p>
<div data-similar>${renderSimilarRequests(visit, draft.similar)}</div>
<div class="field">
<label for="description">${messages.description}</label>
<textarea id="description" name="description" form="new" rows="6" maxlength="10000" dir="auto"${describedBy('description', draft.errors.description, true)}>${`\n${draft.description}`}</textarea>
${fieldError('description', draft.errors.description)}
<p class="help" id="description-help">${messages.descriptionHint}</p>
</div>
${spamGuardFields(visit, draft.formToken, 'new')}
<div class="actions send"><button class="button primary" form="new">${draft.mustReviewSimilar ? messages.sendAnyway : messages.send}</button>
<p class="help">${messages.reviewed}${viewer === null ? ` ${messages.signInLater}` : null}</p></div>
</div>`
}

const boardField = ({ boardId, errors: faults }: RequestDraft, boards: PublicBoard[]): Html =>
  html`<div class="field short">
<label for="board">${messages.board}</label>
<select id="board" name="board" form="new"${describedBy('board', faults.boardId, false)}>
${boards.map(({ slug, name }) => html`<option value="${slug}"${slug === boardId ? html` selected` : null}>${name}</option>`)}
</select>
${fieldError('board', faults.boardId)}
</div>`

/** Gets the focus: whoever hears the page hears first what is wrong. */
function summary({ errors: faults, formError: refusal, mustReviewSimilar: mustLook }: RequestDraft): Html | null {
  if (mustLook) {
    return html`<div class="banner" role="status" tabindex="-1" autofocus><strong>${messages.mustLook.title}</strong>
<p>${messages.mustLook.text}</p></div>`
  }
  if (refusal === null && Object.keys(faults).length === 0) return null
  return html`<p class="form-fault" role="alert" tabindex="-1" autofocus>${refusal ?? messages.notYet}</p>`
}

/** Requests to vote for instead. With them comes the word that they have been seen. */
export const renderSimilarRequests = ({ base }: PortalContext, similar: SimilarPublicRequest[]): Html =>
  similar.length === 0
    ? html``
    : html`<section class="similar" aria-labelledby="similar">
<h2 id="similar">${messages.similar}</h2>
<p class="help">${messages.similarText}</p>
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

export const renderNoOpenBoards = ({ base, workspace }: PortalContext): Html =>
  html`<div class="empty"><h1>${messages.none.title}</h1>
<p>${messages.none.text(workspace.name)}</p>
<p class="empty-actions"><a class="button" href="${base}/">${messages.none.back}</a></p></div>`
