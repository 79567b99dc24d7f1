import type { PublicBoard } from '../../boards/public.ts'
import type { SimilarPublicRequest } from '../../feedback/public/similar.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import { canGetMail } from '../auth/session.ts'
import type { PortalContext } from '../http/context.ts'
import { spamGuardFields } from '../http/spam-guard.ts'
import { newRequestMessages } from '../messages/new-request.ts'
import { requestMessages } from '../messages/requests.ts'
import { attachButton, filesAttribute } from '../views/attach.ts'
import { describedBy, fieldError } from '../views/form-fields.ts'
import { similarItem } from './components.ts'

/** A request that is being written. */
export interface RequestDraft {
  boardId: string
  title: string
  description: string
  /** The token of the submitted form; null for a new form. */
  formToken: string | null
  /** Similar requests of other customers. */
  similar: SimilarPublicRequest[]
  /** Whether the customer still has to review the similar requests. */
  mustReviewSimilar: boolean
  errors: { boardId?: string; title?: string; description?: string }
  /** Why the request was rejected, when no field is to blame. */
  formError: string | null
}

/**
 * Renders the form. The fields refer to an empty form by id: the similar requests between them contain vote forms, and
 * forms cannot be nested.
 */
export function renderNewRequestForm(context: PortalContext, draft: RequestDraft, boards: PublicBoard[]): Html {
  const { base, workspace, viewer } = context
  return html`<p class="back"><a href="${base}/">${requestMessages.back}</a></p>
<div class="intro"><div><h1>${newRequestMessages.title}</h1>
<p>${newRequestMessages.lead({ workspace: workspace.name })}</p></div></div>
<form id="new" method="post" action="${base}/requests/new" novalidate data-proof="request" data-draft="request"></form>
<div class="form" data-similar-at="${base}/similar">
${summary(draft)}
${boards.length > 1 ? boardField(draft, boards) : html`<input type="hidden" name="board" value="${boards[0]!.slug}" form="new">`}
<div class="field">
<label for="title">${newRequestMessages.titleLabel}</label>
<input id="title" name="title" form="new" value="${draft.title}" maxlength="200" required dir="auto" autocomplete="off"${describedBy('title', draft.errors.title, true)}>
${fieldError('title', draft.errors.title)}
<p class="help" id="title-help">${newRequestMessages.titleHint}</p>
</div>
<p class="hidden" role="status" data-similar-status></p>
<div data-similar>${renderSimilarRequests(context, draft.similar)}</div>
<div class="field">
<label for="description">${newRequestMessages.description}</label>
<textarea id="description" name="description" form="new" rows="6" maxlength="10000" dir="auto"${filesAttribute(context)}${describedBy('description', draft.errors.description, true)}>${`\n${draft.description}`}</textarea>
${attachButton(context, 'description')}
${fieldError('description', draft.errors.description)}
<p class="help" id="description-help">${newRequestMessages.descriptionHint}</p>
</div>
${spamGuardFields(context, draft.formToken, 'new')}
<div class="actions send"><button class="button primary" form="new">${draft.mustReviewSimilar ? newRequestMessages.sendAnyway : newRequestMessages.send}</button>
<p class="help">${newRequestMessages.reviewed}${canGetMail(viewer) ? ` ${newRequestMessages.mailNote}` : null}${viewer === null ? ` ${newRequestMessages.signInLater}` : null}</p></div>
</div>`
}

const boardField = ({ boardId, errors }: RequestDraft, boards: PublicBoard[]): Html =>
  html`<div class="field short">
<label for="board">${newRequestMessages.board}</label>
<div class="pick"><select id="board" name="board" form="new"${describedBy('board', errors.boardId, false)}>
${boards.map(({ slug, name }) => html`<option value="${slug}"${slug === boardId ? html` selected` : null}>${name}</option>`)}
</select></div>
${fieldError('board', errors.boardId)}
</div>`

/** Renders the error summary, which gets the focus so that screen readers read it first. */
function summary({ errors, formError, mustReviewSimilar }: RequestDraft): Html | null {
  if (mustReviewSimilar) {
    return html`<div class="banner" role="status" tabindex="-1" autofocus><strong>${newRequestMessages.reviewSimilar.title}</strong>
<p>${newRequestMessages.reviewSimilar.text}</p></div>`
  }
  if (formError === null && Object.keys(errors).length === 0) return null
  return html`<p class="form-fault" role="alert" tabindex="-1" autofocus>${formError ?? newRequestMessages.notSent}</p>`
}

/** Renders requests to vote for instead, and a field that says the customer has seen them. */
export const renderSimilarRequests = (context: PortalContext, similar: SimilarPublicRequest[]): Html =>
  similar.length === 0
    ? html``
    : html`<section class="similar" aria-labelledby="similar" data-count="${newRequestMessages.similarCount({ count: similar.length })}">
<h2 id="similar">${newRequestMessages.similar}</h2>
<p class="help">${newRequestMessages.similarText}</p>
<input type="hidden" name="seen" value="yes" form="new">
<ul>
${similar.map((request) => similarItem(context, request, `/requests/${request.id}`))}
</ul>
</section>`

export const renderNoOpenBoards = ({ base, workspace }: PortalContext): Html =>
  html`<div class="empty"><h1>${newRequestMessages.noBoards.title}</h1>
<p>${newRequestMessages.noBoards.text({ workspace: workspace.name })}</p>
<p class="empty-actions"><a class="button" href="${base}/">${newRequestMessages.noBoards.back}</a></p></div>`
