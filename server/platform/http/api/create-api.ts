import type { FastifyInstance } from 'fastify'
import { bodyLimitBytes } from '../parsing/json-body.ts'
import { createApiGuard } from './guard.ts'
import { multiStepRoute } from './multi-step-operation.ts'
import {
  type Api,
  type Method,
  type Operation,
  type OperationCall,
  type OperationDeps,
  pathIds,
  type RegisteredOperation,
  type RouteHandler,
} from './operations.ts'
import { readRoute } from './read-route.ts'
import { apiBase } from './request-input.ts'
import { writeRoute } from './write-route.ts'

type RouteFactory = (
  operation: Operation,
  call: OperationCall,
  handler: never,
  deps: OperationDeps,
  readAhead?: never,
) => RouteHandler

/** Registers operations as routes and lists them for the OpenAPI document and for 405 responses. */
export function createApi(app: FastifyInstance, deps: OperationDeps): { api: Api; operations: RegisteredOperation[] } {
  const operations: RegisteredOperation[] = []
  const add =
    (method: Method, makeRoute: RouteFactory) =>
    (path: string, operation: Operation, handler: never, readAhead?: never) => {
      assertComplete(operation, path, operations)
      operations.push({ ...operation, method, path })
      app.route({
        method,
        url: apiBase + path.replaceAll(/\{(\w+)\}/g, ':$1'),
        bodyLimit: bodyLimitBytes,
        ...(operation.scope !== 'public' && {
          onRequest: createApiGuard(operation.scope, deps),
        }),
        handler: makeRoute(operation, { method, path }, handler, deps, readAhead),
      })
    }
  const api = {
    get: add('GET', readRoute),
    post: add('POST', writeRoute),
    put: add('PUT', writeRoute),
    patch: add('PATCH', writeRoute),
    delete: add('DELETE', writeRoute),
    postMultiStep: add('POST', multiStepRoute),
  } as unknown as Api
  return { api, operations }
}

/** Stops the server from starting with an operation that lacks a name, a scope or a response schema. */
function assertComplete(operation: Operation, path: string, others: RegisteredOperation[]): void {
  const { operationId, summary, scope, responses } = operation
  if (!operationId || !summary || !scope || Object.keys(responses).length === 0) {
    throw new Error(`Operation ${operationId || '(unnamed)'} lacks an id, a summary, a scope or a response.`)
  }
  const [first = 'id', , third] = pathIds(path)
  if (first !== 'id' || third) throw new Error(`${path}: the first id is {id}, and there is at most one more.`)
  if (others.some((other) => other.operationId === operationId)) throw new Error(`Two operations named ${operationId}.`)
}
