import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

/** In the order of preference. */
const encodings: Encoding[] = ['br', 'gzip']

const compressors: Record<Encoding, (body: string | Buffer) => Promise<Buffer>> = {
  // A page at quality 4 is smaller than gzip makes it, at about the same cost.
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
}

// A smaller response fits into one packet as it is.
const minLength = 1_000

/** Returns the encoding to send a body in: the preferred one that the client accepts (RFC 9110, section 12.5.3). */
export function negotiateEncoding(acceptEncoding: string | undefined, body: string | Buffer): Encoding | null {
  if (acceptEncoding === undefined || body.length < minLength) return null
  const weights = parseWeights(acceptEncoding)
  const weightOf = (name: Encoding): number => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = encodings.toSorted((a, b) => weightOf(b) - weightOf(a))
  return weightOf(best!) > 0 ? best! : null
}

function parseWeights(acceptEncoding: string): Map<string, number> {
  const items = acceptEncoding.toLowerCase().split(',')
  return new Map(
    items.map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      // A malformed weight counts as not accepted.
      return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
    }),
  )
}

export const compress = (encoding: Encoding, body: string | Buffer): Promise<Buffer> => compressors[encoding](body)
