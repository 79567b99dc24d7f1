import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import { rejectOtherMethods } from '../../platform/http/pages/html-page.ts'
import { createClientAddressResolver } from '../../platform/http/request/client-address.ts'
import { isSameOrigin } from '../../platform/http/request/same-origin.ts'
import { notFound } from '../../platform/problems.ts'
import { createSignInLimits } from '../auth/sign-in-limits.ts'
import { catchAllPath, portalRoutes } from '../routes.ts'
import { widgetTokenPurpose } from '../settings/widget-token.ts'
import { serveWidgetScript } from '../widget/script.ts'
import { createAssetLoader, portalAssetsBase, portalAssetsFolder } from './assets.ts'
import { registerBodyParser } from './body-parser.ts'
import { isOnOwnHost, loadPortalContext, type PortalContext, parsePortalRequest } from './context.ts'
import { corsHeaders } from './cors.ts'
import { CrossOriginError, registerErrorHandler } from './errors.ts'
import { PageCache } from './page-cache.ts'
import { createPortalRateLimits } from './rate-limits.ts'
import type { PortalResponse } from './response.ts'
import type { PortalRoute, RequestBody, RouteOptions } from './route.ts'
import { type RenderedResponse, renderResponse, sendCached, sendPrivate, toCachedResponse } from './send-response.ts'
import type { PortalDeps, PortalServices } from './services.ts'

// Longer addresses are made up for one reader, and would crowd out others.
const maxCachedUrlLength = 300

/** The public portal of every workspace, at `/p/{slug}` and on host names of its own. */
export function mountPortal(http: FastifyInstance, deps: PortalDeps): void {
  const own: PortalServices = {
    ...deps,
    cursorSigner: new Signer(deps.secretKey, 'portal cursors'),
    actionSigner: new Signer(deps.secretKey, 'portal acts'),
    widgetTokenSigner: new Signer(deps.secretKey, widgetTokenPurpose),
    formSigner: new Signer(deps.secretKey, 'portal forms'),
    rateLimits: createPortalRateLimits(deps.rateLimitStore),
    vault: new Vault(deps.secretKey),
    signInLimits: createSignInLimits(deps.rateLimitStore),
  }
  http.register(async (app) => {
    registerBodyParser(app)
    if (existsSync(portalAssetsFolder)) serveAssets(app)
    serveWidgetScript(app, deps.settings.isDevelopment)
    const visits = new WeakMap<FastifyRequest, PortalContext>()
    const assets = createAssetLoader(deps.settings.isDevelopment)
    registerErrorHandler(app, { log: deps.log, visitOf: (request) => visits.get(request), assets })
    for (const [path, routes] of Map.groupBy(portalRoutes, (route) => route.path)) {
      const methods = routes.map(({ method }) => method)
      if (methods.includes('GET') && path !== catchAllPath) rejectOtherMethods(app, `/p/:slug${path}`, methods)
    }
    const desk = createContextLoader(own, visits)
    const cache = new PageCache()
    for (const route of portalRoutes) {
      const { method, path, options } = route
      const answer = async (request: FastifyRequest, reply: FastifyReply) => {
        const visit = await desk(request, options)
        const allowed = options.isCrossOrigin ? corsHeaders(visit, visit.origin) : {}
        // Also where it ends as an error.
        reply.headers(allowed)
        const { headers, ...rest } = await handleRoute(route, visit, request)
        return renderResponse(visit, { ...rest, headers: { ...allowed, ...headers } }, await assets())
      }
      app.route({
        method,
        url: `/p/:slug${path}`,
        // Before the body is read: a stranger's page does not get as far as that.
        onRequest: async (request) => {
          // Also what fails before anybody is known (errors.ts).
          if (options.isJsonOnly) request.headers.accept = 'application/json'
          if (method === 'POST' && !options.isCrossOrigin) requireSameOrigin(request, deps.settings.publicUrl)
        },
        handler: (request, reply) =>
          method === 'GET' && options.isCacheable
            ? sendFromCache(cache, request, reply, () => answer(request, reply), options)
            : answer(request, reply).then((finished) => sendPrivate(reply, finished)),
      })
    }
  })
}

/** Their names change with their content, so they may be kept for good (RFC 8246). */
function serveAssets(app: FastifyInstance): void {
  app.register(files, {
    root: fileURLToPath(portalAssetsFolder),
    prefix: portalAssetsBase,
    preCompressed: true,
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      // A page of another host of this instance loads the font.
      reply.header('access-control-allow-origin', '*')
    },
  })
}

function createContextLoader(own: PortalServices, visits: WeakMap<FastifyRequest, PortalContext>) {
  const addressOf = createClientAddressResolver(own.settings.trustedProxies)
  return async (request: FastifyRequest, options: RouteOptions): Promise<PortalContext> => {
    const forwarded = request.headers['x-forwarded-for']
    const clientAddress = addressOf(request.socket.remoteAddress, [forwarded ?? []].flat().join(','))
    const visit = await loadPortalContext(own, parsePortalRequest(request, options), { request, clientAddress })
    visits.set(request, visit)
    return visit
  }
}

async function handleRoute(
  { options, handle }: PortalRoute,
  visit: PortalContext,
  request: FastifyRequest,
): Promise<PortalResponse> {
  const { workspace, viewer, base, path } = visit
  if (options.section && !workspace.sections[options.section]) throw notFound()
  if (workspace.access === 'private' && viewer === null && !options.isSignInOptional) {
    const next = request.method === 'GET' && path !== '/' ? `?${new URLSearchParams({ next: path })}` : ''
    return { kind: 'redirect', status: 302, location: `${base}/sign-in${next}` }
  }
  return handle(visit, (request.body as RequestBody | null) ?? { form: new FormData(), json: undefined })
}

function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (!isSameOrigin(request, publicUrl)) throw new CrossOriginError()
}

/** Who is not signed in reads what others have just read. */
async function sendFromCache(
  cache: PageCache,
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<RenderedResponse>,
  { isCrossOrigin = false }: RouteOptions,
): Promise<FastifyReply> {
  const { cookie, authorization, 'heed-session': session, accept = '' } = request.headers
  // Who may read it elsewhere is in the answer (cors.ts).
  const origin = isCrossOrigin ? (request.headers.origin ?? '') : ''
  const isLong = request.url.length + origin.length > maxCachedUrlLength
  if ((cookie ?? authorization ?? session) !== undefined || isLong) return sendPrivate(reply, await make())
  let own: RenderedResponse | null = null
  const isForScript = accept.includes('application/json')
  const answer = await cache.get(`${isForScript} ${isOnOwnHost(request)} ${origin} ${request.url}`, async () => {
    const made = await make()
    if (made.isCacheable) return toCachedResponse(made)
    own = made
    return null
  })
  if (answer !== null) return sendCached(request, reply, answer)
  // Whoever waited for somebody else's makes their own.
  return sendPrivate(reply, own ?? (await make()))
}
