import type { FastifyInstance } from 'fastify'
import type { RegisteredOperation } from '../platform/http/api/operations.ts'
import { apiBase } from '../platform/http/api/request-input.ts'

/** The parts of an operation's HTTP request. */
export interface OperationRequest {
  /** By name, such as `id` and `customerId`. */
  ids: Record<string, string>
  query: [name: string, value: string][]
  body: unknown
  idempotencyKey?: string
}

export interface OperationResponse {
  status: number
  headers: Record<string, unknown>
  /** Parsed JSON; undefined for a response without content. */
  // biome-ignore lint/suspicious/noExplicitAny: its shape is the operation's
  body: any
}

/** Runs an operation for one caller. */
export type CallOperation = (operation: RegisteredOperation, request: OperationRequest) => Promise<OperationResponse>

/** The caller: the credential, and how the call appears in logs and in the audit log. */
export interface Caller {
  authorization: string
  requestId: string
  agent: string
}

/**
 * Sends the request of an operation to its own route inside this process, so that a tool call is checked, counted,
 * recorded and refused exactly like a request to the operation.
 */
export const createCallOperation =
  (http: FastifyInstance, caller: Caller): CallOperation =>
  async ({ method, path }, { ids, query, body, idempotencyKey }) => {
    const search = new URLSearchParams(query).toString()
    const response = await http.inject({
      method,
      url: apiBase + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]!) + (search && `?${search}`),
      headers: {
        authorization: caller.authorization,
        'x-request-id': caller.requestId,
        'x-service-agent': caller.agent,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.payload === '' ? undefined : JSON.parse(response.payload),
    }
  }
