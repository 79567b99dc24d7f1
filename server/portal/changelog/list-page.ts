import type { PublicEntry, PublicTag } from '../../changelog/public/entries.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import type { Page } from '../../platform/http/api/pagination.ts'
import type { PortalContext } from '../http/context.ts'
import { changelogMessages } from '../messages/changelog.ts'
import { type DayGroup, groupByDay } from '../views/dates.ts'
import { entryCover, entryLabels, linkedRequests, reactionBar, tagBadge } from './components.ts'
import { renderEntryPreview } from './entry-preview.ts'

export interface ChangelogData {
  entries: Page<PublicEntry>
  tags: PublicTag[]
  tag: PublicTag | null
  /** Whether this is not the first page of the list. */
  isContinued: boolean
  subscribe: Html
}

/** Returns the path of a list; defaults are left out. */
export function changelogPath(tag: PublicTag | null, cursor: string | null = null): string {
  const parameters = new URLSearchParams({ ...(tag && { tag: tag.id }), ...(cursor && { cursor }) })
  return parameters.size === 0 ? '/changelog' : `/changelog?${parameters}`
}

export function renderChangelog(
  context: PortalContext,
  { entries, tags, tag, isContinued, subscribe }: ChangelogData,
): Html {
  const { base, workspace } = context
  const next = entries.pagination.nextCursor
  return html`<div class="intro">
<div><h1>${changelogMessages.title}</h1>
<p>${changelogMessages.lead({ workspace: workspace.name })}</p></div>
</div>
${isContinued ? null : subscribe}
${tags.length > 0 ? tagsPart(base, tags, tag) : null}
${entries.data.length === 0 ? emptyPart(context, tag) : groupByDay(entries.data, workspace.timeZone).map((day) => dayPart(context, day, entries.data[0]!))}
${next && html`<p class="more"><a class="button" href="${base}${changelogPath(tag, next)}" rel="next">${changelogMessages.older}</a></p>`}`
}

const tagsPart = (base: string, tags: PublicTag[], current: PublicTag | null): Html =>
  html`<nav class="tags" aria-label="${changelogMessages.tags}">
<a class="tag" href="${base}/changelog"${current === null ? html` aria-current="page"` : null}>${changelogMessages.allTags}</a>
${tags.map(
  (tag) =>
    html`<a class="tag" href="${base}${changelogPath(tag)}"${tag.id === current?.id ? html` aria-current="page"` : null}>${tagBadge(tag)}</a>
`,
)}
</nav>`

const dayPart = (context: PortalContext, { items, heading }: DayGroup<PublicEntry>, first: PublicEntry): Html =>
  html`<section class="day">
<h2 class="day-date">${heading}</h2>
<div class="day-entries">
${items.map((entry) => entryPart(context, entry, entry === first))}
</div>
</section>
`

function entryPart(context: PortalContext, entry: PublicEntry, isFirst: boolean): Html {
  const { base } = context
  const { id, title, body, commentsEnabled, comments } = entry
  const { text, isWhole } = renderEntryPreview(body, base)
  return html`<article class="entry" id="e-${id}">
<h3 dir="auto"><a href="${base}/changelog/${id}">${title}</a></h3>
${entryLabels(base, entry)}
${entryCover(base, entry.cover, isFirst)}
${body === '' ? null : html`<div class="prose" dir="auto" lang="">${text}</div>`}
${isWhole ? null : html`<p class="read-on"><a href="${base}/changelog/${id}" aria-label="${changelogMessages.moreOf({ title })}">${changelogMessages.more}</a></p>`}
${linkedRequests(context, entry)}
<div class="entry-foot">${reactionBar(base, entry, `/changelog#e-${id}`)}${
    commentsEnabled && comments > 0
      ? html`<a class="entry-comments" href="${base}/changelog/${id}#discussion">${changelogMessages.comments({ count: comments })}</a>`
      : null
  }</div>
</article>
`
}

const emptyPart = ({ base, workspace }: PortalContext, tag: PublicTag | null): Html =>
  html`<div class="empty">
<h2>${changelogMessages.none.title}</h2>
<p>${tag === null ? changelogMessages.none.text({ workspace: workspace.name }) : changelogMessages.none.tagged}</p>
${tag && html`<p class="empty-actions"><a class="button" href="${base}/changelog">${changelogMessages.none.clear}</a></p>`}
</div>`
