import { readFileSync } from 'node:fs'

/** A JSON Schema of the document. */
export type JsonSchema = Record<string, unknown>

interface Reference {
  $ref: string
}

interface ResponseDocument {
  headers: Record<string, unknown>
  /** Absent for a response without a body. */
  content?: Record<string, { schema: JsonSchema }>
}

export interface ParameterDocument {
  name: string
  in: 'path' | 'query' | 'header'
  schema: JsonSchema
}

interface OperationDocument {
  operationId: string
  security: { apiKey: string[] }[]
  parameters?: (ParameterDocument | Reference)[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema; example?: object }> }
  responses: Record<string, ResponseDocument | Reference>
}

interface Document {
  paths: Record<string, Record<string, OperationDocument>>
  components: Record<string, Record<string, unknown>>
}

const file = new URL('../../../openapi.json', import.meta.url)

/** The committed document, which clients are generated from and every response in the tests is checked against. */
export const openApi: Document = JSON.parse(readFileSync(file, 'utf8'))

/** Resolves a reference such as `#/components/schemas/Feedback`. Returns anything else unchanged. */
export function resolveReference<T>(value: T | Reference): T {
  const pointer = (value as Reference).$ref
  if (pointer === undefined) return value as T
  const [, section, kind, name] = pointer.split('/') as [string, 'components', string, string]
  return resolveReference(openApi[section][kind]![name] as T | Reference)
}

/** One operation of the document, for the contract tests. */
export interface ContractOperation {
  operationId: string
  method: string
  /** The path template, such as `/feedback/{id}`. */
  path: string
  /** Null if the operation needs no credential. */
  scope: string | null
  parameters: ParameterDocument[]
  /** Null if the operation has no body. */
  body: { isRequired: boolean; schema: JsonSchema; example: object } | null
  responses: Record<string, ResponseDocument>
  pattern: RegExp
}

export const operations: ContractOperation[] = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => describe(method.toUpperCase(), path, operation)),
)

function describe(method: string, path: string, document: OperationDocument): ContractOperation {
  const { operationId, security, parameters = [], requestBody, responses } = document
  const content = requestBody?.content['application/json']
  return {
    operationId,
    method,
    path,
    scope: security[0]?.apiKey[0] ?? null,
    parameters: parameters.map(resolveReference<ParameterDocument>),
    body: content ? { isRequired: requestBody!.required, schema: content.schema, example: content.example! } : null,
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, resolveReference<ResponseDocument>(response)]),
    ),
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }
}

/** Lists every operation with every status that it declares. */
export const declaredResponses = operations.flatMap(({ operationId, responses }) =>
  Object.keys(responses).map((status) => `${operationId} ${status}`),
)
