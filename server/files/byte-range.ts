/** A part of a file: the positions of its first and last byte. */
export interface ByteRange {
  start: number
  end: number
}

const pattern = /^bytes=(\d*)-(\d*)$/

/**
 * Parses a `Range` header (RFC 9110, section 14.2). Multiple ranges are ignored, as the RFC allows, since a response
 * with several parts costs more than the whole file.
 * @returns null if the header is unsupported, so the response is the whole file
 */
export function parseRange(header: string | null, bytes: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = pattern.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  const isSuffix = first === ''
  const start = isSuffix ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = isSuffix || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (!isSuffix && last !== '' && Number(last) < Number(first)) return null
  return start < bytes ? { start, end } : 'unsatisfiable'
}

/** Yields the bytes of a range from a stream of the whole file. */
export async function* takeRange(body: AsyncIterable<Buffer>, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let position = 0
  for await (const chunk of body) {
    const part = chunk.subarray(Math.max(0, start - position), Math.max(0, end + 1 - position))
    if (part.length > 0) yield part
    position += chunk.length
    if (position > end) return
  }
}
