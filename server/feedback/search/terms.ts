import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Alternative } from './query-words.ts'

/** Returns the prefix of all terms of a workspace in the index, as `search_salt` in the database does. */
export const saltOf = (workspaceId: string): string =>
  createHash('sha256')
    .update(Buffer.from(workspaceId.replaceAll('-', ''), 'hex'))
    .digest('base64')
    .slice(0, 4)
    .replaceAll('+', '-')
    .replaceAll('/', '_')

/** Conditions on the terms or the text of a request, for the index and for requests that a statement has already read. */
export interface TermsCondition {
  /** A condition on `feedback f` that an index supports. */
  lookup: RawBuilder<boolean>
  /** The same condition without the index, which costs much less for each row. */
  check: RawBuilder<boolean>
}

/** Builds conditions for requests that match a `tsquery`, which `write` composes with the given salt. */
export const matchTerms = (workspaceId: string, write: (salt: string) => string): TermsCondition => ({
  lookup: sql<boolean>`search_salted_terms(f.workspace_id, f.search_terms) @@ ${write(saltOf(workspaceId))}::tsquery`,
  check: sql<boolean>`search_terms @@ ${write('')}::tsquery`,
})

interface QueryOptions {
  /** Only in the title. */
  inTitle?: boolean
  /** Words that may be cut off count as complete. */
  isComplete?: boolean
}

/**
 * Writes a `tsquery` for requests that have one of the alternatives.
 * @param salt the salt of the workspace for a lookup in the index, otherwise empty.
 */
export const anyOf = (salt: string, alternatives: Alternative[], options: QueryOptions = {}): string =>
  `(${alternatives.map((alternative) => allTerms(salt, alternative, options)).join(' | ')})`

function allTerms(
  salt: string,
  { terms, beginning }: Alternative,
  { inTitle = false, isComplete = false }: QueryOptions,
): string {
  // A term of the title is stored only with its mark.
  const marks = inTitle ? [titleMark] : [titleMark, '']
  const write = (stem: string, ending = '') => {
    const written = marks.map((mark) => `'${salt}${mark}${stem.replaceAll(/['\\]/g, '')}'${ending}`)
    return written.length === 1 ? written[0]! : `(${written.join(' | ')})`
  }
  const written = terms.map((stem) => write(stem))
  if (!isComplete && beginning !== null) {
    const last = terms.at(-1)!
    const others = [...endingsOf(beginning), ...(last.startsWith(beginning) ? [] : [last])]
    written[written.length - 1] = `(${[...others.map((stem) => write(stem)), write(beginning, ':*')].join(' | ')})`
  }
  return `(${written.join(' & ')})`
}

/** Begins the terms of a title. */
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
