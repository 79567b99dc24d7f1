import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import openapiTs, { astToString } from 'openapi-typescript'
import { nameOf } from '../../../bin/client/names.ts'
import { type ContractOperation, operations } from '../../../server/test/contract/openapi.ts'

// Compares the types of all methods with those that another generator makes of openapi.json.

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'heed-client-types-'))
after(() => rm(folder, { recursive: true }))

const preamble = `
import type { Heed, HeedEvent, Page } from ${JSON.stringify(join(root, 'clients/typescript/src/index.ts'))}
import type { operations } from './contract.ts'

/** Whether each type can be used as the other. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : { client: A; contract: B }) : { client: A; contract: B }
type Body<O> = O extends { requestBody?: { content: { 'application/json': infer B } } } ? B : never
type Query<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never
type Content<O> = O extends { responses: infer R }
  ? { [S in keyof R]: S extends 200 | 201 | 202 ? (R[S] extends { content: { 'application/json': infer C } } ? C : never) : never }[keyof R]
  : never
type Data<O> = Content<O> extends { data: infer D } ? D : never
`

const isList = ({ operationId }: ContractOperation): boolean => operationId.startsWith('list')

/** Writes the comparisons of an operation: its ids, body, query and result. */
function compare(operation: ContractOperation): string {
  const { operationId, path, parameters, body, responses } = operation
  const { resource, method } = nameOf(operationId, path)
  const ids = path.split('{').length - 1
  const call = `Heed['${resource}']['${method}']`
  const contract = `operations['${operationId}']`
  const input = `NonNullable<Parameters<${call}>[${ids}]>`
  const lines = [`// ${operationId}`]
  const check = (client: string, expected: string) => lines.push(`true satisfies Same<${client}, ${expected}>`)
  if (ids > 0) check(`Parameters<${call}>[${ids - 1}]`, 'string')
  if (body) check(input, `Body<${contract}>`)
  if (parameters.some((each) => each.in === 'query')) check(input, `Query<${contract}>`)
  const result = `Awaited<ReturnType<${call}>>`
  // The client knows more about the data of events than the contract says.
  if (/^(get|list)Events?$/.test(operationId)) lines.push(`type ${operationId} = ${result}`)
  else if ('204' in responses) check(result, 'void')
  else if (isList(operation)) check(result, `Page<Data<${contract}>[number]>`)
  else if (operationId !== 'getOpenApiDocument') check(result, `Data<${contract}>`)
  return lines.join('\n')
}

const mistakes = `
declare const heed: Heed

export async function mistakes(): Promise<void> {
  // @ts-expect-error: title is required
  await heed.feedback.create({})
  // @ts-expect-error: unknown member
  await heed.feedback.create({ title: 'x', votes: 1 })
  // @ts-expect-error: a submitter has an email or an external id
  await heed.feedback.create({ title: 'x', submitter: { name: 'Ada' } })
  // @ts-expect-error: unknown stage
  await heed.feedback.setStage('', { stage: 'done' })
  // @ts-expect-error: unknown filter
  await heed.feedback.list({ page: 2 })
  // @ts-expect-error: a read has no idempotency key
  await heed.feedback.get('', { idempotencyKey: 'x' })
  // @ts-expect-error: private, in no response
  console.log((await heed.feedback.get('')).sourceUrl)
  // @ts-expect-error: a deletion returns nothing
  console.log((await heed.webhooks.delete('')).id)
}

export async function narrows(event: HeedEvent): Promise<string> {
  switch (event.type) {
    case 'feedback.created':
      return event.data.title
    case 'vote.created':
      return event.data.customerId
    case 'changelog.published':
      return event.data.body
    default:
      return event.id
  }
}
`

test('the types of all methods are those of the contract', async () => {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: 'esnext',
    module: 'nodenext',
    lib: ['esnext', 'dom'],
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true,
  }
  // A member with a default can be omitted.
  const types = await openapiTs(new URL('../../../openapi.json', import.meta.url), { defaultNonNullable: false })
  const contract = astToString(types)
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['checks.ts'] }))
  await writeFile(join(folder, 'contract.ts'), contract)
  await writeFile(join(folder, 'checks.ts'), [preamble, ...operations.map(compare), mistakes].join('\n'))
  const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc')
  const output = await new Promise<string>((resolve) =>
    execFile(process.execPath, [tsc, '-p', folder], (_, stdout) => resolve(stdout)),
  )
  assert.equal(output, '')
})
