import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

/** Contains the files that `bin/build-reference.ts` writes. */
export const referenceFolder = new URL('../../../../web/build/reference/', import.meta.url)

/** Serves the API reference at `/docs/`, which loads `openapi.json`; a 404 before `npm run build`. */
export function referenceRoutes(app: FastifyInstance): void {
  app.get('/docs', (_request, reply) => reply.redirect('/docs/', 302))

  app.get('/docs/', async (_request, reply) => {
    const page = await readBuilt('index.html')
    if (page === null) return reply.callNotFound()
    const [, inlineScript] = /<script type="text\/javascript">([\s\S]*?)<\/script>/.exec(page.toString())!
    return reply
      .header('content-security-policy', policyFor(`sha256-${sha256(inlineScript!)}`))
      .type('text/html; charset=utf-8')
      .send(page)
  })

  app.get('/docs/js/scalar.js', async (request, reply) => {
    // The script has 4 MB and is rarely read, so it is not kept in memory.
    const script = await readBuilt('js/scalar.js')
    if (script === null) return reply.callNotFound()
    const etag = `"${sha256(script)}"`
    reply.header('cache-control', 'public, max-age=3600').header('etag', etag)
    // A compressing proxy may have made the tag weak, and the browser may send several.
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return reply.type('application/javascript; charset=utf-8').send(script)
  })
}

const readBuilt = (name: string): Promise<Buffer | null> => readFile(new URL(name, referenceFolder)).catch(() => null)

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('base64')

/** Allows only content from this server and the page's own inline script. */
const policyFor = (scriptHash: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' '${scriptHash}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
