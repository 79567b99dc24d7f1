/**
 * Returns the value of a schema keyword as other programs understand it: standard formats only. Returns null for a
 * keyword that only our validation reads.
 */
export function publicKeyword(name: string, value: unknown): { value: unknown } | null {
  if (name === 'x-text' || name === 'x-storable') return null
  if (name !== 'format') return { value }
  if (value === 'timezone') return null
  return { value: value === 'http-url' ? 'uri' : value }
}
