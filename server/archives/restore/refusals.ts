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
  const { code = '', constraint, column, message } = error as DatabaseRefusal
  if (code === '23503') {
    return { isReference: true, column: null, reason: `refers to a record that does not exist (${constraint})` }
  }
  if (code === '23502') return { isReference: false, column: column ?? null, reason: 'is missing' }
  if (code === '23514') return { isReference: false, column: null, reason: `is not allowed (${constraint})` }
  if (/^2[23]/.test(code))
    return { isReference: false, column: null, reason: `has a value that is not valid (${message})` }
  return null
}
