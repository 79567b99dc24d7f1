import { createHash } from 'node:crypto'
import type { Alternative } from './query-words.ts'

/** Returns the prefix of all terms of a workspace, as `search_salt` in the database does. */
export const saltOf = (workspaceId: string): string =>
  createHash('sha256')
    .update(Buffer.from(workspaceId.replaceAll('-', ''), 'hex'))
    .digest('base64')
    .slice(0, 4)
    .replaceAll('+', '-')
    .replaceAll('/', '_')

/**
 * Writes a `tsquery` for requests that have one of the alternatives.
 * @param isComplete whether words that may be cut off count as complete.
 */
export const anyOf = (salt: string, alternatives: Alternative[], { isComplete = false } = {}): string =>
  `(${alternatives.map((alternative) => allTerms(salt, alternative, isComplete)).join(' | ')})`

function allTerms(salt: string, { terms, beginning }: Alternative, isComplete: boolean): string {
  const write = (stem: string) => `'${salt}${stem.replaceAll(/['\\]/g, '')}'`
  const written = terms.map(write)
  if (!isComplete && beginning !== null) {
    const open = [...endingsOf(beginning).map(write), `${write(beginning)}:*`, written.at(-1)]
    written[written.length - 1] = `(${open.join(' | ')})`
  }
  return `(${written.join(' & ')})`
}

// The beginnings of common English endings, of which "synci" has one: it becomes "syncing", whose stem is "sync".
const partialEnding = /(?:in|i|at|ati|atio|ation|e)$/
const minStem = 4

function endingsOf(beginning: string): string[] {
  const stem = beginning.replace(partialEnding, '')
  return stem !== beginning && stem.length >= minStem ? [stem] : []
}
