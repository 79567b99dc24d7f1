import type { FastifyRequest } from 'fastify'
import { isUuid } from '../../ids.ts'
import { type Detail, invalid } from '../../problems.ts'
import { Strict, type TSchema } from '../../schemas.ts'
import type { Scope } from '../../scope.ts'
import { type Check, checkOf } from '../../validation.ts'
import { UnreadableBody } from '../parsing/json-body.ts'
import { type Claim, idempotencyKeyProblem } from './idempotency.ts'
import type { Input, Operation, OperationDeps, RegisteredOperation } from './operations.ts'
import { typeQuery } from '../parsing/query-string.ts'

export const apiBase = '/api/v1'

const agentPattern = /^[A-Za-z0-9 ._-]{1,64}$/
const noBody = Strict({})

/** Method and path, however the client has spelled them: an idempotency key belongs to what is called. */
const nameOfCall = ({ method, path }: Pick<RegisteredOperation, 'method' | 'path'>, id: string): string =>
  `${method} ${apiBase}${path.replace('{id}', id.toLowerCase())}`

/** What the request's idempotency key stands for; null without one. */
export function claimOf(
  { headers }: FastifyRequest,
  call: Pick<RegisteredOperation, 'method' | 'path'>,
  id: string,
): Claim | null {
  const key = call.method === 'POST' ? headers['idempotency-key'] : undefined
  return key === undefined ? null : { operation: nameOfCall(call, id), key: String(key) }
}

// What is no UUID is looked up as one that nothing has, so that it is not found where and as every other absent id is
// (contract §1).
const nobodysId = '00000000-0000-0000-0000-000000000000'

/** Checks headers, query and body together, so that one answer names every problem. */
export function inputReader(operation: Operation) {
  const querySchema = operation.query ?? noBody
  const checkQuery = checkOf(querySchema, 'query')
  const checkBody = checkOf(operation.body ?? noBody, '')
  const needsBody = operation.body !== undefined && !operation.isBodyOptional
  return (request: FastifyRequest): Input<TSchema, TSchema> => {
    const query = typeQuery(request.query as Record<string, string[]>, querySchema)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const problems = [
      ...headerProblems(request),
      ...checkQuery(query),
      ...(isRead ? [] : bodyProblems(request.body, needsBody, checkBody)),
    ]
    if (problems.length > 0) throw invalid(problems)
    const { id } = request.params as { id?: string }
    return { id: id !== undefined && isUuid(id) ? id : nobodysId, query, body: request.body ?? {} }
  }
}

function headerProblems({ method, headers }: FastifyRequest): Detail[] {
  const agent = headers['x-service-agent']
  const key = method === 'POST' ? headers['idempotency-key'] : undefined
  return [
    ...(agent === undefined || agentPattern.test(String(agent))
      ? []
      : [
          {
            path: 'header.X-Service-Agent',
            message: 'must be 1 to 64 letters, digits, spaces, dots, hyphens or underscores',
          },
        ]),
    ...(key === undefined ? [] : idempotencyKeyProblem(String(key))),
  ]
}

function bodyProblems(body: unknown, isNeeded: boolean, check: Check): Detail[] {
  if (body instanceof UnreadableBody) return [body.detail]
  if (body === undefined) return isNeeded ? [{ path: '', message: 'is required' }] : []
  return check(body)
}

export function scopeOf(request: FastifyRequest, { clock }: OperationDeps): Omit<Scope, 'db'> {
  const credential = request.credential
  return {
    workspaceId: credential?.workspaceId ?? '',
    actor: { type: 'key', id: credential?.keyId ?? null },
    agent: (request.headers['x-service-agent'] as string | undefined) ?? null,
    requestId: request.id,
    now: clock(),
  }
}
