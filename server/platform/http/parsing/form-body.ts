import type { FastifyInstance, FastifyRequest } from 'fastify'

// The choice of one button takes a few dozen bytes, and somewhat more as multipart.
export const maxFormBytes = 10_240

/**
 * Parses bodies as forms, `application/x-www-form-urlencoded` or `multipart/form-data`, into a `FormData`, and anything
 * else into null. Register it only on an encapsulated instance, since it replaces the JSON parser.
 */
export function registerFormParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxFormBytes }, parse)
}

const parse = ({ headers }: FastifyRequest, bytes: string | Buffer): Promise<FormData | null> =>
  new Response(bytes as string | Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': headers['content-type'] ?? '' },
  })
    .formData()
    .catch(() => null)
