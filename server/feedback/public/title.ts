import { cleanLine, isVisibleText } from '../../platform/formats/visible-text.ts'
import { publicRequestMessages } from './messages.ts'

/**
 * Returns a request's title as pages and mail show it: on one line, without characters that reorder or hide text. The
 * API accepts any title, so one may show nothing.
 */
export function displayTitle(title: string): string {
  const shown = cleanLine(title)
  return isVisibleText(shown) ? shown : publicRequestMessages.untitled
}

/** Returns the same row with its title as pages show it. */
export const withDisplayTitle = <T extends { title: string }>(row: T): T => ({ ...row, title: displayTitle(row.title) })
