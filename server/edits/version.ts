import { createHash } from 'node:crypto'
import { problem } from '../platform/problems.ts'
import { editMessages } from './messages.ts'

/**
 * Returns a fingerprint of texts. Forms contain it, so that an edit never overwrites text that its author has not seen.
 */
export const textVersion = (...texts: string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22)

/** Rejects an edit of a text that has changed since the form was opened. @throws 409 */
export function assertVersion(sent: string, current: string): void {
  if (sent !== current) throw problem('in_progress', editMessages.conflict)
}
