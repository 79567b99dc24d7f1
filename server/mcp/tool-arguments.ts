import { isUuid, nilUuid } from '../platform/ids.ts'
import type { ProblemDetail } from '../platform/problems.ts'
import type { OperationRequest } from './call-operation.ts'
import { defaultPageLength, type OperationTool } from './tools.ts'

export type Arguments = Record<string, unknown>

/**
 * Divides the arguments of a tool into the parts of its operation's request. Unknown ones go where the operation
 * rejects them by name.
 */
export function toOperationRequest(tool: OperationTool, args: Arguments): OperationRequest {
  const { idempotencyKey, rest } = splitIdempotencyKey(tool, args)
  const query = rest.filter(([name]) => isParameter(tool, name))
  if (tool.isList && args.limit === undefined) query.push(['limit', defaultPageLength])
  const body = rest.filter(([name]) => !isParameter(tool, name))
  const needsBody = tool.operation.body !== undefined && !tool.operation.isBodyOptional
  return {
    ids: Object.fromEntries(tool.pathIds.map((name) => [name, toPathSegment(args[name])])),
    query: query.flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, String(each)])),
    body: body.length > 0 || needsBody ? Object.fromEntries(body) : undefined,
    // A value of another type is rejected like an empty one.
    ...(idempotencyKey !== undefined && { idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : '' }),
  }
}

/** Returns the key of a POST, and the arguments that are not part of the path. */
function splitIdempotencyKey({ takesIdempotencyKey, pathIds }: OperationTool, args: Arguments) {
  const others = Object.entries(args).filter(([name]) => !pathIds.includes(name))
  return takesIdempotencyKey
    ? { idempotencyKey: args.idempotencyKey, rest: others.filter(([name]) => name !== 'idempotencyKey') }
    : { idempotencyKey: undefined, rest: others }
}

/** A GET has no body, so its unknown arguments are unknown parameters. */
const isParameter = ({ queryNames, operation }: OperationTool, name: string): boolean =>
  queryNames.has(name) || operation.method === 'GET'

/** A malformed id is as unknown as the nil UUID (contract §1), and cannot lead to another path. */
const toPathSegment = (id: unknown): string => (typeof id === 'string' && isUuid(id) ? id : nilUuid)

/** Returns problems that the operation cannot detect: missing ids, and parameters whose type is lost in a URL. */
export function findUnsendable(tool: OperationTool, args: Arguments): ProblemDetail[] {
  const { rest } = splitIdempotencyKey(tool, args)
  const query = Object.fromEntries(rest.filter(([name]) => isParameter(tool, name)))
  return [
    ...tool.pathIds.flatMap((name) => {
      if (args[name] === undefined) return [{ path: `path.${name}`, message: 'is required' }]
      return typeof args[name] === 'string' ? [] : [{ path: `path.${name}`, message: 'must be a string' }]
    }),
    ...tool.checkQuery(query),
  ]
}

/**
 * Names the argument that a problem of the request is about: `/submitter/email` → `submitter.email`, `query.limit` →
 * `limit`.
 */
export function toArgumentName(path: string): string {
  if (path === 'header.Idempotency-Key') return 'idempotencyKey'
  const name = path.startsWith('/') ? path.slice(1).replaceAll('/', '.') : path.replace(/^(query|path|header)\./, '')
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}
