import { formatNumber } from '#i18n/format.ts'
import type { Cover } from '../../changelog/cover.ts'
import type { PublicEntry, PublicTag } from '../../changelog/public/entries.ts'
import { emoji } from '../../changelog/reactions/emoji.ts'
import type { Reaction } from '../../changelog/reactions/summary.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import type { PortalContext } from '../http/context.ts'
import { changelogMessages, emojiLabels } from '../messages/changelog.ts'
import { stageBadge } from '../requests/components.ts'

// An SVG, because the page's policy forbids inline styles.
export const tagBadge = ({ name, color }: PublicTag): Html =>
  html`<svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true"><circle cx="4" cy="4" r="4" fill="${color}"/></svg><bdi>${name}</bdi>`

/** Renders the image above an entry. @param isFirst whether the page shows it without scrolling */
export const entryCover = (base: string, cover: Cover | null, isFirst: boolean): Html | null =>
  cover &&
  html`<img class="entry-cover" src="${base}${cover.url}" alt="${cover.alt}" width="${cover.width}" height="${cover.height}"${isFirst ? html` fetchpriority="high"` : html` loading="lazy"`}>`

/** Renders version and tags; a tag links to all entries that have it. */
export const entryLabels = (base: string, { versionLabel, tags }: PublicEntry): Html | null =>
  versionLabel === null && tags.length === 0
    ? null
    : html`<ul class="labels">
${versionLabel && html`<li class="version"><bdi>${versionLabel}</bdi></li>`}
${tags.map((tag) => html`<li><a class="tag" href="${base}/changelog?tag=${tag.id}">${tagBadge(tag)}</a></li>`)}
</ul>`

/** Renders the linked requests, if the workspace shows requests. */
export const linkedRequests = ({ base, workspace }: PortalContext, { requests }: PublicEntry): Html | null =>
  requests.length === 0 || !workspace.sections.requests
    ? null
    : html`<div class="answers"><p>${changelogMessages.requests}</p>
<ul>
${requests.map(({ id, title, stage }) => html`<li><a href="${base}/requests/${id}" dir="auto">${title}</a> ${stageBadge(workspace, stage)}</li>`)}
</ul></div>`

/**
 * Renders six buttons in their own form, which works without scripts. Each button sets a state instead of toggling
 * it, so that sending it twice is harmless.
 * @param next where to return to, below the base
 */
export function reactionBar(base: string, { id, title, reactions }: PublicEntry, next: string): Html | null {
  if (reactions === null) return null
  return html`<form method="post" action="${base}/changelog/${id}/reactions" class="reactions" data-reactions>
<input type="hidden" name="next" value="${next}">
<div role="group" aria-label="${changelogMessages.reactions({ title })}">
${emoji.map((each) => buttonOf(reactions.find((reaction) => reaction.emoji === each) ?? { emoji: each, count: 0, isOwn: false }))}
</div>
</form>`
}

const buttonOf = ({ emoji, count, isOwn }: Reaction): Html =>
  html`<button class="reaction" name="${isOwn ? 'withdraw' : 'react'}" value="${emoji}" aria-pressed="${String(isOwn)}" aria-label="${changelogMessages.reaction({ label: emojiLabels[emoji], count })}" title="${emojiLabels[emoji]}"><span aria-hidden="true">${emoji}</span><span class="reaction-count" data-count aria-hidden="true">${count === 0 ? '' : formatNumber(count)}</span></button>
`
