import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allowSlowBody } from '../platform/http/connections.ts'
import { isUuid } from '../platform/ids.ts'

/**
 * Leaves bodies unread, so that uploads are streamed. An upload is the file itself, without a form around it: its name is
 * in `Heed-File-Name`, percent-encoded.
 */
export function streamBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, body, done) => done(null, body))
}

/** Returns the file that an authorized person uploads, which may take minutes. Fastify has no body for an empty one. */
export function readFileBody({ raw, body }: FastifyRequest): Readable {
  allowSlowBody(raw)
  return (body as Readable | undefined) ?? Readable.from([])
}

/** Returns the key that the browser sends with each attempt of this upload; null if it sent none. */
export function readUploadKey({ headers }: FastifyRequest): string | null {
  const sent = [headers['heed-upload-key']].flat()[0] ?? ''
  return isUuid(sent) ? sent : null
}

const maxNameCharacters = 300

export function readFileName({ headers }: FastifyRequest): string {
  const sent = [headers['heed-file-name']].flat()[0] ?? ''
  try {
    return [...decodeURIComponent(sent)].slice(0, maxNameCharacters).join('')
  } catch {
    // The name is only informative, so one that cannot be decoded is replaced.
    return ''
  }
}
