import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { isPage, type TSchema } from '../../schemas.ts'
import { isNotFoundOrInvalid, withIdAlias } from './id-aliases.ts'
import { type Operation, type OperationDeps, type ReadHandler, type RouteHandler, usualStatusOf } from './operations.ts'
import { createInputReader, scopeFromRequest } from './request-input.ts'
import { ByteResponse, jsonType, RawResponse } from './response.ts'

/** Builds the route of an operation that only reads. It needs no transaction. */
export function readRoute(
  operation: Operation,
  _call: unknown,
  handler: ReadHandler<TSchema, TSchema>,
  deps: OperationDeps,
): RouteHandler {
  const readInput = createInputReader(operation)
  const status = usualStatusOf(operation)
  const isList = isPage(operation.responses[status]!)
  return async (request, reply) => {
    const input = readInput(request)
    const scope = { ...scopeFromRequest(request, deps), db: deps.database.db }
    const result = await withIdAlias(
      { resolveAlias: operation.resolveAlias, scope: () => scope, id: input.id },
      async (id) => handler(scope, { ...input, id }),
      isNotFoundOrInvalid,
    )
    if (result instanceof ByteResponse) return sendByteText(reply, status, result)
    reply.code(status)
    return result instanceof RawResponse ? sendRaw(reply, result) : sendJson(reply, isList ? result : { data: result })
  }
}

const sendRaw = (reply: FastifyReply, { headers, body }: RawResponse) => sendBytes(reply.headers(headers), body)

/**
 * Presenters list every member, so no serializer has to filter, and JSON.stringify is faster than one compiled from the
 * schema.
 */
const sendJson = (reply: FastifyReply, value: unknown) => sendBytes(reply, JSON.stringify(value))

/** Sending bytes takes one write; Node would encode a long string a second time. */
const sendBytes = (reply: FastifyReply, body: string) => reply.type(jsonType).send(Buffer.from(body))

/**
 * Sends a response bypassing Fastify, which would compute a wrong length for a `ByteText`. Node.js writes the body and
 * the headers in one piece.
 */
function sendByteText(reply: FastifyReply, status: number, { body }: ByteResponse): void {
  const headers = reply.getHeaders() as OutgoingHttpHeaders
  headers['content-type'] = jsonType
  headers['content-length'] = body.length
  reply.hijack()
  reply.raw.writeHead(status, headers)
  reply.raw.end(body, 'latin1')
}
