import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { widgetPath } from '../http/assets.ts'
import { sharedPathPrefix } from '../http/custom-domains.ts'

// Its address stays as its content changes: a new version is everywhere in five minutes.
const maxAgeSeconds = 300

interface EncodedScript {
  /** As `Content-Encoding`; null is as it is. */
  encoding: 'br' | 'gzip' | null
  bytes: Buffer
  etag: string
}

/** The script that other sites embed, for all workspaces. It is not there before `npm run build`. */
export function serveWidgetScript(app: FastifyInstance, isDevelopment: boolean): void {
  let forms = readEncodedScripts()
  app.get(`${sharedPathPrefix}widget.js`, async (request, reply) => {
    if (isDevelopment) forms = readEncodedScripts()
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const form = forms.find(({ encoding }) => encoding === null || accepted.includes(encoding))
    if (form === undefined) return reply.callNotFound()
    reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': `public, max-age=${maxAgeSeconds}`,
      vary: 'Accept-Encoding',
      etag: form.etag,
      // Pages that isolate themselves, or check what they load, may take it too (Fetch standard, sections 3.2 and 3.7).
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      ...(form.encoding && { 'content-encoding': form.encoding }),
    })
    const known = request.headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, ''))
    return known?.includes(form.etag) ? reply.code(304).send() : reply.send(form.bytes)
  })
}

/** The shortest first. */
function readEncodedScripts(): EncodedScript[] {
  const names = [
    { encoding: 'br' as const, suffix: '.br' },
    { encoding: 'gzip' as const, suffix: '.gz' },
    { encoding: null, suffix: '' },
  ]
  return names.flatMap(({ encoding, suffix }) => {
    const path = `${widgetPath.pathname}${suffix}`
    if (!existsSync(path)) return []
    const bytes = readFileSync(path)
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    return [{ encoding, bytes, etag }]
  })
}
