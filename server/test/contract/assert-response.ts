import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { type JsonSchema, openApi, operations } from './openapi.ts'

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: { uuid: true, uri: true, 'date-time': true, date: true },
})
ajv.addSchema(openApi, 'contract')
ajv.addSchema({ components: closeSchema(openApi.components) }, 'closed')

/**
 * Closes the schemas: clients must accept unknown members, but in tests an undeclared member is a leak.
 */
function closeSchema<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(closeSchema) as T
  const members = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, closeSchema(inner)]))
  return { ...('properties' in value && { additionalProperties: false }), ...members } as T
}

/** Resolves the references of a schema to one of the two documents. */
const within = (document: 'contract' | 'closed', schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', `"${document}#/components/`))

const validators = new Map<string, ValidateFunction>()

function validatorFor(name: string, schema: JsonSchema, isClosed: boolean): ValidateFunction {
  let validate = validators.get(name)
  if (!validate) {
    validate = ajv.compile(isClosed ? within('closed', closeSchema(schema)) : within('contract', schema))
    validators.set(name, validate)
  }
  return validate
}

const seenFile = process.env.HEED_TEST_SEEN_DIR && join(process.env.HEED_TEST_SEEN_DIR, `${process.pid}.txt`)
const seen = new Set<string>()

export interface ReceivedResponse {
  status: number
  headers: Headers
  body: unknown
}

/**
 * Asserts that a response conforms to the contract, and records its operation and status as tested.
 * @throws if the operation does not declare the status, the body or the headers.
 */
export function assertMatchesOpenApi(method: string, path: string, { status, headers, body }: ReceivedResponse): void {
  assertCommonHeaders(path, { status, headers, body })
  // HEAD is answered like GET, without a body.
  if (method === 'HEAD') return
  const operation = operations.find(
    (each) => each.method === method && isDecodable(path) && each.pattern.test(decodeURI(path)),
  )
  // A 405 and the 404 of an unknown path belong to no operation.
  if (!operation || status === 405) {
    assertBody('Error', { $ref: '#/components/schemas/Error' }, body)
    return
  }
  const name = `${operation.operationId} ${status}`
  const response = operation.responses[status]
  if (!response) throw new Error(`${name}: openapi.json does not declare this status. ${JSON.stringify(body)}`)
  if (response.content) assertBody(name, response.content['application/json']!.schema, body)
  else if (body !== null) throw new Error(`${name} has a body, which openapi.json does not declare.`)
  const absent = Object.keys(response.headers).filter((each) => !headers.has(each) && !isOptional(each, status))
  if (absent.length > 0) throw new Error(`${name} lacks declared headers: ${absent.join(', ')}`)
  if (seenFile && !seen.has(name)) appendFileSync(seenFile, `${name}\n`)
  seen.add(name)
}

/** Returns the headers that may be absent: only a stored response is a replay, and a 500 can precede rate limiting. */
const isOptional = (header: string, status: number): boolean =>
  header === 'Idempotency-Replayed' || (status === 500 && header.startsWith('RateLimit'))

const isDecodable = (path: string): boolean => {
  try {
    return typeof decodeURIComponent(path) === 'string'
  } catch {
    return false
  }
}

function assertBody(name: string, schema: JsonSchema, body: unknown): void {
  // The parts of an `allOf` cannot be closed separately, and the schema of openapi.json itself names only its version.
  const isClosed = !('allOf' in schema) && !name.startsWith('getOpenApiDocument')
  const validate = validatorFor(name, schema, isClosed)
  if (validate(body)) return
  throw new Error(`${name} is not as openapi.json says: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`)
}

/** Asserts the headers of every response (contract §1). Only `openapi.json` may be cached. */
function assertCommonHeaders(path: string, { status, headers, body }: ReceivedResponse): void {
  const requestId = headers.get('x-request-id') ?? ''
  const refusal = (body as { error?: { requestId: string } } | null)?.error
  const caching = path === '/openapi.json' && status === 200 ? 'public, max-age=300' : 'private, no-store'
  const wrong = Object.entries({
    'content-type': headers.get('content-type') === (status === 204 ? null : 'application/json; charset=utf-8'),
    'cache-control': headers.get('cache-control') === caching,
    'x-content-type-options': headers.get('x-content-type-options') === 'nosniff',
    'x-request-id': /^[\w.-]{1,128}$/.test(requestId) && (refusal?.requestId ?? requestId) === requestId,
    'access-control-allow-origin': !headers.has('access-control-allow-origin'),
  }).filter(([, isRight]) => !isRight)
  if (wrong.length === 0) return
  throw new Error(`${path} ${status}: wrong header ${wrong.map(([name]) => name)} ${JSON.stringify([...headers])}`)
}
