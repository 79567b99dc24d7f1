import type { PublicEntry, PublicTag } from '../../changelog/public/entries.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import type { Page } from '../../platform/http/api/pagination.ts'
import { type Day, daysOf } from '../views/dates.ts'
import type { Visit } from '../http/context.ts'
import { labelsOf, reactionsPart, requestsPart, tagMark } from './components.ts'
import { beginningOf } from './entry-preview.ts'
import { words } from '../messages/changelog.ts'

export interface ListData {
  entries: Page<PublicEntry>
  tags: PublicTag[]
  tag: PublicTag | null
  /** Whether a page of later entries came before this one. */
  isContinued: boolean
  /** How to hear of new ones. */
  subscribe: Html
}

/** The address of a list, without what it is by default. */
export function listAddress(tag: PublicTag | null, cursor: string | null = null): string {
  const parameters = new URLSearchParams({ ...(tag && { tag: tag.id }), ...(cursor && { cursor }) })
  return parameters.size === 0 ? '/changelog' : `/changelog?${parameters}`
}

export function listBody(visit: Visit, { entries, tags, tag, isContinued, subscribe }: ListData): Html {
  const { base, workspace } = visit
  const next = entries.pagination.nextCursor
  return html`<div class="intro">
<div><h1>${words.title}</h1>
<p>${words.lead(workspace.name)}</p></div>
</div>
${isContinued ? null : subscribe}
${tags.length > 0 ? tagsPart(base, tags, tag) : null}
${entries.data.length === 0 ? emptyPart(visit, tag) : daysOf(entries.data, workspace.timeZone).map((day) => dayPart(visit, day))}
${next && html`<p class="more"><a class="button" href="${base}${listAddress(tag, next)}" rel="next">${words.earlier}</a></p>`}`
}

const tagsPart = (base: string, tags: PublicTag[], chosen: PublicTag | null): Html =>
  html`<nav class="tags" aria-label="${words.tags}">
<a class="tag" href="${base}/changelog"${chosen === null ? html` aria-current="page"` : null}>${words.allTags}</a>
${tags.map(
  (tag) =>
    html`<a class="tag" href="${base}${listAddress(tag)}"${tag.id === chosen?.id ? html` aria-current="page"` : null}>${tagMark(tag)}</a>
`,
)}
</nav>`

const dayPart = (visit: Visit, { of, heading }: Day<PublicEntry>): Html =>
  html`<section class="day">
<h2 class="day-date">${heading}</h2>
<div class="day-entries">
${of.map((entry) => entryPart(visit, entry))}
</div>
</section>
`

function entryPart(visit: Visit, entry: PublicEntry): Html {
  const { base } = visit
  const { id, title, body, commentsEnabled, comments } = entry
  const { text, isWhole } = beginningOf(body)
  return html`<article class="entry" id="e-${id}">
<h3 dir="auto"><a href="${base}/changelog/${id}">${title}</a></h3>
${labelsOf(base, entry)}
${body === '' ? null : html`<div class="prose" dir="auto" lang="">${text}</div>`}
${isWhole ? null : html`<p class="read-on"><a href="${base}/changelog/${id}" aria-label="${words.moreOf(title)}">${words.more}</a></p>`}
${requestsPart(visit, entry)}
<div class="entry-foot">${reactionsPart(base, entry, `/changelog#e-${id}`)}${
    commentsEnabled && comments > 0
      ? html`<a class="entry-comments" href="${base}/changelog/${id}#discussion">${words.comments(comments)}</a>`
      : null
  }</div>
</article>
`
}

const emptyPart = ({ base, workspace }: Visit, tag: PublicTag | null): Html =>
  html`<div class="empty">
<h2>${words.none.title}</h2>
<p>${tag === null ? words.none.text(workspace.name) : words.none.tagged}</p>
${tag && html`<p class="empty-actions"><a class="button" href="${base}/changelog">${words.none.clear}</a></p>`}
</div>`
