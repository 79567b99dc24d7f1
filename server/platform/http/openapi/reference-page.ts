import { createHash } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

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

interface ReferencePage {
  server: FastifyInstance
  policy: string
  /** Entity tags of cacheable files, by path. */
  etags: Map<string, string>
}

/**
 * Serves the API reference at `/docs`. Its assets take 4 MB, so they are loaded on the first request instead of at
 * startup.
 */
export function referenceRoutes(app: FastifyInstance, specification: () => string): void {
  let page: Promise<ReferencePage> | null = null
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    page ??= buildReferencePage(specification())
    const { server, policy, etags } = await page
    reply.header('content-security-policy', policy)
    const etag = etags.get(request.url.split('?', 1)[0]!)
    if (etag !== undefined) {
      reply.header('cache-control', 'public, max-age=3600').header('etag', etag)
      // A compressing proxy may have made the tag weak, and the browser may send several.
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    }
    const { statusCode, headers, rawPayload } = await server.inject({ url: request.url })
    for (const name of ['content-type', 'location']) {
      if (headers[name] !== undefined) reply.header(name, headers[name])
    }
    return reply.code(statusCode).send(rawPayload)
  }
  for (const url of ['/docs', '/docs/*']) app.get(url, sendPage)
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('base64')

const scriptPath = '/docs/js/scalar.js'

async function buildReferencePage(content: string): Promise<ReferencePage> {
  const server = await loadReference(content)
  const html = (await server.inject({ url: '/docs/' })).payload
  const [, inlineScript] = /<script type="text\/javascript">([\s\S]*?)<\/script>/.exec(html)!
  const script = (await server.inject({ url: scriptPath })).rawPayload
  return {
    server,
    policy: policyFor(`sha256-${sha256(inlineScript!)}`),
    etags: new Map([[scriptPath, `"${sha256(script)}"`]]),
  }
}

async function loadReference(content: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const page = fastify()
  await page.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      content,
      title: 'Heed API',
      pageTitle: 'Heed API reference',
      metaData: { title: 'Heed API reference' },
      authentication: { preferredSecurityScheme: 'apiKey' },
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      mcp: { disabled: true },
      agent: { disabled: true },
    },
  } as never)
  await page.ready()
  return page
}
