import { type ProblemCode, statusByCode } from '../../problems.ts'
import { nameOf, nullableOf, type TSchema } from '../../schemas.ts'
import { ErrorResponse } from '../api/error-response.ts'
import { pathIds, type RegisteredOperation, responseSchemas } from '../api/operations.ts'
import { apiBase } from '../api/request-input.ts'
import { publicKeyword } from './public-keywords.ts'
import { securitySchemes } from './security-schemes.ts'

type Json = Record<string, unknown>

const description = `Collect feedback, plan the roadmap and publish the changelog of one workspace.

Every request carries \`Authorization: Bearer <API key>\`; the key determines the workspace and the permissions.
Lists are paginated with \`limit\` and \`cursor\`. Every POST accepts an \`Idempotency-Key\`.
Errors have a stable \`error.code\`. Rate limits: 120 requests per minute per key, and 600 per workspace.`

const tags: [name: string, description: string][] = [
  ['Feedback', 'Requests of customers, with their stage, votes and comments.'],
  ['Roadmap', 'What is planned, each item backed by a feedback request.'],
  ['Changelog', 'What was shipped: drafts and published entries.'],
  ['Tags', 'The workspace’s taxonomy for changelog entries.'],
  ['Boards', 'The categories of requests.'],
  ['Customers', 'The people who give feedback, with their email addresses; and their companies.'],
  ['Votes', 'Who voted for which request.'],
  ['Workspace', 'The workspace itself, and this document.'],
]

/** Builds the OpenAPI 3.1 document of the registered operations, from the schemas that also validate and type them. */
export function buildOpenApiDocument(operations: RegisteredOperation[], version: string): Json {
  const components: Record<string, Json> = {}
  const refer = (schema: TSchema): Json => reference(schema, components)
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, refer),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Heed API',
      version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: apiBase, description: 'This instance' }],
    tags: tags.map(([name, text]) => ({ name, description: text })),
    paths,
    components: {
      securitySchemes,
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: errorResponses(refer),
      schemas: components,
    },
  }
}

function describeOperation(operation: RegisteredOperation, refer: (schema: TSchema) => Json): Json {
  const { operationId, summary, scope, tag, body, isBodyOptional, example } = operation
  const note = scope === 'public' ? 'Needs no credential.' : `Needs the scope \`${scope}\`.`
  return {
    operationId,
    summary,
    description: [operation.description, note].filter(Boolean).join(' '),
    tags: [tag],
    security: scope === 'public' ? [] : [{ apiKey: [scope] }, { oauth2: [scope] }],
    ...parametersOf(operation, refer),
    ...(body && {
      requestBody: {
        required: !isBodyOptional,
        content: { 'application/json': { schema: refer(body), ...(example !== undefined && { example }) } },
      },
    }),
    responses: { ...successes(operation, refer), ...errorResponsesFor(operation, refer) },
  }
}

/** The path parameters other than `{id}`. */
const nestedIds = (path: string): Json[] =>
  pathIds(path)
    .filter((name) => name !== 'id')
    .map((name) => ({
      name,
      in: 'path',
      required: true,
      description: `The id of the ${name.replace(/Id$/, '')}. An id from another workspace returns 404, like an unknown id.`,
      schema: { type: 'string', format: 'uuid' },
    }))

function parametersOf({ path, method, query, tag, scope }: RegisteredOperation, refer: (s: TSchema) => Json): Json {
  const { properties = {} } = (query ?? {}) as { properties?: Record<string, TSchema> }
  const parameters = [
    ...(path.includes('{id}') ? [{ $ref: '#/components/parameters/Id' }] : []),
    ...nestedIds(path),
    ...Object.entries(properties).map(([name, schema]) => {
      const { description: text, ...rest } = refer(schema) as Json & { description?: string }
      return { name, in: 'query', ...(text && { description: text }), schema: rest }
    }),
    ...(method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(method !== 'GET' && tag !== 'Tags' && scope !== 'public'
      ? [{ $ref: '#/components/parameters/ServiceAgent' }]
      : []),
  ]
  return parameters.length > 0 ? { parameters } : {}
}

const sharedParameters = {
  Id: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The id of the resource. An id from another workspace returns 404, like an unknown id.',
    schema: { type: 'string', format: 'uuid' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique key that you choose for this request. A retry with the same key returns the stored response without repeating the operation.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
  ServiceAgent: {
    name: 'X-Service-Agent',
    in: 'header',
    description: 'The name of the program that makes the request. Recorded in the audit log.',
    schema: { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9 ._-]+$' },
  },
}

const header = (text: string, type = 'string'): Json => ({ description: text, schema: { type } })

const sharedHeaders = {
  RequestId: header('The id of this request: the one you sent, if it was valid.'),
  RateLimit: header(
    'The remaining requests and the seconds until the window resets, for the stricter limit: `"key";r=119;t=60`.',
  ),
  RateLimitPolicy: header('Both limits: `"key";q=120;w=60, "workspace";q=600;w=60`.'),
  RetryAfter: header('The number of seconds to wait before retrying.', 'integer'),
  Replayed: header('`true` if this is the stored response to an earlier request with this key.'),
}

const headerRef = (name: string): Json => ({ $ref: `#/components/headers/${name}` })
const requestId = { 'X-Request-Id': headerRef('RequestId') }
const limited = { ...requestId, RateLimit: headerRef('RateLimit'), 'RateLimit-Policy': headerRef('RateLimitPolicy') }

function successes(operation: RegisteredOperation, referSchema: (schema: TSchema) => Json): Json {
  const headers = {
    ...(operation.scope === 'public' ? requestId : limited),
    ...(operation.method === 'POST' && { 'Idempotency-Replayed': headerRef('Replayed') }),
  }
  const bodies = operation.scope === 'public' ? operation.responses : responseSchemas(operation)
  return Object.fromEntries(
    Object.entries(bodies).map(([status, schema]) => [
      status,
      {
        description: status === '201' ? 'Created.' : 'Done.',
        headers,
        ...(schema && { content: { 'application/json': { schema: referSchema(schema) } } }),
      },
    ]),
  )
}

/** Derives the error codes of an operation from its method, path and scope, so that none is forgotten. */
export function errorCodesFor(operation: RegisteredOperation): ProblemCode[] {
  // A public operation returns fixed text. Only an invalid parameter or header can fail.
  if (operation.scope === 'public') return ['validation_error']
  const codes: ProblemCode[] = ['validation_error', 'unauthorized', 'forbidden', 'rate_limited', 'internal_error']
  if (operation.path.includes('{id}')) codes.push('not_found')
  if (operation.method === 'POST') codes.push('in_progress')
  if (operation.method !== 'GET') codes.push('payload_too_large')
  return codes.sort((a, b) => statusByCode[a] - statusByCode[b])
}

function errorResponsesFor(operation: RegisteredOperation, referSchema: (schema: TSchema) => Json): Json {
  const responses: Json = Object.fromEntries(
    errorCodesFor(operation).map((code) => [statusByCode[code], { $ref: `#/components/responses/${code}` }]),
  )
  const { errorMembers, scope } = operation
  // Limits are counted per key, so an operation without a key has no rate limit headers.
  if (scope === 'public') responses[400] = errorResponse('validation_error', referSchema(ErrorResponse), requestId)
  if (errorMembers) {
    const properties = Object.fromEntries(Object.entries(errorMembers).map(([name, s]) => [name, referSchema(s)]))
    const more = { type: 'object', properties: { error: { type: 'object', properties } } }
    responses[400] = {
      description: conditions.validation_error,
      headers: headersOf('validation_error'),
      content: { 'application/json': { schema: { allOf: [referSchema(ErrorResponse), more] } } },
    }
  }
  return responses
}

const conditions: Record<ProblemCode, string> = {
  validation_error: 'A header, parameter or member is invalid. `details` lists every problem.',
  unauthorized: 'The credential is missing, invalid, expired or revoked.',
  forbidden: 'The key lacks the scope; or a new customer would exceed the plan.',
  not_found: 'Nothing with this id exists in the workspace.',
  method_not_allowed: 'This path does not support this method. `Allow` lists the supported methods.',
  in_progress: 'A request with the same idempotency key is still running.',
  payload_too_large: 'The body is larger than 1 MB.',
  rate_limited: 'The limit of the key or of the workspace is reached.',
  internal_error: 'Something failed on our side; nothing was changed. Safe to retry.',
}

function errorResponses(referSchema: (schema: TSchema) => Json): Json {
  const schema = referSchema(ErrorResponse)
  return Object.fromEntries(
    (Object.keys(conditions) as ProblemCode[])
      .filter((code) => code !== 'method_not_allowed')
      .map((code) => [code, errorResponse(code, schema)]),
  )
}

const errorResponse = (code: ProblemCode, schema: Json, headers: Json = headersOf(code)): Json => ({
  description: conditions[code],
  headers,
  content: { 'application/json': { schema, example: exampleOf(code) } },
})

function headersOf(code: ProblemCode): Json {
  if (code === 'unauthorized')
    return {
      ...requestId,
      'WWW-Authenticate': header('`Bearer resource_metadata="…"`, the URL of the metadata of the resource (RFC 9728).'),
    }
  const retry = code === 'rate_limited' || code === 'in_progress' ? { 'Retry-After': headerRef('RetryAfter') } : {}
  return { ...limited, ...retry }
}

const exampleOf = (code: ProblemCode): Json => ({
  error: {
    code,
    message: conditions[code].replaceAll('`', ''),
    ...(code === 'validation_error' && { details: [{ path: '/title', message: 'is required' }] }),
    requestId: '0190f5c1-7a3e-7bb2-9c64-2f1d0e8a4b11',
  },
})

/** Converts a schema for the document. A named schema is listed once under `components` and referred to. */
function reference(schema: TSchema, components: Record<string, Json>): Json {
  const name = nameOf(schema)
  if (name === undefined) return withoutInternalKeywords(schema, components) as Json
  if (!(name in components)) {
    components[name] = {}
    components[name] = withoutInternalKeywords(schema, components) as Json
  }
  return { $ref: `#/components/schemas/${name}` }
}

/** Removes keywords that only our validation reads, and replaces its formats with standard ones. */
function withoutInternalKeywords(value: unknown, components: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((item) => convertSchema(item, components))
  const entries = Object.entries(alternatives(value as Json)).flatMap(([name, inner]) => {
    const keyword = publicKeyword(name, inner)
    return keyword === null ? [] : [[name, convertSchema(keyword.value, components)]]
  })
  return Object.fromEntries(entries)
}

/** Repeats the shape in each branch of "at least one of": code generators ignore branches with only `required`. */
function alternatives(schema: Json): Json {
  // Copies only string keys: the alternatives must not get the schema's name.
  const { anyOf, description, ...shape } = Object.fromEntries(Object.entries(schema))
  if (!Array.isArray(anyOf) || !('properties' in shape)) return schema
  return { description, anyOf: anyOf.map((branch) => ({ ...shape, ...branch })) }
}

function convertSchema(value: unknown, components: Record<string, Json>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const named = nullableOf(value)
  if (named) {
    const { description } = value as { description?: string }
    return { ...(description && { description }), anyOf: [reference(named, components), { type: 'null' }] }
  }
  return nameOf(value) === undefined
    ? withoutInternalKeywords(value, components)
    : reference(value as TSchema, components)
}
