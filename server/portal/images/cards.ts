import { createHash } from 'node:crypto'
import { type PortalContext, sections } from '../http/context.ts'
import { commonMessages } from '../messages/common.ts'
import type { Card } from './draw-card.ts'

// Changes when the design of the cards does, so that caches draw them anew.
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

/** Returns what identifies the content of a card. */
export const cardKey = (card: Card): string =>
  createHash('sha256')
    .update(JSON.stringify([design, card.workspace, card.accentColor, card.title, card.caption]))
    .digest('base64url')
    .slice(0, 16)

/**
 * Returns the URL of a page's card. It changes with the content, because the services that show links keep images for
 * a long time.
 * @param path of the page, for a request or an entry with a card of its own; null for the workspace's card
 */
export const cardUrl = (context: PortalContext, path: string | null, title: string): string =>
  `${context.portalUrl}${path ?? ''}/og.png?v=${cardKey(cardOf(context, path === null ? null : title))}`
