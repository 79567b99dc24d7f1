import type { Comment } from '../../comments/schema.ts'
import type { PublicRequest } from '../../feedback/public/detail.ts'
import { Html, html } from '../../platform/formats/html.ts'
import type { Page } from '../../platform/http/api/pagination.ts'
import { renderMarkdown } from '../../platform/formats/markdown.ts'
import { dateOf, targetOf } from '../views/dates.ts'
import type { CommentDraft } from '../comments/form.ts'
import { discussionPart } from '../comments/section.ts'
import type { Visit } from '../http/context.ts'
import { stageBadge, voteButton } from './components.ts'
import { words } from '../messages/requests.ts'

export function detailBody(
  visit: Visit,
  request: PublicRequest,
  comments: Page<Comment> | null,
  draft: CommentDraft,
): Html {
  const { base, workspace, query } = visit
  return html`<p class="back"><a href="${base}/">${words.back}</a></p>
${filedPart(visit, request)}
<article class="detail">
<header class="detail-head">
${request.isPublic ? voteButton(base, request, `/requests/${request.id}`) : null}
<div><h1 dir="auto">${request.title}</h1>
<p class="facts">${stageBadge(request.stage)}<a href="${base}/?board=${request.board.slug}" dir="auto">${request.board.name}</a><span>${words.asked} ${dateOf(request.createdAt, workspace.timeZone)}</span></p></div>
</header>
${request.isPublic || query.has('filed') ? null : html`<p class="banner">${words.waitingHere}</p>`}
${request.description === '' ? null : html`<div class="prose" dir="auto" lang="">${new Html(renderMarkdown(request.description))}</div>`}
${comingPart(visit, request)}
</article>
${comments && discussionPart(visit, { path: `/requests/${request.id}`, comments, draft })}`
}

/** What has become of a form that was sent, said once. */
function filedPart({ query }: Visit, { isOwn, isPublic }: PublicRequest): Html | null {
  const filed = query.get('filed')
  if (filed === null || !isOwn) return null
  const sentence = filed === 'before' ? words.filed.before : isPublic ? words.filed.public : words.filed.waiting
  return html`<p class="done" role="status" data-done>${sentence}</p>`
}

/** What the team has said it will do, and has done. */
function comingPart({ base, workspace }: Visit, { roadmap, entries, stage }: PublicRequest): Html | null {
  const target =
    workspace.sections.roadmap && roadmap?.precision && roadmap.date ? targetOf(roadmap.precision, roadmap.date) : null
  const told = workspace.sections.changelog ? entries : []
  if (target === null && told.length === 0) return null
  return html`<dl class="coming">
${target && html`<div><dt>${stage === 'completed' ? words.targetDone : words.target}</dt><dd><a href="${base}/roadmap">${target}</a></dd></div>`}
${told.length > 0 ? html`<div><dt>${words.shipped}</dt><dd>${told.map(({ id, title }) => html`<a href="${base}/changelog/${id}" dir="auto">${title}</a>`)}</dd></div>` : null}
</dl>`
}
