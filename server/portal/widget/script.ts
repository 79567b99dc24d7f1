import { existsSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { computeEtag, matchesEtag } from '../../platform/http/request/etag.ts'
import { widgetPath } from '../http/assets.ts'
import { type Encoding, negotiateEncoding } from '../http/compression.ts'
import { sharedPathPrefix } from '../http/custom-domains.ts'

// The URL stays the same when the content changes, so a new version reaches everyone within five minutes.
const maxAgeSeconds = 300

interface EncodedScript {
  /** The `Content-Encoding`; null for none. */
  encoding: Encoding | null
  bytes: Buffer
  etag: string
}

/** Serves the script that other sites embed, for all workspaces; a 404 before `npm run build`. */
export function serveWidgetScript(app: FastifyInstance, isDevelopment: boolean): void {
  let scripts = readEncodedScripts()
  app.get(`${sharedPathPrefix}widget.js`, async (request, reply) => {
    if (isDevelopment) scripts = readEncodedScripts()
    const plain = scripts.find(({ encoding }) => encoding === null)
    if (plain === undefined) return reply.callNotFound()
    const accepted = negotiateEncoding(request.headers['accept-encoding'], plain.bytes)
    const script = scripts.find(({ encoding }) => encoding === accepted) ?? plain
    reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': `public, max-age=${maxAgeSeconds}`,
      vary: 'Accept-Encoding',
      etag: script.etag,
      // Cross-origin isolated pages and pages that use subresource integrity need these (Fetch standard, 3.2 and 3.7).
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      ...(script.encoding && { 'content-encoding': script.encoding }),
    })
    const isKnown = matchesEtag(request.headers['if-none-match'], script.etag)
    return isKnown ? reply.code(304).send() : reply.send(script.bytes)
  })
}

/** Reads the script in its encodings. */
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
    return [{ encoding, bytes, etag: computeEtag(bytes) }]
  })
}
