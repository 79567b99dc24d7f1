import type { TSchema } from '../../schemas.ts'

/** Replaces text that is not valid percent-encoded UTF-8. The schema check rejects an unpaired surrogate. */
const undecodable = '\ud800'

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undecodable
  }
}

// The operation with the most parameters has 7, one of them up to 50 times.
const maxParameters = 200

/** Parses a query string into its parameters, each with all values in the order sent. */
export function parseQuery(text: string): Record<string, string[]> {
  const query: Record<string, string[]> = Object.create(null)
  if (text === '') return query
  const pairs = text.split('&', maxParameters + 1)
  // This runs before authentication, so its cost is bounded. The schema check rejects this name.
  if (pairs.length > maxParameters) return { [`(more than ${maxParameters} parameters)`]: [''] }
  for (const pair of pairs) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1))
    const values = query[name]
    if (values) values.push(value)
    else query[name] = [value]
  }
  return query
}

/**
 * Converts parameters to the types of their schema: digits become an integer, `true` and `false` a boolean, and a
 * repeatable parameter stays a list. Other values stay as they are for the schema check to report.
 */
export function coerceQuery(query: Record<string, string[]>, schema: TSchema): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {}
  // Without a prototype, a parameter named __proto__ is like any other and is rejected by name.
  const typed: Record<string, unknown> = Object.create(null)
  for (const [name, values] of Object.entries(query)) {
    const type = properties[name]?.type
    if (type === 'array') typed[name] = values
    else if (values.length > 1) typed[name] = values
    else if (type === 'boolean' && /^(true|false)$/.test(values[0]!)) typed[name] = values[0] === 'true'
    else if (type === 'integer' && /^-?\d{1,15}$/.test(values[0]!)) typed[name] = Number(values[0])
    else typed[name] = values[0]
  }
  return typed
}
