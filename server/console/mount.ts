import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientAddressOf } from '../platform/http/request/client-address.ts'
import { isFromOwnPage } from '../platform/http/request/same-origin.ts'
import { notice, renderErrorsAsPages, sendPage } from '../platform/http/pages/html-page.ts'
import { assetsFolder, createBundle, NotBuilt } from './bundle.ts'
import { type ConsoleDeps, type Entrance, entranceContext } from './request-context.ts'
import { contentPolicy } from './content-security-policy.ts'

// An entry may have 100,000 characters, of up to nine bytes each in a form.
const formBytesAtMost = 1_048_576

/** The console, at `/console`: its pages are those of `web/console`, rendered in this process. */
export function consolePages(http: FastifyInstance, deps: ConsoleDeps): void {
  http.register(async (app) => {
    renderErrorsAsPages(app, deps.log)
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: formBytesAtMost }, (_request, bytes, done) =>
      done(null, bytes),
    )
    if (existsSync(assetsFolder)) serveAssets(app)
    // Before the body is read: a stranger's page does not get as far as that.
    app.addHook('onRequest', async (request, reply) => {
      if (isFromOwnPage(request, deps.settings.publicUrl)) return
      reply.header('connection', 'close')
      return sendPage(reply, 403, elsewhere)
    })
    const enter = entranceTo(deps)
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

function entranceTo(deps: ConsoleDeps) {
  const bundle = createBundle(deps.settings.isDevelopment)
  const { publicUrl, trustedProxies } = deps.settings
  const addressOf = clientAddressOf(trustedProxies)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = await bundle().catch((error) => {
      if (error instanceof NotBuilt) return null
      throw error
    })
    if (answer === null) return sendPage(reply, 503, notBuilt)
    const { RouterContextProvider } = await import('react-router')
    const nonce = randomBytes(16).toString('base64')
    const asked = requestOf(request, reply, publicUrl)
    const context = new RouterContextProvider()
    const clientAddress = addressOf(request.socket.remoteAddress, asked.headers.get('x-forwarded-for'))
    context.set(entranceContext, entranceOf(deps, { requestId: request.id, nonce, clientAddress }, asked.headers))
    const response = await answer(asked, context)
    const visitor = await context.get(entranceContext).known()
    for (const header of visitor?.setCookies ?? []) reply.header('set-cookie', header)
    return send(reply, response, nonce)
  }
}

const elsewhere = notice('That did not come from a page of this console', 'Nothing was changed. Open the page again.')
const notBuilt = notice('The pages have not been built', 'On the server, run: npm run build')

type Asked = Pick<Entrance, 'requestId' | 'nonce' | 'clientAddress'>

function entranceOf(deps: ConsoleDeps, own: Asked, headers: Headers): Entrance {
  let visitor: ReturnType<Entrance['visitor']> | null = null
  return {
    deps,
    ...own,
    visitor: () => {
      const asked = visitor ?? deps.identity.visitorOf(headers)
      visitor = asked
      return asked
    },
    known: async () => visitor,
  }
}

/** The request as the Fetch standard has it, which is what the router takes. */
function requestOf(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Request {
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

async function send(reply: FastifyReply, response: Response, nonce: string): Promise<FastifyReply> {
  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  // A form whose page says `no-referrer` would be sent with `Origin: null`.
  reply.header('referrer-policy', 'same-origin')
  if (response.body === null) return reply.send()
  if (!response.headers.get('content-type')?.startsWith('text/html')) return reply.send(response.body)
  reply.header('content-security-policy', contentPolicy(nonce))
  reply.header('x-robots-tag', 'noindex, nofollow')
  return reply.send(await response.text())
}
