import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CustomerBlocked } from '../../customers/blocking/assert-not-blocked.ts'
import { CustomerCapReached } from '../../customers/identity/identify.ts'
import { UploadsBusy } from '../../files/errors.ts'
import { isDatabaseUnavailable } from '../../platform/db/unavailable.ts'
import { html } from '../../platform/formats/html.ts'
import { noticePage, sendHtmlPage } from '../../platform/http/pages/html-page.ts'
import { pageMessages } from '../../platform/http/pages/messages.ts'
import type { Log } from '../../platform/log.ts'
import { Overloaded, Problem, type ProblemCode } from '../../platform/problems.ts'
import { commonMessages } from '../messages/common.ts'
import { noticeResponse } from '../views/notice.ts'
import type { Assets } from './assets.ts'
import type { PortalContext } from './context.ts'
import type { PageResponse } from './response.ts'
import { renderResponse, sendPrivate } from './send-response.ts'

/** A form was sent by a page of another site. */
export class CrossOriginError extends Error {}

interface ErrorDeps {
  log: Log
  assets(): Promise<Assets>
}

interface ErrorMessage {
  status: number
  title: string
  text: string
  /** Replaces `text` on the page if `text` is written for programs. The page then also offers to sign in. */
  signInText?: string
}

/** Renders errors as a page of the portal; for scripts, as JSON. */
export function registerErrorHandler(app: FastifyInstance, { log, assets }: ErrorDeps): void {
  app.setErrorHandler(async (error: FastifyError | Problem, request, reply) => {
    const context = request.portalContext
    const message = describeError(error, context?.workspace.name ?? '')
    if (message.status >= 500 && !(error instanceof Overloaded)) {
      log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed')
    }
    // The rest of the body stays unread, so the connection cannot be reused.
    else if (!(error instanceof Problem)) reply.header('connection', 'close')
    if (error instanceof Problem) reply.headers(error.extra.headers ?? {})
    if (error instanceof UploadsBusy) reply.headers(error.headers)
    if (isForScript(request)) return sendJsonError(request, reply, error, message)
    if (context === null) return sendHtmlPage(reply, message.status, noticePage(message.title, message.text))
    return sendPrivate(reply, renderResponse(context, errorPage(context, message), await assets()))
  })
}

function errorPage(
  { base, workspace }: PortalContext,
  { status, title, text, signInText }: ErrorMessage,
): PageResponse {
  const signIn = html`<p><a class="button primary" href="${base}/sign-in">${commonMessages.signIn}</a></p>`
  const home = html`<p><a href="${base}/">${commonMessages.home({ workspace: workspace.name })}</a></p>`
  const actions = signInText ? html`${signIn}\n${home}` : home
  return noticeResponse({ title, text: signInText ?? text, actions }, { status })
}

const isForScript = ({ headers }: FastifyRequest): boolean =>
  /application\/json/i.test(`${headers.accept} ${headers['content-type']}`)

/** Sends an error in the shape of the API's errors (contract §2). */
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
  if (error instanceof CrossOriginError) return { status: 403, ...commonMessages.crossOrigin }
  if (error instanceof Problem) {
    const { status } = error
    if (error instanceof Overloaded) return { status, ...pageMessages.overloaded }
    if (error instanceof CustomerCapReached)
      return { status, title: commonMessages.capReached.title, text: commonMessages.capReached.text({ workspace }) }
    if (error instanceof CustomerBlocked)
      return { status, title: commonMessages.blocked.title, text: commonMessages.blocked.text({ workspace }) }
    if (status === 404) return { status, ...commonMessages.notFound }
    if (error.code !== 'unauthorized') return { status, title: commonMessages.rejected.title, text: error.message }
    // The message describes the fault of the token to the developer who creates tokens, who reads it as JSON.
    const { title, text } = commonMessages.ssoFailed
    return { status, title, text: error.message, signInText: text({ workspace }) }
  }
  if (error instanceof UploadsBusy)
    return { status: error.statusCode, title: commonMessages.failed.title, text: error.message }
  const status = error.statusCode ?? 500
  // The file server's response to a folder or a path such as `//`, which are pages that do not exist.
  if (status === 403) return { status: 404, ...commonMessages.notFound }
  if (status < 500) return { status, ...commonMessages.unreadable }
  return { status: isDatabaseUnavailable(error) ? 503 : 500, ...commonMessages.failed }
}
