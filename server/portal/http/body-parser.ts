import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestBody } from './route.ts'

// A description of 10,000 characters of up to nine bytes each in a form, and what comes with it.
const maxBytes = 131_072

/** Bodies of the portal's routes are forms, or JSON from scripts. What is neither is read as empty. */
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
    return undefined
  }
}
