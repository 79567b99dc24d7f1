import type { FastifyRequest } from 'fastify'
import { isUuid, nilUuid } from '../../ids.ts'
import { invalid, type ProblemDetail } from '../../problems.ts'
import { Strict, type TSchema } from '../../schemas.ts'
import type { Actor, Scope } from '../../scope.ts'
import { createValidator, type Validator } from '../../validation.ts'
import { UnreadableBody } from '../parsing/json-body.ts'
import { coerceQuery } from '../parsing/query-string.ts'
import type { Credential } from './credentials.ts'
import { type IdempotencyClaim, validateIdempotencyKey } from './idempotency.ts'
import type { Operation, OperationCall, OperationDeps, OperationInput } from './operations.ts'

export const apiBase = '/api/v1'

const agentPattern = /^[A-Za-z0-9 ._-]{1,64}$/
const emptySchema = Strict({})

/** The ids of a request's path. */
type PathIds = Pick<OperationInput<TSchema, TSchema>, 'id' | 'nestedId'>

/** Names an operation by method and path pattern, so the client's spelling of the path does not matter to its key. */
const operationName = ({ method, path }: OperationCall, { id, nestedId }: PathIds): string =>
  `${method} ${apiBase}${path.replace('{id}', id.toLowerCase()).replace(/\{\w+\}/, nestedId.toLowerCase())}`

/** Returns the idempotency claim of a request, or null if it has no key. */
export function readIdempotencyClaim(
  { headers }: FastifyRequest,
  call: OperationCall,
  ids: PathIds,
): IdempotencyClaim | null {
  const key = call.method === 'POST' ? headers['idempotency-key'] : undefined
  return key === undefined ? null : { operation: operationName(call, ids), key: String(key) }
}

/** Creates a reader that checks headers, query and body together, so one response names every problem. */
export function createInputReader(operation: Operation) {
  const querySchema = operation.query ?? emptySchema
  const checkQuery = createValidator(querySchema, 'query')
  const checkBody = createValidator(operation.body ?? emptySchema, '')
  const needsBody = operation.body !== undefined && !operation.isBodyOptional
  return (request: FastifyRequest): OperationInput<TSchema, TSchema> => {
    const query = coerceQuery(request.query as Record<string, string[]>, querySchema)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const problems = [
      ...headerProblems(request),
      ...checkQuery(query),
      ...(isRead ? [] : bodyProblems(request.body, needsBody, checkBody)),
    ]
    if (problems.length > 0) throw invalid(problems)
    const { id, ...nested } = request.params as Record<string, string>
    const [nestedId] = Object.values(nested)
    return { id: toUuid(id), nestedId: toUuid(nestedId), query, body: request.body ?? {} }
  }
}

/** Treats a malformed id as an unknown UUID, so it yields the same 404 (contract §1). */
const toUuid = (id: string | undefined): string => (id !== undefined && isUuid(id) ? id : nilUuid)

function headerProblems({ method, headers }: FastifyRequest): ProblemDetail[] {
  const agent = headers['x-service-agent']
  const key = method === 'POST' ? headers['idempotency-key'] : undefined
  return [
    ...(agent === undefined || agentPattern.test(String(agent))
      ? []
      : [
          {
            path: 'header.X-Service-Agent',
            message: 'must be 1 to 64 letters, digits, spaces, dots, hyphens, or underscores',
          },
        ]),
    ...(key === undefined ? [] : validateIdempotencyKey(String(key))),
  ]
}

function bodyProblems(body: unknown, isNeeded: boolean, check: Validator): ProblemDetail[] {
  if (body instanceof UnreadableBody) return [body.detail]
  if (body === undefined) return isNeeded ? [{ path: '', message: 'is required' }] : []
  return check(body)
}

/** Returns the actor of a call. A public operation has none; its calls count as a key's. */
function actorOf(credential: Credential | null): Actor {
  if (credential === null) return { type: 'key', id: null }
  const { type, id, scopes, member } = credential
  return { type, id, scopes, ...(member && { role: member.role, authorizedBy: member.id }) }
}

export function scopeFromRequest(request: FastifyRequest, { clock }: OperationDeps): Omit<Scope, 'db'> {
  const credential = request.credential
  return {
    workspaceId: credential?.workspaceId ?? '',
    actor: actorOf(credential),
    agent: (request.headers['x-service-agent'] as string | undefined) ?? null,
    requestId: request.id,
    now: clock(),
  }
}
