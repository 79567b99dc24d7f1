import type { AdjacentEntry, PublicEntry } from '../../changelog/public/entries.ts'
import type { PublicComment } from '../../comments/public.ts'
import type { OwnPendingComment } from '../../comments/review/own.ts'
import { Html, html } from '../../platform/formats/html.ts'
import type { Page } from '../../platform/http/api/pagination.ts'
import type { CommentDraft } from '../comments/form.ts'
import { type CommentMarks, commentsSection } from '../comments/section.ts'
import type { PortalContext } from '../http/context.ts'
import { changelogMessages } from '../messages/changelog.ts'
import { timeElement } from '../views/dates.ts'
import { entryCover, entryLabels, linkedRequests, reactionBar } from './components.ts'

export interface EntryPageData {
  entry: PublicEntry
  /** The body as sanitized HTML. */
  markup: string
  neighbours: { earlier: AdjacentEntry | null; later: AdjacentEntry | null }
  /** Null if comments are turned off. */
  comments: Page<PublicComment> | null
  waiting: OwnPendingComment[]
  marks: CommentMarks
  draft: CommentDraft
}

export function renderEntry(
  context: PortalContext,
  { entry, markup, neighbours, comments, waiting, marks, draft }: EntryPageData,
): Html {
  const { base, workspace } = context
  return html`<p class="back"><a href="${base}/changelog">${changelogMessages.back}</a></p>
<article class="detail entry">
<header class="entry-head">
<p class="entry-date">${timeElement(entry.publishedAt, workspace.timeZone)}</p>
<h1 dir="auto">${entry.title}</h1>
${entryLabels(base, entry)}
</header>
${entryCover(base, entry.cover, true)}
${entry.body === '' ? null : html`<div class="prose" dir="auto" lang="">${new Html(markup)}</div>`}
${linkedRequests(context, entry)}
${reactionBar(base, entry, `/changelog/${entry.id}`)}
</article>
${neighboursPart(base, neighbours)}
${comments && commentsSection(context, { path: `/changelog/${entry.id}`, comments, waiting, marks, draft })}`
}

function neighboursPart(base: string, { earlier, later }: EntryPageData['neighbours']): Html | null {
  if (earlier === null && later === null) return null
  const link = (side: 'earlier' | 'later', neighbour: AdjacentEntry | null) =>
    neighbour &&
    html`<a class="neighbour ${side}" href="${base}/changelog/${neighbour.id}" rel="${side === 'earlier' ? 'prev' : 'next'}"><span>${changelogMessages.adjacent[side]}</span><strong dir="auto">${neighbour.title}</strong></a>
`
  return html`<nav class="neighbours" aria-label="${changelogMessages.adjacentEntries}">
${link('earlier', earlier)}${link('later', later)}
</nav>`
}
