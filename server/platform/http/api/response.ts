import type { FastifyReply } from 'fastify'
import type { StoredResponse } from './idempotency.ts'
import type { Page } from './pagination.ts'

export const jsonType = 'application/json; charset=utf-8'

/** A success with a status other than the operation's usual one. */
export class ApiResponse {
  readonly status: number
  readonly data: unknown

  constructor(status: number, data: unknown) {
    this.status = status
    this.data = data
  }
}

/** A body that is sent as it is, with headers of its own. */
export class RawResponse {
  readonly body: string
  readonly headers: Record<string, string>

  constructor(body: string, headers: Record<string, string> = {}) {
    this.body = body
    this.headers = headers
  }
}

/** Wraps a resource that is JSON already. */
export const jsonResource = (json: string): RawResponse => new RawResponse(`{"data":${json}}`)

/** Wraps a page of resources that are JSON already. */
export const jsonPage = ({ data, pagination }: Page<string>): RawResponse =>
  new RawResponse(`{"data":[${data.join()}],"pagination":${JSON.stringify(pagination)}}`)

/** Turns a handler's result into the response that is sent and stored under the idempotency key. */
export function toStoredResponse(result: unknown, usualStatus: number): StoredResponse {
  const [status, data] = result instanceof ApiResponse ? [result.status, result.data] : [usualStatus, result]
  return { status, body: JSON.stringify({ data }) }
}

export function sendStoredResponse(reply: FastifyReply, { status, body }: StoredResponse, isReplay: boolean) {
  if (isReplay) reply.header('idempotency-replayed', 'true')
  return reply.code(status).type(jsonType).send(body)
}
