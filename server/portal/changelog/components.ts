import type { PublicEntry, PublicTag } from '../../changelog/public/entries.ts'
import { emoji } from '../../changelog/reactions/emoji.ts'
import type { Reaction } from '../../changelog/reactions/summary.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import type { PortalContext } from '../http/context.ts'
import { changelogMessages, emojiLabels } from '../messages/changelog.ts'
import { stageBadge } from '../requests/components.ts'

// A drawing, since the page's policy lets no element have a style of its own.
export const tagBadge = ({ name, color }: PublicTag): Html =>
  html`<svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true"><circle cx="4" cy="4" r="4" fill="${color}"/></svg><bdi>${name}</bdi>`

/** Version and tags; a tag leads to the others that have it. */
export const entryLabels = (base: string, { versionLabel, tags }: PublicEntry): Html | null =>
  versionLabel === null && tags.length === 0
    ? null
    : html`<ul class="labels">
${versionLabel && html`<li class="version"><bdi>${versionLabel}</bdi></li>`}
${tags.map((tag) => html`<li><a class="tag" href="${base}/changelog?tag=${tag.id}">${tagBadge(tag)}</a></li>`)}
</ul>`

/** What customers had asked for, as far as the workspace shows requests. */
export const linkedRequests = ({ base, workspace }: PortalContext, { requests }: PublicEntry): Html | null =>
  requests.length === 0 || !workspace.sections.requests
    ? null
    : html`<div class="answers"><p>${changelogMessages.requests}</p>
<ul>
${requests.map(({ id, title, stage }) => html`<li><a href="${base}/requests/${id}" dir="auto">${title}</a> ${stageBadge(stage)}</li>`)}
</ul></div>`

/**
 * Six buttons in a form of its own, so that it works without scripts; the wanted state is sent and not a change of it.
 * @param next where to come back to, below the base.
 */
export function reactionBar(base: string, { id, title, reactions }: PublicEntry, next: string): Html | null {
  if (reactions === null) return null
  return html`<form method="post" action="${base}/changelog/${id}/reactions" class="reactions" data-reactions>
<input type="hidden" name="next" value="${next}">
<div role="group" aria-label="${changelogMessages.reactions}: ${title}">
${emoji.map((each) => buttonOf(reactions.find((reaction) => reaction.emoji === each) ?? { emoji: each, count: 0, isOwn: false }))}
</div>
</form>`
}

const buttonOf = ({ emoji, count, isOwn }: Reaction): Html =>
  html`<button class="reaction" name="${isOwn ? 'withdraw' : 'react'}" value="${emoji}" aria-pressed="${String(isOwn)}" aria-label="${changelogMessages.reaction(emoji, count)}" title="${emojiLabels[emoji]}"><span aria-hidden="true">${emoji}</span><span class="reaction-count" data-count aria-hidden="true">${count === 0 ? '' : count.toLocaleString('en')}</span></button>
`
