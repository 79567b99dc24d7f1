import type { Stage } from '../../feedback/schema.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import { requestMessages, stageLabels } from '../messages/requests.ts'

interface Votable {
  id: string
  title: string
  votes: number
  isVoted: boolean | null
}

/**
 * The one control that everybody uses: a form of its own, so that it works without scripts; the wanted state is sent and
 * not a change of it. @param next where to come back to, below the base.
 */
export const voteButton = (base: string, { id, title, votes, isVoted }: Votable, next: string): Html =>
  html`<form method="post" action="${base}/requests/${id}/vote" class="vote-form" data-vote>
<input type="hidden" name="next" value="${next}">
<button class="vote" name="vote" value="${isVoted ? 'withdraw' : 'cast'}" aria-pressed="${String(isVoted === true)}" aria-label="${requestMessages.vote(title)}, ${requestMessages.votes(votes)}">
<svg class="vote-mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path class="vote-arrow" d="M10 4.5 16 12H4z"/><path class="vote-check" d="m4.5 10.5 3.5 3.5 7.5-8"/></svg>
<span class="vote-count" data-count>${votes.toLocaleString('en')}</span>
</button>
</form>`

export const stageBadge = (stage: Stage): Html =>
  html`<span class="stage stage-${stage.replace('_', '-')}">${stageLabels[stage]}</span>`

/** The beginning of Markdown as a line of text, for lists: marks go, words stay. */
export function excerptOf(markdown: string, characters = 160): string {
  const text = markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(?:[-+*]|\d+\.)\s+/gm, '')
    .replaceAll(/[`*~]+/g, '')
    .replaceAll(/[_#>|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const letters = [...text]
  if (letters.length <= characters) return text
  const cut = letters.slice(0, characters).join('')
  // Within a word only where there is no other place, as in writing without spaces.
  const end = letters[characters] === ' ' ? cut.length : cut.lastIndexOf(' ')
  return `${cut.slice(0, end > cut.length / 2 ? end : cut.length).trimEnd()}…`
}
