import { pathIds, type RegisteredOperation, responseSchemas, usualStatusOf } from '../platform/http/api/operations.ts'
import type { ApiScope } from '../platform/http/api/scopes.ts'
import { isPage, Strict, type TSchema } from '../platform/schemas.ts'
import { createValidator, type Validator } from '../platform/validation.ts'
import { effectOf } from './effects.ts'
import { argumentSchema, type JsonSchema, resultSchema } from './json-schema.ts'

/** One operation as a tool. */
export interface OperationTool {
  operation: RegisteredOperation
  name: string
  scope: ApiScope
  isList: boolean
  /** Which part of the request each argument belongs to. Others are reported by name. */
  pathIds: string[]
  queryNames: ReadonlySet<string>
  /** Checks the types of arguments that become query parameters, because a URL does not preserve types. */
  checkQuery: Validator
  takesIdempotencyKey: boolean
  /** The tool as `tools/list` shows it. */
  definition: ToolDefinition
}

export interface ToolDefinition {
  name: string
  title: string
  description: string
  inputSchema: { type: 'object'; [keyword: string]: unknown }
  outputSchema?: { type: 'object'; [keyword: string]: unknown }
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
  [member: string]: unknown
}

/** The default page length for a model: enough to work with, without filling its context. */
export const defaultPageLength = 10

/** Makes one tool of each operation. The OpenAPI document has none: tools describe themselves. */
export const createTools = (operations: RegisteredOperation[]): Map<string, OperationTool> =>
  new Map(
    operations.flatMap((operation) => {
      if (operation.scope === 'public') return []
      const tool = createTool(operation, operation.scope)
      return [[tool.name, tool]]
    }),
  )

/** `listFeedback` → `list_feedback` */
export const toolNameOf = (operationId: string): string =>
  operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function createTool(operation: RegisteredOperation, scope: ApiScope): OperationTool {
  const { operationId, summary, method, path, query, body } = operation
  const name = toolNameOf(operationId)
  const isList = isPage(operation.responses[usualStatusOf(operation)]!)
  const ids = pathIds(path)
  const queryMembers = propertiesOf(query)
  const takesIdempotencyKey = method === 'POST'
  const properties = mergeArguments(name, [
    Object.fromEntries(ids.map((id) => [id, { type: 'string', description: describeId(id, path) }])),
    isList ? { ...queryMembers, ...pageArguments } : queryMembers,
    propertiesOf(body),
    takesIdempotencyKey ? { idempotencyKey: idempotencyKeyArgument } : {},
  ])
  const required = [...ids, ...requiredOf(query), ...(operation.isBodyOptional ? [] : requiredOf(body))]
  return {
    operation,
    name,
    scope,
    isList,
    pathIds: ids,
    queryNames: new Set(Object.keys(queryMembers)),
    checkQuery: createValidator(query ?? Strict({}), 'query'),
    takesIdempotencyKey,
    definition: {
      name,
      title: summary,
      description: describe(operation),
      inputSchema: {
        type: 'object',
        properties,
        ...(required.length > 0 && { required }),
        additionalProperties: false,
      },
      ...outputSchemaOf(operation),
      annotations: effectOf(operation).hints,
    },
  }
}

/** Describes what the tool does, its effects outside of Heed, and which arguments it needs together. */
function describe(operation: RegisteredOperation): string {
  const { summary, description } = operation
  const { warning, description: replacement } = effectOf(operation)
  return [`${summary}.`, replacement ?? description, warning, oneOfNote(operation.body)].filter(Boolean).join(' ')
}

/** Flat schemas cannot say "at least one of", because model providers reject alternatives at the top of a schema. */
function oneOfNote(body: TSchema | undefined): string | undefined {
  const { anyOf, minProperties } = (body ?? {}) as { anyOf?: { required: string[] }[]; minProperties?: number }
  if (anyOf) return `Needs at least one of ${anyOf.flatMap(({ required }) => required).join(', ')}.`
  return minProperties ? 'Needs at least one argument to change.' : undefined
}

const pageArguments: Record<string, JsonSchema> = {
  limit: { type: 'integer', minimum: 1, maximum: 100, default: defaultPageLength },
  cursor: { type: 'string', description: 'From the result of the previous page; keep the other arguments.' },
}

const idempotencyKeyArgument: JsonSchema = {
  type: 'string',
  maxLength: 255,
  description: 'A unique value of your choice. A retry with the same value has no second effect.',
}

function propertiesOf(schema: TSchema | undefined): Record<string, JsonSchema> {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, TSchema> }
  return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, argumentSchema(member)]))
}

const requiredOf = (schema: TSchema | undefined): string[] => (schema as { required?: string[] })?.required ?? []

/** @throws for two arguments of one name, so that the names have to be decided when such an operation is added. */
function mergeArguments(tool: string, parts: Record<string, JsonSchema>[]): Record<string, JsonSchema> {
  const merged: Record<string, JsonSchema> = {}
  for (const [name, schema] of parts.flatMap((part) => Object.entries(part))) {
    if (name in merged) throw new Error(`The tool ${tool} would have two arguments named ${name}.`)
    merged[name] = schema
  }
  return merged
}

const singular: Record<string, string> = {
  feedback: 'request',
  roadmap: 'roadmap item',
  changelog: 'changelog entry',
  companies: 'company',
}

/** `/feedback/{id}/votes/{customerId}` → "UUID of the request", "UUID of the customer" */
function describeId(id: string, path: string): string {
  if (id !== 'id') return `UUID of the ${id.replace(/Id$/, '')}`
  const resource = path.split('/')[1]!
  return `UUID of the ${singular[resource] ?? resource.replace(/s$/, '')}`
}

function outputSchemaOf(operation: RegisteredOperation): Pick<ToolDefinition, 'outputSchema'> {
  const schema = responseSchemas(operation)[usualStatusOf(operation)]
  return schema ? { outputSchema: resultSchema(schema) as ToolDefinition['outputSchema'] & object } : {}
}
