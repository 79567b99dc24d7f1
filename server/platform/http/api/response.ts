import type { FastifyReply } from 'fastify'
import type { ByteText } from '../../db/byte-text.ts'
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

/** A response whose secret is not stored under the idempotency key: a repetition of the request does not get it. */
export class SecretResponse extends ApiResponse {
  readonly kept: unknown

  /** @param kept the data without the secret */
  constructor(status: number, data: unknown, kept: unknown) {
    super(status, data)
    this.kept = kept
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

/** A body of JSON in UTF-8. */
export class ByteResponse {
  readonly body: ByteText

  constructor(body: ByteText) {
    this.body = body
  }
}

/** Wraps a resource that is JSON already. */
export const jsonResource = (json: string): RawResponse => new RawResponse(`{"data":${json}}`)

/** Wraps a page of resources that are JSON already. */
export const jsonPage = (page: Page<string>): RawResponse => new RawResponse(pageText(page))

/** Like `jsonResource`. */
export const byteResource = (json: ByteText): ByteResponse => new ByteResponse(`{"data":${json}}` as ByteText)

/** Like `jsonPage`. */
export const bytePage = (page: Page<ByteText>): ByteResponse => new ByteResponse(pageText(page) as ByteText)

/** Joins the parts with `+`, so that they are copied only once, when the response is written. A cursor is ASCII. */
function pageText({ data, pagination }: Page<string>): string {
  let items = data[0] ?? ''
  for (let index = 1; index < data.length; index++) items += `,${data[index]}`
  return `{"data":[${items}],"pagination":${JSON.stringify(pagination)}}`
}

/** Turns a handler's result into the response that is stored under the idempotency key, if it is not the one sent. */
export const toKeptResponse = (result: unknown): StoredResponse | null =>
  result instanceof SecretResponse ? { status: result.status, body: JSON.stringify({ data: result.kept }) } : null

/** Turns a handler's result into the response that is sent. */
export function toStoredResponse(result: unknown, usualStatus: number): StoredResponse {
  const [status, data] = result instanceof ApiResponse ? [result.status, result.data] : [usualStatus, result]
  return { status, body: status === 204 ? '' : JSON.stringify({ data }) }
}

export function sendStoredResponse(reply: FastifyReply, { status, body }: StoredResponse, isReplay: boolean) {
  if (isReplay) reply.header('idempotency-replayed', 'true')
  return status === 204 ? reply.code(status).send() : reply.code(status).type(jsonType).send(body)
}
