import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { deriveKey } from '../../platform/crypto/secret-key.ts'
import { noticePage, renderErrorsAsPages, sendHtmlPage } from '../../platform/http/pages/html-page.ts'
import { attemptWindowSeconds } from '../../platform/http/rate-limits/attempt-limiter.ts'
import { createFixedWindow } from '../../platform/http/rate-limits/rate-limiter.ts'
import { clientNetwork, createClientAddressResolver } from '../../platform/http/request/client-address.ts'
import { Overloaded } from '../../platform/problems.ts'
import { isStorable } from '../../platform/validation.ts'
import { appMessages as messages } from '../messages.ts'
import { oauthPaths } from '../metadata.ts'
import { readAuthorizationQuery } from './authorization-query.ts'
import type { ProviderDeps } from './provider-context.ts'

// Requests per network in 15 minutes. Many people can share one network, and an app's server refreshes the tokens of
// all its users. A document that is not cached causes a request to another system.
const allowances = { authorize: 300, fetch: 60, token: 3_000, register: 20 }

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Serves the authorization server (OAuth 2.1) at `/oauth`. The first request loads the library, so a process that only
 * serves the API does not load it.
 */
export function mountAuthorizationServer(http: FastifyInstance, deps: ProviderDeps & { secretKey: string }): void {
  const { settings, rateLimitStore } = deps
  const window = (name: keyof typeof allowances) =>
    createFixedWindow(rateLimitStore, `oauth-${name}`, allowances[name], attemptWindowSeconds)
  const limits = { authorize: window('authorize'), token: window('token'), register: window('register') }
  const networkOf = createNetworkResolver(settings.trustedProxies)
  const handle = createHandler(deps, window('fetch'), networkOf)

  http.register(async (app) => {
    renderErrorsAsPages(app, deps.log)
    passBodiesOn(app)
    const authorize = async (request: FastifyRequest, reply: FastifyReply) => {
      if ((await limits.authorize.consume(networkOf(request.raw))) !== null) return sendHtmlPage(reply, 429, tooMany)
      const query = readAuthorizationQuery(request.raw.url ?? '')
      if (![...query.values()].every(isStorable)) return sendHtmlPage(reply, 400, unstorable)
      request.raw.url = `${oauthPaths.authorization}?${query}`
      return handle(request, reply)
    }
    app.get(oauthPaths.authorization, authorize)
    app.get(`${oauthPaths.authorization}/:id`, handle)

    const post = (path: string, limit: typeof limits.token) => {
      app.options(path, (_request, reply) => sendPreflight(reply))
      app.post(path, { errorHandler: sendBusy }, async (request, reply) => {
        reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': 'WWW-Authenticate' })
        const ms = await limit.consume(networkOf(request.raw))
        return ms === null ? handle(request, reply) : sendTooMany(reply, ms)
      })
    }
    post(oauthPaths.token, limits.token)
    post(oauthPaths.revocation, limits.token)
    if (settings.oauthDynamicRegistration) post(oauthPaths.registration, limits.register)
  })
}

function createNetworkResolver(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const resolveAddress = createClientAddressResolver(trustedProxies)
  return ({ socket, headers }) =>
    clientNetwork(resolveAddress(socket.remoteAddress, headers['x-forwarded-for'] as string | undefined))
}

/** The library reads bodies itself, up to 56 KB. */
function passBodiesOn(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

function createHandler(
  deps: ProviderDeps & { secretKey: string },
  fetches: ReturnType<typeof createFixedWindow>,
  networkOf: (request: IncomingMessage) => string,
) {
  const keys = [deriveKey(deps.secretKey, 'oauth cookies').toString('base64url')]
  const mayFetch = async ({ req }: KoaContextWithOIDC) => (await fetches.consume(networkOf(req))) === null
  const load = async (): Promise<Handle> => {
    const { createProvider } = await import('./create-provider.ts')
    return (await createProvider(deps, keys, mayFetch)).callback() as Handle
  }
  let loading: Promise<Handle> | undefined
  const { protocol, host } = new URL(deps.settings.publicUrl)

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    loading ??= load()
    const run = await loading.catch((error) => {
      loading = undefined
      throw error
    })
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    // The library must use PUBLIC_URL for its URLs and cookies, regardless of the client's and proxies' headers.
    Object.assign(request.raw.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) })
    delete request.raw.headers['x-forwarded-host']
    await run(request.raw, reply.raw)
  }
}

// The parameters are stored until the person decides, and PostgreSQL cannot store NUL characters.
const unstorable = noticePage(messages.rejected.title, messages.rejected.text({ reason: messages.unstorable }))

const tooMany = noticePage(messages.tooMany.title, messages.tooMany.text)

const sendTooMany = (reply: FastifyReply, ms: number) =>
  reply
    .code(429)
    .headers({ 'retry-after': String(Math.max(1, Math.ceil(ms / 1_000))) })
    .send({ error: 'temporarily_unavailable', error_description: 'Too many requests. Try again later.' })

/** Refuses a request during an overload with an OAuth error instead of a page. */
function sendBusy(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof Overloaded)) throw error
  reply
    .code(error.status)
    .headers({ ...error.extra.headers, 'access-control-allow-origin': '*' })
    .send({ error: 'temporarily_unavailable', error_description: error.message })
}

const sendPreflight = (reply: FastifyReply) =>
  reply
    .code(204)
    .headers({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': '*',
      'access-control-max-age': '3600',
    })
    .send()
