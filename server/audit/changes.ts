import { isDeepStrictEqual } from 'node:util'

type Wanted<T> = { [K in keyof T]?: T[K] | undefined }

// The audit log stores only the lengths of these texts, so that it does not copy what people wrote.
const lengthOnlyFields = new Set(['description', 'body'])

const countCharacters = (text: unknown): number => [...String(text)].length

/** Returns the fields of `wanted` that differ from `before`, or null if none does. Ignores undefined fields. */
export function pickChanges<T extends object>(before: T, wanted: Wanted<T>): Partial<T> | null {
  const changes = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, before[field as keyof T]),
  )
  return changes.length === 0 ? null : (Object.fromEntries(changes) as Partial<T>)
}

/** Describes each changed field for the audit log as [before, after]; long texts as their lengths in characters. */
export function describeChanges<T extends object>(
  before: T,
  changes: Partial<T> | null,
): Record<string, [unknown, unknown]> {
  const pairs = Object.entries(changes ?? {}).map(([field, to]): [string, [unknown, unknown]] => {
    const from = before[field as keyof T]
    return lengthOnlyFields.has(field)
      ? [`${field}Length`, [countCharacters(from), countCharacters(to)]]
      : [field, [from, to]]
  })
  return Object.fromEntries(pairs)
}
