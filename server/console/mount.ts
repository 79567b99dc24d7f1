import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serveBuiltAssets } from '../platform/http/built-assets.ts'
import { noticePage, renderErrorsAsPages, sendHtmlPage } from '../platform/http/pages/html-page.ts'
import { createClientAddressResolver } from '../platform/http/request/client-address.ts'
import { recentWriteCookie } from '../platform/http/request/recent-write.ts'
import { isSameOrigin } from '../platform/http/request/same-origin.ts'
import { assetsFolder, BundleNotBuiltError, createBundleLoader } from './bundle.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { registerConsoleFiles } from './files.ts'
import { registerConsoleImports } from './imports.ts'
import { consolePageMessages as messages } from './messages/pages.ts'
import type { ConsoleDeps, RequestContext } from './request-context.ts'

// An entry can have 100,000 characters of up to nine bytes each in a form.
const maxFormBytes = 1_048_576

/** Registers the console at `/console`; its pages in `web/console` are rendered in this process. */
export function registerConsole(http: FastifyInstance, deps: ConsoleDeps): void {
  http.register(async (app) => {
    renderErrorsAsPages(app, deps.log)
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxFormBytes }, (_request, bytes, done) =>
      done(null, bytes),
    )
    if (existsSync(assetsFolder)) {
      serveBuiltAssets(app, { root: fileURLToPath(assetsFolder), prefix: '/console/assets/' })
    }
    // Checked before the body is read, so that another site cannot make the server parse one.
    app.addHook('onRequest', async (request, reply) => {
      if (isSameOrigin(request, deps.settings.publicUrl)) return
      reply.header('connection', 'close')
      return sendHtmlPage(reply, 403, crossOriginNotice)
    })
    registerConsoleFiles(app, deps)
    registerConsoleImports(app, deps)
    const handlePage = createPageHandler(deps)
    // The router loads the data of the page at `/console` from `/console.data`, which is not below it.
    const url = ['/console', '/console.data', '/console/*']
    for (const path of url) app.route({ method: ['GET', 'POST'], url: path, handler: handlePage })
  })
}

function createPageHandler(deps: ConsoleDeps) {
  const bundle = createBundleLoader(deps.settings.isDevelopment)
  const { publicUrl, trustedProxies } = deps.settings
  const resolveClientAddress = createClientAddressResolver(trustedProxies)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const render = await bundle().catch((error) => {
      if (error instanceof BundleNotBuiltError) return null
      throw error
    })
    if (render === null) return sendHtmlPage(reply, 503, notBuiltNotice)
    const nonce = randomBytes(16).toString('base64')
    const fetchRequest = toFetchRequest(request, reply, publicUrl)
    const clientAddress = resolveClientAddress(
      request.socket.remoteAddress,
      fetchRequest.headers.get('x-forwarded-for'),
    )
    const context = createRequestContext(deps, { requestId: request.id, nonce, clientAddress }, fetchRequest.headers)
    const response = await render(fetchRequest, context)
    const user = await context.loadedUser()
    const wrote = request.method === 'POST' ? recentWriteCookie(deps.database, publicUrl) : null
    if (wrote !== null) reply.header('set-cookie', wrote)
    for (const header of user?.setCookies ?? []) reply.header('set-cookie', header)
    return sendResponse(reply, response, contentSecurityPolicy(nonce, context.formTargets))
  }
}

const crossOriginNotice = noticePage(messages.crossOrigin.title, messages.crossOrigin.text)
const notBuiltNotice = noticePage(messages.notBuilt.title, messages.notBuilt.text)

type RequestDetails = Pick<RequestContext, 'requestId' | 'nonce' | 'clientAddress'>

function createRequestContext(deps: ConsoleDeps, details: RequestDetails, headers: Headers): RequestContext {
  let loading: ReturnType<RequestContext['currentUser']> | null = null
  return {
    deps,
    ...details,
    formTargets: [],
    currentUser: () => {
      loading ??= deps.accounts.readCurrentUser(headers)
      return loading
    },
    loadedUser: async () => loading,
  }
}

/** Converts to a request of the Fetch standard, as the router takes it. */
function toFetchRequest(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each)
  }
  const hasBody = request.method === 'POST'
  // The origin was checked before (same-origin.ts).
  const origin = hasBody ? request.headers.origin! : publicUrl
  // The router compares host and origin as well, and a proxy may have changed the host.
  headers.set('host', new URL(origin).host)
  const disconnected = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) disconnected.abort()
  })
  return new Request(new URL(request.url, origin), {
    method: request.method,
    headers,
    signal: disconnected.signal,
    ...(hasBody && { body: (request.body as Uint8Array<ArrayBuffer> | undefined) ?? null }),
  })
}

async function sendResponse(reply: FastifyReply, response: Response, policy: string): Promise<FastifyReply> {
  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  // Browsers send a form with `Origin: null` if its page has the policy `no-referrer`.
  reply.header('referrer-policy', 'same-origin')
  if (response.body === null) return reply.send()
  if (!response.headers.get('content-type')?.startsWith('text/html')) return reply.send(response.body)
  reply.header('content-security-policy', policy)
  reply.header('x-frame-options', 'DENY')
  reply.header('x-robots-tag', 'noindex, nofollow')
  return reply.send(await response.text())
}
