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

interface QueryOptions {
  /** Only in the title. */
  inTitle?: boolean
  /** Words that may be cut off count as complete. */
  isComplete?: boolean
}

/** Writes a `tsquery` for requests that have one of the alternatives. */
export const anyOf = (salt: string, alternatives: Alternative[], options: QueryOptions = {}): string =>
  `(${alternatives.map((alternative) => allTerms(salt, alternative, options)).join(' | ')})`

function allTerms(
  salt: string,
  { terms, beginning }: Alternative,
  { inTitle = false, isComplete = false }: QueryOptions,
): string {
  const write = (stem: string) => `'${salt}${inTitle ? titleMark : ''}${stem.replaceAll(/['\\]/g, '')}'`
  const written = terms.map(write)
  if (!isComplete && beginning !== null) {
    const last = terms.at(-1)!
    const others = [...endingsOf(beginning), ...(last.startsWith(beginning) ? [] : [last])]
    written[written.length - 1] = `(${[...others.map(write), `${write(beginning)}:*`].join(' | ')})`
  }
  return `(${written.join(' & ')})`
}

/** Follows the salt in the terms of a title. */
const titleMark = '_'

// The beginnings of common English endings. "synci" has one: it becomes "syncing", with the stem "sync".
const partialEnding = /(?:in|i|at|ati|atio|ation|e)$/
const minStem = 4

// "plann" becomes "planning", with the stem "plan".
const doubled = /([bdfglmnprt])\1$/

function endingsOf(beginning: string): string[] {
  const stems = [beginning.replace(partialEnding, ''), beginning.replace(doubled, '$1')]
  return stems.filter((stem) => stem !== beginning && stem.length >= minStem)
}
