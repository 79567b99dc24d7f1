import { createHash } from 'node:crypto'
import { type PortalContext, sections } from '../http/context.ts'
import { commonMessages } from '../messages/common.ts'
import type { Card } from './draw-card.ts'

// Increment when the design of the cards changes, so that caches don't serve old ones.
const design = 1

/** Describes the card of a page. @param title of a request or an entry; null for the workspace’s card */
export const cardOf = ({ workspace }: Pick<PortalContext, 'workspace'>, title: string | null): Card => ({
  workspace: workspace.name,
  accentColor: workspace.accentColor,
  title,
  caption: sections
    .filter((section) => workspace.sections[section])
    .map((section) => commonMessages.sections[section])
    .join(' · '),
})

/** Returns a key that identifies the content of a card. */
export const cardKey = (card: Card): string =>
  createHash('sha256')
    .update(JSON.stringify([design, card.workspace, card.accentColor, card.title, card.caption]))
    .digest('base64url')
    .slice(0, 16)

/**
 * Returns the URL of a page's card. It changes with the content, because services that show link previews cache images
 * for a long time.
 * @param path of the page, for a request or an entry with a card of its own; null for the workspace's card
 */
export const cardUrl = (context: PortalContext, path: string | null, title: string): string =>
  `${context.portalUrl}${path ?? ''}/og.png?v=${cardKey(cardOf(context, path === null ? null : title))}`
