import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ProblemDetail, problem } from '../../problems.ts'

/** 1 MB (contract §1). */
export const bodyLimitBytes = 1_048_576

/** A body that is not readable as JSON. It is reported together with the other problems of the request. */
export class UnreadableBody {
  readonly detail: ProblemDetail

  constructor(message: string) {
    this.detail = { path: '', message }
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads bodies up to the limit and rejects larger ones while they stream in. The schema check reports all other
 * problems of a body later, so parsing only fails because of its size.
 */
export function registerJsonBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    done(null, parse(request.headers, bytes as Buffer))
  })
}

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/

/**
 * Replaces a malformed Content-Type with a well-formed one. Fastify would reject it by itself, before the size of
 * the body is known and without our error format. This way it is rejected like every other wrong type.
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
    // JSON.parse makes __proto__ an ordinary own member, which the strict schemas reject by name.
    const body = JSON.parse(utf8.decode(bytes))
    return isBounded(body)
      ? body
      : new UnreadableBody(`must contain at most ${maxValues} values, nested at most ${maxDepth} levels deep`)
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'must be well-formed JSON' : 'must be encoded in UTF-8'
    return new UnreadableBody(reason)
  }
}

// The largest valid request has about 200 values, three levels deep. A body of 1 MB can have half a million, and
// reporting a problem for each would block other requests.
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
