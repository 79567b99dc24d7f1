interface DatabaseRefusal {
  code?: string
  constraint?: string
  column?: string
  message: string
}

export interface Refusal {
  /** Whether a record that it refers to is missing. It may come later in the file. */
  isReference: boolean
  column: string | null
  reason: string
}

/**
 * Returns the problem that the database reports about the values of a record (PostgreSQL, appendix A: classes 22 and
 * 23); null for an error of another kind, such as a lost connection.
 */
export function describeRefusal(error: unknown): Refusal | null {
  const { code = '', message } = error as DatabaseRefusal
  const { constraint = nameIn(message, 'constraint'), column = nameIn(message, 'column') } = error as DatabaseRefusal
  if (code === '23503') {
    return { isReference: true, column: null, reason: `refers to a record that does not exist (${constraint})` }
  }
  if (code === '23502') return { isReference: false, column, reason: 'is missing' }
  if (code === '23514') return { isReference: false, column: null, reason: `is not allowed (${constraint})` }
  if (/^2[23]/.test(code))
    return { isReference: false, column: null, reason: `has a value that is not valid (${message})` }
  return null
}

/**
 * Returns the name that follows a word in a message of the database, because Citus forwards the errors of other nodes
 * without their fields. The name of a foreign key ends with the number of a shard there.
 */
const nameIn = (message: string, word: string): string | null =>
  new RegExp(`${word} "([^"]+?)(?:_\\d{6,})?"`).exec(message)?.[1] ?? null
