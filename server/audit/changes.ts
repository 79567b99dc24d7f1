import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from '../platform/schemas.ts'

type Wanted<T> = { [K in keyof T]?: T[K] | undefined }

// Longer than every name, title, label and host.
const maxCopiedLength = 300

/**
 * Returns whether a schema allows long texts in a field. The audit log stores only their lengths, so that it does not
 * copy people's words. URLs and other formats do not count as texts.
 */
function isLongText(schema: TSchema, field: string): boolean {
  const { properties } = schema as { properties?: Record<string, { maxLength?: number; format?: string } | undefined> }
  const { maxLength = 0, format } = properties?.[field] ?? {}
  return maxLength > maxCopiedLength && format === undefined
}

const countCharacters = (text: unknown): number | null => (text === null ? null : [...String(text)].length)

/** Returns the fields of `wanted` that differ from `before`, or null if none does. Ignores undefined fields. */
export function pickChanges<T extends object>(before: T, wanted: Wanted<T>): Partial<T> | null {
  const changes = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, before[field as keyof T]),
  )
  return changes.length === 0 ? null : (Object.fromEntries(changes) as Partial<T>)
}

/**
 * Describes each changed field for the audit log as [before, after]; long texts as their lengths in characters.
 * @param schema of the update; its limits tell which texts are long. Null if no field is a text
 */
export function describeChanges<T extends object>(
  before: T,
  changes: Partial<T> | null,
  schema: TSchema | null,
): Record<string, [unknown, unknown]> {
  const pairs = Object.entries(changes ?? {}).map(([field, to]): [string, [unknown, unknown]] => {
    const from = before[field as keyof T]
    return schema !== null && isLongText(schema, field)
      ? [`${field}Length`, [countCharacters(from), countCharacters(to)]]
      : [field, [from, to]]
  })
  return Object.fromEntries(pairs)
}
