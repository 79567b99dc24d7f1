import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import { rejectOtherMethods } from '../../platform/http/pages/html-page.ts'
import { createClientAddressResolver } from '../../platform/http/request/client-address.ts'
import { recentWriteCookie } from '../../platform/http/request/recent-write.ts'
import { isSameOrigin } from '../../platform/http/request/same-origin.ts'
import { notFound } from '../../platform/problems.ts'
import { createSignInLimits } from '../auth/sign-in-limits.ts'
import { registerPortalUploads } from '../files/upload.ts'
import { catchAllPath, portalRoutes } from '../routes.ts'
import { widgetTokenPurpose } from '../settings/widget-token.ts'
import { createContactLimits } from '../widget/contact-limits.ts'
import { serveWidgetScript } from '../widget/script.ts'
import { createAssetLoader, serveAssets } from './assets.ts'
import { registerBodyParser } from './body-parser.ts'
import { loadPortalContext, type PortalContext, parsePortalRequest } from './context.ts'
import { corsHeaders } from './cors.ts'
import type { PortalDeps, PortalHandlerDeps } from './deps.ts'
import { CrossOriginError, registerErrorHandler } from './errors.ts'
import { PageCache } from './page-cache.ts'
import { createProofOfWork } from './proof-of-work.ts'
import { createPortalRateLimits } from './rate-limits.ts'
import type { PortalResponse } from './response.ts'
import type { PortalRoute, RequestBody, RouteOptions } from './route.ts'
import { sendFromCache } from './send-cached.ts'
import { renderResponse, sendPrivate } from './send-response.ts'

/** Serves the portal of every workspace at `/p/{slug}` and on custom domains. */
export function mountPortal(http: FastifyInstance, processDeps: PortalDeps): void {
  const { secretKey, rateLimitStore } = processDeps
  const deps: PortalHandlerDeps = {
    ...processDeps,
    cursorSigner: new Signer(secretKey, 'portal cursors'),
    actionSigner: new Signer(secretKey, 'portal pending actions'),
    widgetTokenSigner: new Signer(secretKey, widgetTokenPurpose),
    browserSigner: new Signer(secretKey, 'portal sign-in browsers'),
    formSigner: new Signer(secretKey, 'portal forms'),
    rateLimits: createPortalRateLimits(rateLimitStore),
    proofOfWork: createProofOfWork(new Signer(secretKey, 'portal proof of work'), rateLimitStore),
    vault: new Vault(secretKey),
    signInLimits: createSignInLimits(rateLimitStore),
    contactLimits: createContactLimits(rateLimitStore),
  }
  http.register(async (app) => {
    registerBodyParser(app)
    serveAssets(app)
    serveWidgetScript(app, deps.settings.isDevelopment)
    app.decorateRequest('portalContext', null)
    const assets = createAssetLoader(deps.settings.isDevelopment)
    registerErrorHandler(app, { log: deps.log, assets })
    for (const [path, routes] of Map.groupBy(portalRoutes, (route) => route.path)) {
      const methods = routes.map(({ method }) => method)
      if (methods.includes('GET') && path !== catchAllPath) rejectOtherMethods(app, `/p/:slug${path}`, methods)
    }
    const loadContext = createContextLoader(deps)
    registerPortalUploads(app, deps, (request) => loadContext(request, {}))
    const cache = new PageCache()
    for (const route of portalRoutes) {
      const { method, path, options } = route
      const respond = async (request: FastifyRequest, reply: FastifyReply) => {
        const context = await loadContext(request, options)
        const cors = options.isCrossOrigin ? corsHeaders(context, context.origin) : {}
        // Set here too, because error responses do not include the headers that the handler returns.
        reply.headers(cors)
        const { headers, ...rest } = await handleRoute(route, context, request)
        return renderResponse(context, { ...rest, headers: { ...cors, ...headers } }, await assets())
      }
      const wrote = method === 'POST' ? recentWriteCookie(deps.database, deps.settings.publicUrl) : null
      app.route({
        method,
        url: `/p/:slug${path}`,
        config: { readsReplica: (request) => method === 'GET' && readsReplica(parsePortalRequest(request, options)) },
        // Rejects requests from other sites before their body is read.
        onRequest: async (request, reply) => {
          if (wrote !== null) reply.header('set-cookie', wrote)
          // Applies to errors before the handler runs too (errors.ts).
          if (options.isJsonOnly) request.headers.accept = 'application/json'
          if (method === 'POST' && !options.isCrossOrigin) requireSameOrigin(request, deps.settings.publicUrl)
        },
        handler: (request, reply) =>
          method === 'GET' && options.isCacheable
            ? sendFromCache(cache, request, reply, () => respond(request, reply), options)
            : respond(request, reply).then((rendered) => sendPrivate(reply, rendered)),
      })
    }
  })
}

/** Searches read from a replica too, but are counted on the primary. */
const readsReplica = ({ mayBeStale, query }: ReturnType<typeof parsePortalRequest>): boolean =>
  mayBeStale && (query.get('search') ?? '').trim() === ''

function createContextLoader(deps: PortalHandlerDeps) {
  const addressOf = createClientAddressResolver(deps.settings.trustedProxies)
  return async (request: FastifyRequest, options: RouteOptions): Promise<PortalContext> => {
    const forwarded = request.headers['x-forwarded-for']
    const clientAddress = addressOf(request.socket.remoteAddress, [forwarded ?? []].flat().join(','))
    const context = await loadPortalContext(deps, parsePortalRequest(request, options), { request, clientAddress })
    request.portalContext = context
    return context
  }
}

async function handleRoute(
  { options, handle }: PortalRoute,
  context: PortalContext,
  request: FastifyRequest,
): Promise<PortalResponse> {
  const { workspace, viewer, base, path, query } = context
  if (options.section && !workspace.sections[options.section]) throw notFound()
  if (workspace.access === 'private' && viewer === null && !options.isSignInOptional) {
    const page = query.size === 0 ? path : `${path}?${query}`
    const next = request.method === 'GET' && page !== '/' ? `?${new URLSearchParams({ next: page })}` : ''
    return { kind: 'redirect', status: 302, location: `${base}/sign-in${next}` }
  }
  return handle(context, (request.body as RequestBody | null) ?? { form: new FormData(), json: undefined })
}

function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (!isSameOrigin(request, publicUrl)) throw new CrossOriginError()
}
