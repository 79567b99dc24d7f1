import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { invalid, Problem, problem, statusByCode } from '../problems.ts'
import { payloadTooLarge } from './parsing/json-body.ts'

/** The one place where an error becomes a reply (contract §2). */
export const renderErrors =
  (log: Log) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const shown = asProblem(error as FastifyError | Problem, request)
    if (shown.code === 'internal_error') {
      // The inner text is for the log alone; the request id leads from the one to the other.
      log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed')
    }
    reply
      .code(statusByCode[shown.code])
      .headers(shown.extra.headers ?? {})
      .type('application/json; charset=utf-8')
      .send(errorBody(shown, request.id))
  }

export const errorBody = ({ code, message, extra }: Problem, requestId: string): string =>
  JSON.stringify({
    error: { code, message, ...(extra.details && { details: extra.details }), ...extra.members, requestId },
  })

function asProblem(error: FastifyError | Problem, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return payloadTooLarge()
  // The second is a client that went away before it had sent all: nobody reads this, and it is no fault of ours.
  if (error.code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' || error === request.raw.errored) {
    return invalid([{ path: '', message: 'must be as long as Content-Length says' }])
  }
  return problem('internal_error', 'Something failed on our side. Nothing was changed; it is safe to try again.')
}
