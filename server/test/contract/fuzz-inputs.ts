import fc, { type Arbitrary } from 'fast-check'
import { nilUuid } from '../../platform/ids.ts'
import { type ApiResources, nestedIdOf, pathWithId } from '../fixtures/api-resources.ts'
import { type ContractOperation, type JsonSchema, resolveReference } from './openapi.ts'

// Generates values from the schemas of openapi.json: valid, almost valid and invalid.

/** Texts that are known to break software. */
const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud83d',
    '\udc00\ud800',
    '\u202eright to left',
    'العربية',
    '👨‍👩‍👧‍👦',
    '\ufeff',
    '\u2028',
    'x'.repeat(201),
    'x'.repeat(10_001),
    '🚀'.repeat(200),
    "'; drop table feedback; --",
    '" or ""="',
    '%',
    '_',
    '\\',
    '%_\\%',
    '$1',
    '{}',
    '__proto__',
    'constructor',
    '<script>alert(1)</script>',
    '=cmd|calc',
    '../../etc/passwd',
    'null',
    '-1',
    '1e999',
    nilUuid,
    '2026-02-30',
    '9999-12-31T23:59:59.999999999+23:59',
    '9999-12-31T23:59:59-23:59',
    '0000-01-01T00:00:00Z',
    'http://[',
    'a@b',
    '\r\nset-cookie: a=b',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)

/** JSON texts, since JavaScript has no values for some of them. */
const hostileJson: Arbitrary<string> = fc.oneof(
  fc.constantFrom('null', 'true', '0', '-0', '1e999', '-1e999', '1e-999', '1.5', '9007199254740993', '[]', '{}', '""'),
  fc.constantFrom('[[[[[[[[[[]]]]]]]]]]', '{"a":{"a":{"a":{"a":{}}}}}', '{"__proto__":{"title":"x"}}', '"\\ud83d"'),
  fc.constant('['.repeat(20_000) + ']'.repeat(20_000)),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  hostileText.map((text) => JSON.stringify(text)),
)

const quoted = (text: Arbitrary<string>) => text.map((value) => JSON.stringify(value))

/** Generates JSON that mostly conforms to the schema. */
function mostlyValidJson(schema: JsonSchema): Arbitrary<string> {
  const own = validJson(resolveReference(schema) as JsonSchema)
  return fc.oneof({ weight: 15, arbitrary: own }, { weight: 1, arbitrary: hostileJson })
}

function validJson(schema: JsonSchema): Arbitrary<string> {
  const {
    anyOf,
    enum: values,
    examples,
    maximum = 200,
    minimum = -1,
  } = schema as { anyOf?: JsonSchema[]; enum?: unknown[]; examples?: unknown[] } & Record<string, number>
  if (anyOf) return fc.oneof(...anyOf.map((branch) => validJson(resolveReference(branch) as JsonSchema)))
  if (values) return fc.constantFrom(...values.map((value) => JSON.stringify(value)))
  const types = [schema.type].flat() as string[]
  const ofType = (type: string): Arbitrary<string> => {
    if (type === 'object') return objectFor(schema)
    if (type === 'array') return listFor(schema)
    if (type === 'integer' || type === 'number') return fc.integer({ min: minimum - 1, max: maximum + 1 }).map(String)
    if (type === 'boolean') return fc.constantFrom('true', 'false')
    if (type === 'null') return fc.constant('null')
    const usual = [...(examples ?? []), formatted(String(schema.format)), 'A plain text'].map((each) =>
      JSON.stringify(each),
    )
    return fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: quoted(hostileText) })
  }
  return fc.oneof(...types.map(ofType))
}

const formatted = (format: string): string =>
  ({
    uuid: '0190f5c1-7a3e-7bb2-9c64-2f1d0e8a4b11',
    date: '2027-03-31',
    'date-time': '2099-03-31T09:00:00.5+02:00',
    email: 'ada@example.com',
    uri: 'https://example.com/a?b=c',
  })[format] ?? 'Text'

function listFor(schema: JsonSchema): Arbitrary<string> {
  const items = mostlyValidJson((schema.items ?? {}) as JsonSchema)
  return fc.array(items, { maxLength: 4 }).map((values) => `[${values.join(',')}]`)
}

// An unknown reference rejects the whole request, so most references are to the existing board.
const ownBoard = fc.oneof(
  { weight: 4, arbitrary: fc.constant('"feature-requests"') },
  { weight: 1, arbitrary: hostileJson },
)

function objectFor({ properties = {}, required = [], additionalProperties }: JsonSchema): Arbitrary<string> {
  const known = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => {
    const member = (name === 'boardId' ? ownBoard : mostlyValidJson(schema)).map(
      (value) => `${JSON.stringify(name)}:${value}`,
    )
    const [present, absent] = (required as string[]).includes(name) ? [20, 1] : [1, 2]
    return fc.oneof({ weight: present, arbitrary: member }, { weight: absent, arbitrary: fc.constant('') })
  })
  const free = typeof additionalProperties === 'object'
  const surprise = fc.tuple(quoted(hostileText), hostileJson).map(([name, value]) => `${name}:${value}`)
  const more = fc.array(surprise, { maxLength: free ? 4 : 1 })
  return fc
    .tuple(fc.tuple(...known), free ? more : fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, more))
    .map(([members, surprises]) => `{${[...members, ...surprises].filter(Boolean).join(',')}}`)
}

/** Generates the text of a body, or undefined for none. */
export function arbitraryBody({ body }: ContractOperation): Arbitrary<string | undefined> {
  const asDocumented = body ? mostlyValidJson(body.schema) : fc.constant(undefined)
  const broken = fc.oneof(hostileJson, hostileText, fc.constant(undefined))
  return fc.oneof(
    { weight: 9, arbitrary: asDocumented as Arbitrary<string | undefined> },
    { weight: 1, arbitrary: broken },
  )
}

/** Encodes text for a URL, sometimes with malformed encoding. */
const encoded = (text: Arbitrary<string>): Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: text.map((value) => encodeURIComponent(value.toWellFormed())) },
    { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%ff', '%ed%a0%80', '%00', '+', '%F0%9F%9A%80', '%c0%af') },
  )

// Longer values exceed the header limit and never reach an operation.
const addressAtMost = 120_000

export function arbitraryQuery({ parameters }: ContractOperation): Arbitrary<string> {
  const known = parameters.filter((parameter) => parameter.in === 'query')
  const value = (schema: JsonSchema): Arbitrary<string> => {
    const right = validJson(resolveReference(schema) as JsonSchema).map((json) => json.replace(/^"|"$/g, ''))
    return encoded(fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: hostileText }))
  }
  const sent = known.map(({ name, schema }) =>
    fc
      .array(value(schema), { minLength: 1, maxLength: 2, size: '-1' })
      .map((values) => values.map((each) => `${name}=${each}`)),
  )
  const surprise = fc.tuple(encoded(hostileText), encoded(hostileText)).map((pair) => [pair.join('=')])
  return fc
    .tuple(...sent.map((pairs) => rarely(pairs, 2)), rarely(surprise, 9))
    .map((pairs) => pairs.flat().join('&'))
    .filter((text) => text.length < addressAtMost)
    .map((text) => (text === '' ? '' : `?${text}`))
}

/** Generates undefined several times as often as a value. */
const rarely = (pairs: Arbitrary<string[]>, times: number): Arbitrary<string[]> =>
  fc.oneof({ weight: times, arbitrary: fc.constant<string[]>([]) }, { weight: 1, arbitrary: pairs })

/** Generates a path whose ids mostly exist. */
export const arbitraryPath = (operation: ContractOperation, things: ApiResources): Arbitrary<string> =>
  fc
    .tuple(
      arbitraryId(things[operation.path.split('/')[1] as keyof ApiResources], things),
      arbitraryId(nestedIdOf(operation, things), things),
    )
    .map(([id, nestedId]) => pathWithId(operation, id, nestedId))

const arbitraryId = (usual: string, things: ApiResources): Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.values(things)) },
    { weight: 2, arbitrary: encoded(hostileText.filter((text) => !/^\.{0,2}$/.test(text))) },
  )

// Text that is valid in a header. The client refuses to send anything else.
const headerText = fc.oneof(
  fc.constantFrom('', ' ', 'a b', 'ci-bot 1.0', 'k'.repeat(64), 'k'.repeat(256), '*/*', '\u00e9', '"', '%00', '{x}'),
  fc.string({ unit: 'binary-ascii', maxLength: 20 }).map((text) => text.replace(/[^\x20-\x7e]/g, '')),
)

export const arbitraryHeaders = ({ method }: ContractOperation): Arbitrary<Record<string, string>> => {
  const odd = (names: string[]) => fc.dictionary(fc.constantFrom(...names), headerText, { maxKeys: 2 })
  const names = [
    'x-service-agent',
    'x-request-id',
    'accept',
    'accept-encoding',
    'if-none-match',
    'origin',
    'x-forwarded-for',
  ]
  const own = method === 'POST' ? [...names, 'idempotency-key', 'content-type'] : names
  return fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: odd(own) })
}
