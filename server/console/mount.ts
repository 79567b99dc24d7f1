import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noticePage, renderErrorsAsPages, sendHtmlPage } from '../platform/http/pages/html-page.ts'
import { createClientAddressResolver } from '../platform/http/request/client-address.ts'
import { isSameOrigin } from '../platform/http/request/same-origin.ts'
import { assetsFolder, BundleNotBuiltError, createBundleLoader } from './bundle.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import type { ConsoleDeps, RequestContext } from './request-context.ts'

// An entry may have 100,000 characters, of up to nine bytes each in a form.
const formBytesAtMost = 1_048_576

/** The console, at `/console`: its pages are those of `web/console`, rendered in this process. */
export function registerConsole(http: FastifyInstance, deps: ConsoleDeps): void {
  http.register(async (app) => {
    renderErrorsAsPages(app, deps.log)
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: formBytesAtMost }, (_request, bytes, done) =>
      done(null, bytes),
    )
    if (existsSync(assetsFolder)) serveAssets(app)
    // Before the body is read: a stranger's page does not get as far as that.
    app.addHook('onRequest', async (request, reply) => {
      if (isSameOrigin(request, deps.settings.publicUrl)) return
      reply.header('connection', 'close')
      return sendHtmlPage(reply, 403, crossOriginNotice)
    })
    const enter = createPageHandler(deps)
    // The router fetches what the page at `/console` shows from `/console.data`, beside it and not below.
    const url = ['/console', '/console.data', '/console/*']
    for (const path of url) app.route({ method: ['GET', 'POST'], url: path, handler: enter })
  })
}

/** Their names change with their content, so they may be kept for good (RFC 8246). */
function serveAssets(app: FastifyInstance): void {
  app.register(files, {
    root: fileURLToPath(assetsFolder),
    prefix: '/console/assets/',
    preCompressed: true,
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
}

function createPageHandler(deps: ConsoleDeps) {
  const bundle = createBundleLoader(deps.settings.isDevelopment)
  const { publicUrl, trustedProxies } = deps.settings
  const addressOf = createClientAddressResolver(trustedProxies)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const render = await bundle().catch((error) => {
      if (error instanceof BundleNotBuiltError) return null
      throw error
    })
    if (render === null) return sendHtmlPage(reply, 503, notBuiltNotice)
    const nonce = randomBytes(16).toString('base64')
    const asked = toFetchRequest(request, reply, publicUrl)
    const clientAddress = addressOf(request.socket.remoteAddress, asked.headers.get('x-forwarded-for'))
    const context = createRequestContext(deps, { requestId: request.id, nonce, clientAddress }, asked.headers)
    const response = await render(asked, context)
    const visitor = await context.loadedUser()
    for (const header of visitor?.setCookies ?? []) reply.header('set-cookie', header)
    return sendResponse(reply, response, nonce)
  }
}

const crossOriginNotice = noticePage(
  'That did not come from a page of this console',
  'Nothing was changed. Open the page again.',
)
const notBuiltNotice = noticePage('The pages have not been built', 'On the server, run: npm run build')

type RequestDetails = Pick<RequestContext, 'requestId' | 'nonce' | 'clientAddress'>

function createRequestContext(deps: ConsoleDeps, own: RequestDetails, headers: Headers): RequestContext {
  let visitor: ReturnType<RequestContext['currentUser']> | null = null
  return {
    deps,
    ...own,
    currentUser: () => {
      const asked = visitor ?? deps.accounts.readCurrentUser(headers)
      visitor = asked
      return asked
    },
    loadedUser: async () => visitor,
  }
}

/** The request as the Fetch standard has it, which is what the router takes. */
function toFetchRequest(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  const hasBody = request.method === 'POST'
  // Checked before this (origin.ts).
  const here = hasBody ? request.headers.origin! : publicUrl
  // The router compares both too, and a proxy may have changed the one.
  headers.set('host', new URL(here).host)
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return new Request(new URL(request.url, here), {
    method: request.method,
    headers,
    signal: gone.signal,
    ...(hasBody && { body: (request.body as Uint8Array<ArrayBuffer> | undefined) ?? null }),
  })
}

async function sendResponse(reply: FastifyReply, response: Response, nonce: string): Promise<FastifyReply> {
  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  // A form whose page says `no-referrer` would be sent with `Origin: null`.
  reply.header('referrer-policy', 'same-origin')
  if (response.body === null) return reply.send()
  if (!response.headers.get('content-type')?.startsWith('text/html')) return reply.send(response.body)
  reply.header('content-security-policy', contentSecurityPolicy(nonce))
  reply.header('x-robots-tag', 'noindex, nofollow')
  return reply.send(await response.text())
}
