import type { PublicEntry, PublicTag } from '../../changelog/public/entries.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import type { Page } from '../../platform/http/api/pagination.ts'
import type { PortalContext } from '../http/context.ts'
import { changelogMessages } from '../messages/changelog.ts'
import { type DayGroup, groupByDay } from '../views/dates.ts'
import { entryLabels, linkedRequests, reactionBar, tagBadge } from './components.ts'
import { renderEntryPreview } from './entry-preview.ts'

export interface ChangelogData {
  entries: Page<PublicEntry>
  tags: PublicTag[]
  tag: PublicTag | null
  /** Whether a page of later entries came before this one. */
  isContinued: boolean
  /** How to hear of new ones. */
  subscribe: Html
}

/** The address of a list, without what it is by default. */
export function changelogPath(tag: PublicTag | null, cursor: string | null = null): string {
  const parameters = new URLSearchParams({ ...(tag && { tag: tag.id }), ...(cursor && { cursor }) })
  return parameters.size === 0 ? '/changelog' : `/changelog?${parameters}`
}

export function renderChangelog(
  visit: PortalContext,
  { entries, tags, tag, isContinued, subscribe }: ChangelogData,
): Html {
  const { base, workspace } = visit
  const next = entries.pagination.nextCursor
  return html`<div class="intro">
<div><h1>${changelogMessages.title}</h1>
<p>${changelogMessages.lead(workspace.name)}</p></div>
</div>
${isContinued ? null : subscribe}
${tags.length > 0 ? tagsPart(base, tags, tag) : null}
${entries.data.length === 0 ? emptyPart(visit, tag) : groupByDay(entries.data, workspace.timeZone).map((day) => dayPart(visit, day))}
${next && html`<p class="more"><a class="button" href="${base}${changelogPath(tag, next)}" rel="next">${changelogMessages.earlier}</a></p>`}`
}

const tagsPart = (base: string, tags: PublicTag[], chosen: PublicTag | null): Html =>
  html`<nav class="tags" aria-label="${changelogMessages.tags}">
<a class="tag" href="${base}/changelog"${chosen === null ? html` aria-current="page"` : null}>${changelogMessages.allTags}</a>
${tags.map(
  (tag) =>
    html`<a class="tag" href="${base}${changelogPath(tag)}"${tag.id === chosen?.id ? html` aria-current="page"` : null}>${tagBadge(tag)}</a>
`,
)}
</nav>`

const dayPart = (visit: PortalContext, { items: of, heading }: DayGroup<PublicEntry>): Html =>
  html`<section class="day">
<h2 class="day-date">${heading}</h2>
<div class="day-entries">
${of.map((entry) => entryPart(visit, entry))}
</div>
</section>
`

function entryPart(visit: PortalContext, entry: PublicEntry): Html {
  const { base } = visit
  const { id, title, body, commentsEnabled, comments } = entry
  const { text, isWhole } = renderEntryPreview(body)
  return html`<article class="entry" id="e-${id}">
<h3 dir="auto"><a href="${base}/changelog/${id}">${title}</a></h3>
${entryLabels(base, entry)}
${body === '' ? null : html`<div class="prose" dir="auto" lang="">${text}</div>`}
${isWhole ? null : html`<p class="read-on"><a href="${base}/changelog/${id}" aria-label="${changelogMessages.moreOf(title)}">${changelogMessages.more}</a></p>`}
${linkedRequests(visit, entry)}
<div class="entry-foot">${reactionBar(base, entry, `/changelog#e-${id}`)}${
    commentsEnabled && comments > 0
      ? html`<a class="entry-comments" href="${base}/changelog/${id}#discussion">${changelogMessages.comments(comments)}</a>`
      : null
  }</div>
</article>
`
}

const emptyPart = ({ base, workspace }: PortalContext, tag: PublicTag | null): Html =>
  html`<div class="empty">
<h2>${changelogMessages.none.title}</h2>
<p>${tag === null ? changelogMessages.none.text(workspace.name) : changelogMessages.none.tagged}</p>
${tag && html`<p class="empty-actions"><a class="button" href="${base}/changelog">${changelogMessages.none.clear}</a></p>`}
</div>`
