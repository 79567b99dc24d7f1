import type { Comment } from '../../comments/schema.ts'
import type { PublicRequest } from '../../feedback/public-detail.ts'
import { Html, html } from '../../platform/html.ts'
import type { Page } from '../../platform/http/cursors.ts'
import { renderMarkdown } from '../../platform/markdown.ts'
import { dateOf, targetOf } from '../dates.ts'
import type { Visit } from '../visit.ts'
import { stageBadge, voteButton } from './parts.ts'
import { words } from './words.ts'

export function detailBody(
  visit: Visit,
  request: PublicRequest,
  comments: Page<Comment> | null,
  form: Html | null,
): Html {
  const { base, workspace } = visit
  return html`<p class="back"><a href="${base}/">${words.back}</a></p>
<article class="detail">
<header class="detail-head">
${request.isPublic ? voteButton(base, request, `/requests/${request.id}`) : null}
<div><h1 dir="auto">${request.title}</h1>
<p class="facts">${stageBadge(request.stage)}<a href="${base}/?board=${request.board.slug}" dir="auto">${request.board.name}</a><span>${words.asked} ${dateOf(request.createdAt, workspace.timeZone)}</span></p></div>
</header>
${request.isPublic ? null : html`<p class="banner">${words.waitingHere}</p>`}
${request.description === '' ? null : html`<div class="prose" dir="auto" lang="">${new Html(renderMarkdown(request.description))}</div>`}
${comingPart(visit, request)}
</article>
${comments && discussionPart(visit, request, comments, form)}`
}

/** What the team has said it will do, and has done. */
function comingPart({ base, workspace }: Visit, { roadmap, entries }: PublicRequest): Html | null {
  const target =
    workspace.sections.roadmap && roadmap?.precision && roadmap.date ? targetOf(roadmap.precision, roadmap.date) : null
  const told = workspace.sections.changelog ? entries : []
  if (target === null && told.length === 0) return null
  return html`<dl class="coming">
${target && html`<div><dt>${words.target}</dt><dd><a href="${base}/roadmap">${target}</a></dd></div>`}
${told.length > 0 ? html`<div><dt>${words.shipped}</dt><dd>${told.map(({ id, title }) => html`<a href="${base}/changelog/${id}" dir="auto">${title}</a>`)}</dd></div>` : null}
</dl>`
}

function discussionPart(
  { workspace, base }: Visit,
  request: PublicRequest,
  comments: Page<Comment>,
  form: Html | null,
): Html {
  const next = comments.pagination.nextCursor
  return html`<section class="discussion" aria-labelledby="discussion">
<h2 id="discussion">${words.discussion}</h2>
${comments.data.length === 0 ? html`<p class="quiet">${words.noComments}</p>` : html`<ol class="comments">${comments.data.map((comment) => commentItem(comment, workspace))}</ol>`}
${next && html`<p class="more"><a class="button" href="${base}/requests/${request.id}?cursor=${next}#discussion" rel="next">${words.moreComments}</a></p>`}
${form}
</section>`
}

export function commentItem(
  { id, body, kind, author, parentId, createdAt }: Comment,
  workspace: Visit['workspace'],
): Html {
  const isStaff = kind === 'staff_reply'
  const name = author.name ?? (author.type === 'customer' ? words.customer : words.anonymous)
  return html`<li class="comment${isStaff ? ' staff' : ''}${parentId === null ? '' : ' reply'}" id="c-${id}">
<p class="comment-head"><strong dir="auto">${name}</strong>${isStaff ? html`<span class="team">${words.team}</span>` : null} ${dateOf(createdAt, workspace.timeZone)}</p>
<div class="prose" dir="auto" lang="">${new Html(renderMarkdown(body))}</div>
</li>`
}
