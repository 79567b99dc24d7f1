import { formatTargetDelivery } from '#i18n/format.ts'
import type { RequestMark } from '../../feedback/own/mark.ts'
import type { PublicRequest } from '../../feedback/public/detail.ts'
import { Html, html } from '../../platform/formats/html.ts'
import { renderCustomerMarkdown } from '../../platform/formats/markdown.ts'
import { type CommentsSectionData, commentsSection } from '../comments/section.ts'
import type { PortalContext } from '../http/context.ts'
import { reportMessages } from '../messages/reports.ts'
import { requestMessages } from '../messages/requests.ts'
import { editedMark, followButton, ownNotice, ownRequestLinks, pendingEditNote } from '../own/actions.ts'
import { timeElement } from '../views/dates.ts'
import { personElement } from '../views/person.ts'
import { stageBadge, voteButton } from './components.ts'

export function renderRequest(
  context: PortalContext,
  request: PublicRequest,
  thread: Pick<CommentsSectionData, 'comments' | 'waiting' | 'marks' | 'draft'> | null,
  mark: RequestMark,
): Html {
  const { base, workspace, query } = context
  return html`<p class="back"><a href="${base}/">${requestMessages.back}</a></p>
${submittedNotice(context, request)}${ownNotice(context)}
<article class="detail">
<header class="detail-head">
${request.isPublic ? voteButton(base, request, `/requests/${request.id}`) : null}
<div><h1 dir="auto">${request.title}</h1>
<p class="facts">${stageBadge(workspace, request.stage)}<a href="${base}/?board=${request.board.slug}" dir="auto">${request.board.name}</a>${request.author && personElement(request.author)}${timeElement(request.createdAt, workspace.timeZone)}${editedMark(context, mark)}</p></div>
${followButton(context, request, mark)}
</header>
${request.isPublic || query.has('submitted') ? null : html`<p class="banner">${requestMessages.pendingNotice}</p>`}
${request.description === '' ? null : html`<div class="prose" dir="auto" lang="">${new Html(renderCustomerMarkdown(request.description, base))}</div>`}
${pendingEditNote(context, `/requests/${request.id}/edit`, mark.pendingEdit)}
${roadmapSection(context, request)}
${ownRequestLinks(context, request)}${reportLink(context, request)}
</article>
${thread && commentsSection(context, { path: `/requests/${request.id}`, ...thread })}`
}

/** Signed-in customers can report the requests of others. */
const reportLink = ({ base, viewer }: PortalContext, { id, isPublic, isOwn }: PublicRequest): Html | null =>
  viewer && isPublic && !isOwn
    ? html`<p class="comment-foot"><a href="${base}/requests/${id}/report" rel="nofollow" aria-label="${reportMessages.reportRequest}">${reportMessages.report}</a></p>`
    : null

/** Renders the outcome of a submitted form, once. */
function submittedNotice({ query }: PortalContext, { isOwn, isPublic }: PublicRequest): Html | null {
  const submitted = query.get('submitted')
  if (submitted === null || !isOwn) return null
  const outcome = submitted === 'before' ? 'duplicate' : isPublic ? 'public' : 'pending'
  return html`<p class="done" role="status" data-done>${requestMessages.submitted[outcome]}</p>`
}

/**
 * Renders when the request is expected or, once it is completed, when it was announced first, and the entries that
 * announced it. The expected date of a completed request no longer matters, so it is not shown.
 */
function roadmapSection({ base, workspace }: PortalContext, { roadmap, entries, stage }: PublicRequest): Html | null {
  const isCompleted = stage === 'completed'
  const target =
    !isCompleted && workspace.sections.roadmap && roadmap?.precision && roadmap.date
      ? formatTargetDelivery({ precision: roadmap.precision, date: roadmap.date })
      : null
  const announcements = workspace.sections.changelog ? entries : []
  const firstAnnouncement = (isCompleted && announcements.at(-1)) || null
  if (target === null && announcements.length === 0) return null
  return html`<dl class="coming">
${target && html`<div><dt>${requestMessages.target}</dt><dd><a href="${base}/roadmap">${target}</a></dd></div>`}
${firstAnnouncement && html`<div><dt>${requestMessages.announcedAt}</dt><dd>${timeElement(firstAnnouncement.publishedAt, workspace.timeZone)}</dd></div>`}
${announcements.length > 0 ? html`<div><dt>${requestMessages.announced}</dt><dd>${announcements.map(({ id, title }) => html`<a href="${base}/changelog/${id}" dir="auto">${title}</a>`)}</dd></div>` : null}
</dl>`
}
