import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ProblemDetail, problem } from '../../problems.ts'

/** 1 MB (contract §1). */
export const bodyLimitBytes = 1_048_576

/** A body that could not be read as JSON: reported together with the other problems of the request. */
export class UnreadableBody {
  readonly detail: ProblemDetail

  constructor(message: string) {
    this.detail = { path: '', message }
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads bodies up to the limit, refusing larger ones while they stream in. What is wrong with a body is told by the
 * schema check, after the size: so this never fails for another reason.
 */
export function registerJsonBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    done(null, parse(request.headers, bytes as Buffer))
  })
}

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/

/**
 * Gives a Content-Type that is no media type at all the name of one. Fastify would answer it by itself, before the
 * size of the body is known and without our words; so it is refused where every other wrong type is.
 */
export function normalizeContentType({ raw: { headers } }: FastifyRequest): void {
  const sent = headers['content-type']
  if (sent !== undefined && !mediaType.test(sent)) headers['content-type'] = 'application/octet-stream'
}

function parse(headers: IncomingHttpHeaders, bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    return new UnreadableBody('must be sent without Content-Encoding')
  }
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  if (type !== 'application/json') return new UnreadableBody('must be sent as Content-Type: application/json')
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '')
  if (charset !== undefined && charset !== 'utf-8') return new UnreadableBody('must be encoded in UTF-8')
  try {
    // A member named __proto__ becomes an ordinary own member here, which the strict schemas then refuse by name.
    const body = JSON.parse(utf8.decode(bytes))
    return isBounded(body) ? body : new UnreadableBody(`must hold at most ${maxValues} values, ${maxDepth} deep`)
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'must be well-formed JSON' : 'must be encoded in UTF-8'
    return new UnreadableBody(reason)
  }
}

// The largest request that a schema admits holds about 200 values, three deep. A body of 1 MB can hold half a million,
// and saying what is wrong with each would keep everybody else waiting.
const maxValues = 1_000
const maxDepth = 16

function isBounded(body: unknown): boolean {
  let level: unknown[] = [body]
  let count = 1
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return false
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      for (const name in value) {
        count += 1
        if (count > maxValues) return false
        next.push((value as Record<string, unknown>)[name])
      }
    }
    level = next
  }
  return true
}

export const payloadTooLarge = () =>
  problem('payload_too_large', 'The body is larger than 1 MB (1,048,576 bytes).', { headers: { connection: 'close' } })
