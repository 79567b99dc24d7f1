import { isDeepStrictEqual } from 'node:util'

type Wanted<T> = { [K in keyof T]?: T[K] | undefined }

// Texts that the trail keeps only the lengths of: it is not a second copy of what people wrote.
const lengthOnlyFields = new Set(['description', 'body'])

const countCharacters = (text: unknown): number => [...String(text)].length

/** The members of `wanted` that are not so already; null when all are. An undefined one is not wanted. */
export function pickChanges<T extends object>(before: T, wanted: Wanted<T>): Partial<T> | null {
  const changes = Object.entries(wanted).filter(
    ([member, value]) => value !== undefined && !isDeepStrictEqual(value, before[member as keyof T]),
  )
  return changes.length === 0 ? null : (Object.fromEntries(changes) as Partial<T>)
}

/** What each changed member was and became, for the audit trail; long texts by their lengths in characters. */
export function describeChanges<T extends object>(
  before: T,
  changes: Partial<T> | null,
): Record<string, [unknown, unknown]> {
  const pairs = Object.entries(changes ?? {}).map(([member, to]): [string, [unknown, unknown]] => {
    const from = before[member as keyof T]
    return lengthOnlyFields.has(member)
      ? [`${member}Length`, [countCharacters(from), countCharacters(to)]]
      : [member, [from, to]]
  })
  return Object.fromEntries(pairs)
}
