import type { FastifyInstance, FastifyRequest } from 'fastify'

// A button's choice has a few dozen bytes, and some more when it comes in parts.
export const maxFormBytes = 10_240

/**
 * Bodies of these routes are forms, as `application/x-www-form-urlencoded` or `multipart/form-data`: a `FormData`, or
 * null for anything else. Only for an encapsulated instance, whose routes have nothing to do with JSON.
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
