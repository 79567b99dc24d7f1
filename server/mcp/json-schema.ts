import { publicKeyword } from '../platform/http/openapi/public-keywords.ts'
import type { TSchema } from '../platform/schemas.ts'

export type JsonSchema = Record<string, unknown>

// Keywords that a model does not need. Examples repeat the information in formats and descriptions.
const omitted = new Set(['examples'])

// Descriptions of results would lengthen every conversation, and the names of the members are sufficient.
const omittedFromResults = new Set([
  ...omitted,
  'description',
  'default',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
])

/** Converts a schema of an argument: without references, which not every client follows. */
export const argumentSchema = (schema: TSchema): JsonSchema => convert(schema, omitted) as JsonSchema

/** Converts the schema of a result: its shape only. */
export const resultSchema = (schema: TSchema): JsonSchema => convert(schema, omittedFromResults) as JsonSchema

function convert(value: unknown, omit: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => convert(item, omit))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
      if (omit.has(name)) return []
      if (name === 'properties') return [[name, convertEach(inner as Record<string, unknown>, omit)]]
      const keyword = publicKeyword(name, inner)
      return keyword === null ? [] : [[name, convert(keyword.value, omit)]]
    }),
  )
}

/** Converts each member: its name may be that of a keyword, such as `description`. */
const convertEach = (members: Record<string, unknown>, omit: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, convert(schema, omit)]))
