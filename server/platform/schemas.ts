import Type, { type Static, type TProperties, type TSchema } from 'typebox'

export type { Static, TSchema }
export { Type }

// The OpenAPI document lists a named schema once and refers to it (openapi/document.ts). The key is a symbol, which
// validators ignore, and is set on the schema itself, so the copy that `Type.Optional` makes keeps it.
const nameKey = Symbol('name')

interface Named {
  [nameKey]?: string
}

/** Gives a schema its name in the OpenAPI document. */
export const named = <T extends TSchema>(name: string, schema: T): T => Object.assign(schema, { [nameKey]: name })

// Set on a nullable schema: the named schema that it was made from.
const nullableKey = Symbol('nullable')

/** Returns the named schema that this schema makes nullable. */
export const nullableOf = (schema: object): TSchema | undefined => (schema as { [nullableKey]?: TSchema })[nullableKey]

export const nameOf = (schema: object): string | undefined => (schema as Named)[nameKey]

/** An object with exactly these members. Any other member is a 400 that names it (contract §1). */
export const Strict = <T extends TProperties>(properties: T, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

interface TextLimits {
  min?: number
  max: number
  description?: string
  examples?: string[]
}

/**
 * Text that people type: trimmed, then measured in Unicode code points. A NUL or an unpaired surrogate is a 400
 * (contract §1). The keyword `x-text` in `validation.ts` does this.
 */
export const Text = ({ min = 0, max, ...rest }: TextLimits) =>
  Type.String({ 'x-text': true, ...(min > 0 && { minLength: min }), maxLength: max, ...rest })

export const Uuid = (description?: string) => Type.String({ format: 'uuid', ...(description && { description }) })

export const Timestamp = (description?: string) =>
  Type.String({ format: 'date-time', ...(description && { description }), examples: ['2026-03-01T09:30:00.000Z'] })

/** Makes a schema nullable, in the form that JSON Schema 2020-12, OpenAPI 3.1 and code generators all understand. */
export const Nullable = <T extends TSchema>(schema: T) => {
  const { type, enum: values, [nameKey]: name, ...rest } = schema as Named & { type?: string; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
    ...(name !== undefined && { [nullableKey]: schema }),
  })
}

export const OneOf = <const T extends string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options })

export const Pagination = named(
  'Pagination',
  Type.Object({
    nextCursor: Nullable(Type.String({ description: 'Send it back as `cursor` for the next page. Null on the last.' })),
    hasMore: Type.Boolean({ description: 'Whether another page exists.' }),
  }),
)

const lists = new WeakMap<object, TSchema>()

/** The response body of a list: `data` and `pagination`. */
export const PageOf = (item: TSchema): TSchema => {
  const schema = Type.Object({ data: Type.Array(item), pagination: Pagination })
  lists.set(schema, item)
  return schema
}

export const isPage = (schema: TSchema): boolean => lists.has(schema)

/** The response of an operation that succeeds with 204 and no body. Its handler returns undefined. */
export const NoContent = Type.Unsafe<undefined>({})

export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'How many to return at most.' }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 500, description: 'The `nextCursor` of the page before, with the same filters.' }),
  ),
}
