import type { Neighbour, PublicEntry } from '../../changelog/public/entries.ts'
import type { Comment } from '../../comments/schema.ts'
import { Html, html } from '../../platform/formats/html.ts'
import type { Page } from '../../platform/http/api/pagination.ts'
import { dateOf } from '../views/dates.ts'
import type { CommentDraft } from '../comments/form.ts'
import { discussionPart } from '../comments/section.ts'
import type { Visit } from '../http/context.ts'
import { labelsOf, reactionsPart, requestsPart } from './components.ts'
import { words } from '../messages/changelog.ts'

export interface EntryData {
  entry: PublicEntry
  /** Its text as clean markup. */
  markup: string
  neighbours: { earlier: Neighbour | null; later: Neighbour | null }
  /** Null where none are taken. */
  comments: Page<Comment> | null
  draft: CommentDraft
}

export function entryBody(visit: Visit, { entry, markup, neighbours, comments, draft }: EntryData): Html {
  const { base, workspace } = visit
  return html`<p class="back"><a href="${base}/changelog">${words.back}</a></p>
<article class="detail entry">
<header class="entry-head">
<p class="entry-date">${dateOf(entry.publishedAt, workspace.timeZone)}</p>
<h1 dir="auto">${entry.title}</h1>
${labelsOf(base, entry)}
</header>
${entry.body === '' ? null : html`<div class="prose" dir="auto" lang="">${new Html(markup)}</div>`}
${requestsPart(visit, entry)}
${reactionsPart(base, entry, `/changelog/${entry.id}`)}
</article>
${neighboursPart(base, neighbours)}
${comments && discussionPart(visit, { path: `/changelog/${entry.id}`, comments, draft })}`
}

function neighboursPart(base: string, { earlier, later }: EntryData['neighbours']): Html | null {
  if (earlier === null && later === null) return null
  const link = (side: 'earlier' | 'later', neighbour: Neighbour | null) =>
    neighbour &&
    html`<a class="neighbour ${side}" href="${base}/changelog/${neighbour.id}" rel="${side === 'earlier' ? 'prev' : 'next'}"><span>${words.neighbour[side]}</span><strong dir="auto">${neighbour.title}</strong></a>
`
  return html`<nav class="neighbours" aria-label="${words.neighbours}">
${link('earlier', earlier)}${link('later', later)}
</nav>`
}
