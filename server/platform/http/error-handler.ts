import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import type { Log } from '../log.ts'
import { DatabaseUnavailable, invalid, Overloaded, Problem, problem } from '../problems.ts'
import { payloadTooLarge } from './parsing/json-body.ts'

/** Renders every error of the API as a response (contract §2). */
export const renderErrors =
  (log: Log) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const rendered = problemOf(log, error, request)
    reply
      .code(rendered.status)
      .headers(rendered.extra.headers ?? {})
      .type('application/json; charset=utf-8')
      .send(errorBody(rendered, request.id))
  }

/** Converts an error to a problem for the caller. The details of a failure are only logged. */
export function problemOf(log: Log, error: unknown, request: FastifyRequest): Problem {
  const found = asProblem(error as FastifyError | Problem, request)
  // Refusals during an overload are counted instead of logged, because thousands of lines would not help.
  if (found.code === 'internal_error' && !(found instanceof Overloaded)) {
    // The request id connects it with the response.
    log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed')
  }
  return found
}

export function errorBody({ code, message, extra }: Problem, requestId: string): string {
  const details = extra.details?.map((detail) => ({ path: detail.path, message: detail.message }))
  return JSON.stringify({ error: { code, message, ...(details && { details }), ...extra.members, requestId } })
}

function asProblem(error: FastifyError | Problem, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return payloadTooLarge()
  // In the second case, the client disconnected before it had sent the whole body, which is not a server error.
  if (error.code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' || error === request.raw.errored) {
    return invalid([{ path: '', message: 'must have the length given in Content-Length' }])
  }
  if (isDatabaseUnavailable(error)) return new DatabaseUnavailable()
  return problem('internal_error', 'Something failed on our side. Nothing was changed; it is safe to try again.')
}
