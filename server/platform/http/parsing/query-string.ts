import type { TSchema } from '../../schemas.ts'

/** Stands for text that is not valid percent-encoded UTF-8; the schema check refuses an unpaired surrogate by name. */
const undecodable = '\ud800'

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undecodable
  }
}

// The operation with the most takes 7, one of them up to 50 times.
const maxParameters = 200

/** Every parameter of a query string with all its values, in the order sent. */
export function parseQuery(text: string): Record<string, string[]> {
  const query: Record<string, string[]> = Object.create(null)
  if (text === '') return query
  const pairs = text.split('&', maxParameters + 1)
  // Read before anybody has shown a key, so what it may cost is bounded; the rest is refused under this name.
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
 * Gives parameters the types that their schema asks for: a whole number written in digits becomes one, a repeatable
 * parameter stays a list. What does not fit stays as it is, for the schema check to name.
 */
export function coerceQuery(query: Record<string, string[]>, schema: TSchema): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {}
  // Without a prototype, so that a parameter named __proto__ is one like any other, and refused by name.
  const typed: Record<string, unknown> = Object.create(null)
  for (const [name, values] of Object.entries(query)) {
    const type = properties[name]?.type
    if (type === 'array') typed[name] = values
    else if (values.length > 1) typed[name] = values
    else if (type === 'integer' && /^-?\d{1,15}$/.test(values[0]!)) typed[name] = Number(values[0])
    else typed[name] = values[0]
  }
  return typed
}
