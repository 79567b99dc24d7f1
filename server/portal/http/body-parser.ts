import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestBody } from './route.ts'

// A description of 10,000 characters, each up to nine bytes in a form, and the other fields.
const maxBytes = 131_072

/** Parses bodies as forms, or as JSON from scripts. Anything else is read as empty. */
export function registerBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, parse)
}

async function parse({ headers }: FastifyRequest, bytes: string | Buffer): Promise<RequestBody> {
  const type = headers['content-type'] ?? ''
  if (/^application\/json\b/i.test(type)) return { form: new FormData(), json: parseJson(bytes.toString()) }
  const form = await new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type } })
    .formData()
    .catch(() => new FormData())
  return { form, json: undefined }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The handler rejects a missing body, with the error of its own format.
    return undefined
  }
}
