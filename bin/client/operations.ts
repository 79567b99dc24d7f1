import { nameOf } from './names.ts'
import type { OpenApi, Operation, Schema } from './openapi.ts'

interface Method {
  resource: string
  name: string
  text: string
}

/** Writes a class for each resource, with a method for each operation. */
export function writeOperations(document: OpenApi): string {
  const types = new Set<string>()
  const methods = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => writeMethod(document, path, verb, operation, types)),
  )
  const resources = Map.groupBy(methods, ({ resource }) => resource)
  const classes = [...resources].map(([resource, own]) => writeClass(resource, own))
  const models = Object.keys(document.components.schemas).filter((name) => name !== 'Error' && name !== 'Event')
  const text = `${classes.join('\n')}\n${writeRoot([...resources.keys()])}`
  const used = [...types, ...models].filter((name) => new RegExp(`\\b${name}\\b`).test(text)).sort()
  const imports = `import type { HeedEvent } from '../events.ts'
import type { PostOptions, RequestOptions, WriteOptions } from '../options.ts'
import type { List } from '../pages.ts'
import { segment, type Transport } from '../transport.ts'
import type {
${used.map((name) => `  ${name},\n`).join('')}} from './types.ts'

export type {
${models.map((name) => `  ${name},\n`).join('')}} from './types.ts'
`
  return `${imports}\n${text}`
}

const capitalize = (text: string): string => text[0]!.toUpperCase() + text.slice(1)

const classOf = (resource: string): string => `${capitalize(resource)}Operations`

function writeClass(resource: string, methods: Method[]): string {
  const names = methods.map(({ name }) => name)
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  if (repeated) throw new Error(`Two operations are ${resource}.${repeated}. Name one of them in bin/client/names.ts.`)
  return `export class ${classOf(resource)} {
  readonly #api: Transport

  constructor(api: Transport) {
    this.#api = api
  }
${methods.map(({ text }) => `\n${text}`).join('')}}
`
}

const writeRoot = (resources: string[]): string => `/** The operations of the API, by resource. */
export class Operations {
${resources.map((resource) => `  readonly ${resource}: ${classOf(resource)}\n`).join('')}
  constructor(api: Transport) {
${resources.map((resource) => `    this.${resource} = new ${classOf(resource)}(api)\n`).join('')}  }
}
`

function writeMethod(document: OpenApi, path: string, verb: string, operation: Operation, types: Set<string>): Method {
  const { resource, method: name } = nameOf(operation.operationId, path)
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => id!)
  const data = `${capitalize(operation.operationId)}Data`
  types.add(data)
  const hasQuery = parametersOf(document, operation).some((parameter) => parameter.in === 'query')
  const body = bodyOf(operation, data)
  if (hasQuery && body) throw new Error(`${operation.operationId} has a query and a body, which no method can have.`)
  const result = resultOf(operation)
  const options = verb === 'get' ? 'RequestOptions' : verb === 'post' ? 'PostOptions' : 'WriteOptions'
  const parameters = [
    ...ids.map((id) => `${id}: string`),
    ...(body ? [`body${body.isRequired ? '' : '?'}: ${body.type}`] : []),
    ...(hasQuery ? [`query?: NonNullable<${data}['query']>`] : []),
    `options?: ${options}`,
  ]
  const call = ['options', ...(body ? ['body'] : []), ...(hasQuery ? ['query'] : [])].sort().join(', ')
  const url = `\`${path.replaceAll(/\{(\w+)\}/g, (_, id) => `\${segment(${id})}`)}\``
  const target = ids.length > 0 ? url : `'${path}'`
  const first = result.kind === 'list' ? target : `'${verb.toUpperCase()}', ${target}`
  return {
    resource,
    name,
    text: `${comment(verb, path, operation)}  ${name}(${parameters.join(', ')}): ${result.type} {
    return this.#api.${result.kind}(${first}, { ${call} })
  }
`,
  }
}

const parametersOf = ({ components }: OpenApi, { parameters = [] }: Operation) =>
  parameters.map((each) => ('$ref' in each ? components.parameters[each.$ref.split('/').at(-1)!]! : each))

const typeOf = ({ $ref = '' }: Schema): string => $ref.split('/').at(-1)!

function bodyOf({ requestBody }: Operation, data: string): { type: string; isRequired: boolean } | null {
  const schema = requestBody?.content?.['application/json']?.schema
  if (!schema) return null
  const isRequired = requestBody?.required === true
  return { type: typeOf(schema) || `NonNullable<${data}['body']>`, isRequired }
}

interface Result {
  /** The method of the transport. */
  kind: 'list' | 'data' | 'empty' | 'send'
  type: string
}

function resultOf({ operationId, responses }: Operation): Result {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
  const schema = success?.[1].content?.['application/json']?.schema
  if (!schema) return { kind: 'empty', type: 'Promise<void>' }
  const { data, pagination } = schema.properties ?? {}
  if (!data) return { kind: 'send', type: 'Promise<object>' }
  const type = typeOf(data.items ?? data)
  if (type === '') throw new Error(`The result of ${operationId} must be a schema with a name.`)
  const named = type === 'Event' ? 'HeedEvent' : type
  return pagination ? { kind: 'list', type: `List<${named}>` } : { kind: 'data', type: `Promise<${named}>` }
}

function comment(verb: string, path: string, { summary, description = '' }: Operation): string {
  const lines = [`${summary}.`, ...(description ? [description] : []), '', `\`${verb.toUpperCase()} ${path}\``]
  return `  /**\n${lines.map((line) => `   * ${line}`.trimEnd().concat('\n')).join('')}   */\n`
}
