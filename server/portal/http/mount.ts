import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientAddressOf } from '../../platform/http/request/client-address.ts'
import { isFromOwnPage } from '../../platform/http/request/same-origin.ts'
import { refuseOtherMethods } from '../../platform/http/pages/html-page.ts'
import { notFound } from '../../platform/problems.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import type { Answer } from './response.ts'
import { createAssets, portalAssetsBase, portalAssetsFolder } from './assets.ts'
import type { Portal, PortalDeps } from './services.ts'
import { corsHeaders } from './cors.ts'
import { FromElsewhere, portalErrors } from './errors.ts'
import { createGuard } from './rate-limits.ts'
import { PageCache } from './page-cache.ts'
import { anyPath, portalPages } from '../routes.ts'
import { readSent } from './body-parser.ts'
import type { PortalRoute, RouteOptions, Sent } from './route.ts'
import { type Finished, finish, sendOwn, sendShared, shared } from './send-response.ts'
import { createEntryAttempts } from '../auth/sign-in-limits.ts'
import { askedOf, isOnOwnHost, type Visit, visitOf } from './context.ts'
import { serveWidget } from '../widget/script.ts'
import { widgetTokenPurpose } from '../settings/widget-token.ts'

// Longer addresses are made up for one reader, and would crowd out others.
const sharedAddressAtMost = 300

/** The public portal of every workspace, at `/p/{slug}` and on host names of its own. */
export function portal(http: FastifyInstance, deps: PortalDeps): void {
  const own: Portal = {
    ...deps,
    cursors: new Signer(deps.secretKey, 'portal cursors'),
    acts: new Signer(deps.secretKey, 'portal acts'),
    widgetTokens: new Signer(deps.secretKey, widgetTokenPurpose),
    forms: new Signer(deps.secretKey, 'portal forms'),
    guard: createGuard(deps.rateLimitStore),
    vault: new Vault(deps.secretKey),
    attempts: createEntryAttempts(deps.rateLimitStore),
  }
  http.register(async (app) => {
    readSent(app)
    if (existsSync(portalAssetsFolder)) serveAssets(app)
    serveWidget(app, deps.settings.isDevelopment)
    const visits = new WeakMap<FastifyRequest, Visit>()
    const assets = createAssets(deps.settings.isDevelopment)
    portalErrors(app, { log: deps.log, visitOf: (request) => visits.get(request), assets })
    for (const [path, routes] of Map.groupBy(portalPages, (route) => route.path)) {
      const methods = routes.map(({ method }) => method)
      if (methods.includes('GET') && path !== anyPath) refuseOtherMethods(app, `/p/:slug${path}`, methods)
    }
    const desk = createDesk(own, visits)
    const cache = new PageCache()
    for (const route of portalPages) {
      const { method, path, options } = route
      const answer = async (request: FastifyRequest, reply: FastifyReply) => {
        const visit = await desk(request, options)
        const allowed = options.isFromAnywhere ? corsHeaders(visit, visit.origin) : {}
        // Also where it ends as an error.
        reply.headers(allowed)
        const { headers, ...rest } = await answerOf(route, visit, request)
        return finish(visit, { ...rest, headers: { ...allowed, ...headers } }, await assets())
      }
      app.route({
        method,
        url: `/p/:slug${path}`,
        // Before the body is read: a stranger's page does not get as far as that.
        onRequest: async (request) => {
          // Also what fails before anybody is known (errors.ts).
          if (options.isForScripts) request.headers.accept = 'application/json'
          if (method === 'POST' && !options.isFromAnywhere) refuseElsewhere(request, deps.settings.publicUrl)
        },
        handler: (request, reply) =>
          method === 'GET' && options.isShared
            ? sendToAll(cache, request, reply, () => answer(request, reply), options)
            : answer(request, reply).then((finished) => sendOwn(reply, finished)),
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

function createDesk(own: Portal, visits: WeakMap<FastifyRequest, Visit>) {
  const addressOf = clientAddressOf(own.settings.trustedProxies)
  return async (request: FastifyRequest, options: RouteOptions): Promise<Visit> => {
    const forwarded = request.headers['x-forwarded-for']
    const clientAddress = addressOf(request.socket.remoteAddress, [forwarded ?? []].flat().join(','))
    const visit = await visitOf(own, askedOf(request, options), { request, clientAddress })
    visits.set(request, visit)
    return visit
  }
}

async function answerOf({ options, handle }: PortalRoute, visit: Visit, request: FastifyRequest): Promise<Answer> {
  const { workspace, viewer, base, path } = visit
  if (options.section && !workspace.sections[options.section]) throw notFound()
  if (workspace.access === 'private' && viewer === null && !options.isOpen) {
    const next = request.method === 'GET' && path !== '/' ? `?${new URLSearchParams({ next: path })}` : ''
    return { kind: 'redirect', status: 302, location: `${base}/sign-in${next}` }
  }
  return handle(visit, (request.body as Sent | null) ?? { form: new FormData(), json: undefined })
}

function refuseElsewhere(request: FastifyRequest, publicUrl: string): void {
  if (!isFromOwnPage(request, publicUrl)) throw new FromElsewhere()
}

/** Who is not signed in reads what others have just read. */
async function sendToAll(
  cache: PageCache,
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<Finished>,
  { isFromAnywhere = false }: RouteOptions,
): Promise<FastifyReply> {
  const { cookie, authorization, 'heed-session': session, accept = '' } = request.headers
  // Who may read it elsewhere is in the answer (cors.ts).
  const origin = isFromAnywhere ? (request.headers.origin ?? '') : ''
  const isLong = request.url.length + origin.length > sharedAddressAtMost
  if ((cookie ?? authorization ?? session) !== undefined || isLong) return sendOwn(reply, await make())
  let own: Finished | null = null
  const isForScript = accept.includes('application/json')
  const answer = await cache.get(`${isForScript} ${isOnOwnHost(request)} ${origin} ${request.url}`, async () => {
    const made = await make()
    if (made.isShared) return shared(made)
    own = made
    return null
  })
  if (answer !== null) return sendShared(request, reply, answer)
  // Whoever waited for somebody else's makes their own.
  return sendOwn(reply, own ?? (await make()))
}
