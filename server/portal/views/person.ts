import type { PublicPerson } from '../../customers/public-name.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import { peopleMessages } from '../messages/people.ts'
import { initialOf, initialsOf } from './initial.ts'

// The number of hues in the style sheet (web/portal/styles/people.css).
const hueCount = 8

/**
 * Renders the initials of a name in a circle, and a neutral figure without a name. Decorative: the name is next to it.
 */
export const avatar = (name: string | null): Html =>
  name === null
    ? html`<span class="avatar" aria-hidden="true"><svg viewBox="0 0 16 16" width="14" height="14"><circle cx="8" cy="5.5" r="2.75"/><path d="M2.75 14a5.25 5.25 0 0 1 10.5 0z"/></svg></span>`
    : html`<span class="avatar hue-${hueOf(name)}" aria-hidden="true">${initialsOf(name)}</span>`

/** Derives the color from the name alone, so that it reveals nothing else about a customer. */
function hueOf(name: string): number {
  let sum = 7
  for (const character of name) sum = (sum * 31 + character.codePointAt(0)!) % 100_003
  return sum % hueCount
}

/** Marks the viewer's own requests and comments with an element beside the name, which a name cannot imitate. */
export const youBadge = (): Html => html` <span class="you" data-you>${peopleMessages.you}</span>`

/** Renders who wrote something: avatar, public name, and whether it was the viewer. */
export const personElement = ({ name, isViewer }: PublicPerson): Html =>
  html`<span class="person">${avatar(name)}<bdi class="person-name">${name ?? peopleMessages.customer}</bdi>${isViewer ? youBadge() : null}</span>`

/** Renders the avatar of the team: the workspace's initial in its color. */
export const teamAvatar = (workspace: string): Html =>
  html`<span class="avatar team-avatar" aria-hidden="true">${initialOf({ name: workspace, email: null })}</span>`
