import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CustomerCapReached } from '../../customers/identity/identify.ts'
import { html } from '../../platform/formats/html.ts'
import { noticePage, sendHtmlPage } from '../../platform/http/pages/html-page.ts'
import type { Log } from '../../platform/log.ts'
import { Problem, type ProblemCode, statusByCode } from '../../platform/problems.ts'
import { commonMessages } from '../messages/common.ts'
import type { Assets } from './assets.ts'
import type { PortalContext } from './context.ts'
import { pageResponse } from './response.ts'
import { renderResponse, sendPrivate } from './send-response.ts'

/** A form that was sent by a page of another site. */
export class CrossOriginError extends Error {}

interface ErrorDeps {
  log: Log
  /** Undefined when it is not known whose portal it would be. */
  visitOf(request: FastifyRequest): PortalContext | undefined
  assets(): Promise<Assets>
}

interface ErrorMessage {
  status: number
  title: string
  text: string
  /** For people, where the text is for programs. */
  sentence?: string
}

/** What was refused or went wrong, on a page that looks like the others; to a script, as JSON. */
export function registerErrorHandler(app: FastifyInstance, { log, visitOf, assets }: ErrorDeps): void {
  app.setErrorHandler(async (error: FastifyError | Problem, request, reply) => {
    const visit = visitOf(request)
    const told = describeError(error, visit?.workspace.name ?? '')
    if (told.status >= 500) {
      log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed')
    }
    // The rest of what was sent is not read.
    else if (!(error instanceof Problem)) reply.header('connection', 'close')
    if (error instanceof Problem) reply.headers(error.extra.headers ?? {})
    if (isForScript(request)) return sendJsonError(request, reply, error, told)
    if (visit === undefined) return sendHtmlPage(reply, told.status, noticePage(told.title, told.text))
    const body = html`<div class="notice-page"><h1>${told.title}</h1>
<p>${told.sentence ?? told.text}</p>
${told.sentence ? html`<p><a class="button primary" href="${visit.base}/sign-in">${commonMessages.signIn}</a></p>` : null}
<p><a href="${visit.base}/">${commonMessages.notFound.home(visit.workspace.name)}</a></p></div>`
    return sendPrivate(
      reply,
      renderResponse(visit, pageResponse({ status: told.status, title: told.title, body }), await assets()),
    )
  })
}

const isForScript = ({ headers }: FastifyRequest): boolean =>
  /application\/json/i.test(`${headers.accept} ${headers['content-type']}`)

/** In the shape of the API's errors (contract §2). */
function sendJsonError(
  { id }: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  { status, text }: ErrorMessage,
): FastifyReply {
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
  if (error instanceof CrossOriginError) return 'forbidden'
  if (status === 413) return 'payload_too_large'
  return status < 500 ? 'validation_error' : 'internal_error'
}

function describeError(error: FastifyError | Problem, workspace: string): ErrorMessage {
  if (error instanceof CrossOriginError) return { status: 403, ...commonMessages.elsewhere }
  if (error instanceof Problem) {
    const status = statusByCode[error.code]
    if (error instanceof CustomerCapReached)
      return { status, title: commonMessages.full.title, text: commonMessages.full.text(workspace) }
    if (status === 404) return { status, title: commonMessages.notFound.title, text: commonMessages.notFound.text }
    // What is wrong with a token is for whoever makes them, who reads it as JSON.
    const isToken = error.code === 'unauthorized'
    const { title } = isToken ? commonMessages.notSignedIn : commonMessages.refused
    return { status, title, text: error.message, ...(isToken && { sentence: commonMessages.notArrived(workspace) }) }
  }
  const status = error.statusCode ?? 500
  return status < 500 ? { status, ...commonMessages.unreadable } : { status: 500, ...commonMessages.failed }
}
