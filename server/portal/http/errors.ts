import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CapReached } from '../../customers/identity/identify.ts'
import { html } from '../../platform/formats/html.ts'
import { notice, sendPage } from '../../platform/http/pages/html-page.ts'
import type { Log } from '../../platform/log.ts'
import { Problem, type ProblemCode, statusOf } from '../../platform/problems.ts'
import { page } from './response.ts'
import type { Assets } from './assets.ts'
import { finish, sendOwn } from './send-response.ts'
import type { Visit } from './context.ts'
import { words } from '../messages/common.ts'

/** A form that was sent by a page of another site. */
export class FromElsewhere extends Error {}

interface ErrorDeps {
  log: Log
  /** Undefined when it is not known whose portal it would be. */
  visitOf(request: FastifyRequest): Visit | undefined
  assets(): Promise<Assets>
}

interface Told {
  status: number
  title: string
  text: string
  /** For people, where the text is for programs. */
  sentence?: string
}

/** What was refused or went wrong, on a page that looks like the others; to a script, as JSON. */
export function portalErrors(app: FastifyInstance, { log, visitOf, assets }: ErrorDeps): void {
  app.setErrorHandler(async (error: FastifyError | Problem, request, reply) => {
    const visit = visitOf(request)
    const told = toldOf(error, visit?.workspace.name ?? '')
    if (told.status >= 500) {
      log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed')
    }
    // The rest of what was sent is not read.
    else if (!(error instanceof Problem)) reply.header('connection', 'close')
    if (error instanceof Problem) reply.headers(error.extra.headers ?? {})
    if (isForScript(request)) return sendData(request, reply, error, told)
    if (visit === undefined) return sendPage(reply, told.status, notice(told.title, told.text))
    const body = html`<div class="notice-page"><h1>${told.title}</h1>
<p>${told.sentence ?? told.text}</p>
${told.sentence ? html`<p><a class="button primary" href="${visit.base}/sign-in">${words.signIn}</a></p>` : null}
<p><a href="${visit.base}/">${words.notFound.home(visit.workspace.name)}</a></p></div>`
    return sendOwn(reply, finish(visit, page({ status: told.status, title: told.title, body }), await assets()))
  })
}

const isForScript = ({ headers }: FastifyRequest): boolean =>
  /application\/json/i.test(`${headers.accept} ${headers['content-type']}`)

/** In the shape of the API's errors (contract §2). */
function sendData({ id }: FastifyRequest, reply: FastifyReply, error: unknown, { status, text }: Told): FastifyReply {
  const details = error instanceof Problem ? error.extra.details : undefined
  const body = { error: { code: codeOf(error, status), message: text, ...(details && { details }), requestId: id } }
  return reply
    .code(status)
    .header('cache-control', 'private, no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

function codeOf(error: unknown, status: number): ProblemCode {
  if (error instanceof Problem) return error.code
  if (error instanceof FromElsewhere) return 'forbidden'
  if (status === 413) return 'payload_too_large'
  return status < 500 ? 'validation_error' : 'internal_error'
}

function toldOf(error: FastifyError | Problem, workspace: string): Told {
  if (error instanceof FromElsewhere) return { status: 403, ...words.elsewhere }
  if (error instanceof Problem) {
    const status = statusOf[error.code]
    if (error instanceof CapReached) return { status, title: words.full.title, text: words.full.text(workspace) }
    if (status === 404) return { status, title: words.notFound.title, text: words.notFound.text }
    // What is wrong with a token is for whoever makes them, who reads it as JSON.
    const isToken = error.code === 'unauthorized'
    const { title } = isToken ? words.notSignedIn : words.refused
    return { status, title, text: error.message, ...(isToken && { sentence: words.notArrived(workspace) }) }
  }
  const status = error.statusCode ?? 500
  return status < 500 ? { status, ...words.unreadable } : { status: 500, ...words.failed }
}
