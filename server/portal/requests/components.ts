import { formatVoteCount } from '#i18n/format.ts'
import type { SimilarPublicRequest } from '../../feedback/public/similar.ts'
import type { Stage } from '../../feedback/schema.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import type { PortalContext, PortalWorkspace } from '../http/context.ts'
import { requestMessages } from '../messages/requests.ts'

interface Votable {
  id: string
  title: string
  votes: number
  isVoted: boolean | null
  stage: Stage
}

/**
 * Renders the vote button as its own form, which works without scripts. It sets a state instead of toggling it, so
 * that sending it twice is harmless. A completed request shows its votes without a button.
 * @param next where to return to, below the base
 */
export const voteButton = (base: string, request: Votable, next: string): Html =>
  request.stage === 'completed' ? voteCount(request) : voteForm(base, request, next)

const voteCount = ({ votes }: Votable): Html =>
  html`<p class="vote counted"><svg class="vote-mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path class="vote-arrow" d="M10 4.5 16 12H4z"/></svg><span class="vote-count" aria-hidden="true">${formatVoteCount(votes)}</span><span class="hidden">${requestMessages.votes({ count: votes })}</span></p>`

const voteForm = (base: string, { id, title, votes, isVoted }: Votable, next: string): Html =>
  html`<form method="post" action="${base}/requests/${id}/vote" class="vote-form" data-vote data-title="${title}">
<input type="hidden" name="next" value="${next}">
<button class="vote" name="vote" value="${isVoted ? 'withdraw' : 'cast'}" aria-pressed="${String(isVoted === true)}" aria-label="${requestMessages.voteButton({ title, count: votes })}">
<svg class="vote-mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path class="vote-arrow" d="M10 4.5 16 12H4z"/><path class="vote-check" d="m4.5 10.5 3.5 3.5 7.5-8"/></svg>
<span class="vote-count" data-count="${votes}">${formatVoteCount(votes)}</span>
</button>
</form>`

export const stageBadge = ({ stageLabels }: Pick<PortalWorkspace, 'stageLabels'>, stage: Stage): Html =>
  html`<span class="stage stage-${stage.replace('_', '-')}">${stageLabels[stage]}</span>`

/** Renders a similar request with its vote button. @param next as in `voteButton` */
export const similarItem = ({ base, workspace }: PortalContext, request: SimilarPublicRequest, next: string): Html =>
  html`<li class="similar-item" id="r-${request.id}">${voteButton(base, request, next)}
<div><a href="${base}/requests/${request.id}" dir="auto">${request.title}</a>
<p class="facts">${stageBadge(workspace, request.stage)}</p></div></li>
`
