import type { ConsoleFeedbackSummary } from '#server/feedback/console/list.ts'
import type { ConsoleSort } from '#server/feedback/console/sort.ts'

/** A page of the list as the server returned it. */
export interface RowPage {
  rows: ConsoleFeedbackSummary[]
  next: string | null
  /** No page comes before this one. */
  isFirst: boolean
}

type SortValue = (row: ConsoleFeedbackSummary) => string | number

const createdAt: SortValue = (row) => row.createdAt
const votes: SortValue = (row) => row.votes
const lastActivityAt: SortValue = (row) => row.lastActivityAt

const sortValues: Record<ConsoleSort, { of: SortValue; isAscending?: boolean }> = {
  newest: { of: createdAt },
  oldest: { of: createdAt, isAscending: true },
  votes: { of: votes },
  'fewest-votes': { of: votes, isAscending: true },
  trend: { of: (row) => row.trend },
  active: { of: lastActivityAt },
  'least-active': { of: lastActivityAt, isAscending: true },
  relevance: { of: (row) => row.score ?? 0 },
}

/** Returns whether one row comes before the other. */
function isAbove(sort: ConsoleSort, one: ConsoleFeedbackSummary, other: ConsoleFeedbackSummary): boolean {
  const { of, isAscending = false } = sortValues[sort]
  const [value, otherValue] = [of(one), of(other)]
  const isGreater = value === otherValue ? one.id > other.id : value > otherValue
  return isGreater !== isAscending
}

/**
 * Merges a (re)loaded page into the known rows: rows within its range come from the page, the others stay. So rows that
 * were added, removed or moved since the pages were loaded are neither duplicated nor lost.
 */
export function mergeRows(
  known: ConsoleFeedbackSummary[],
  { rows, next, isFirst }: RowPage,
  sort: ConsoleSort,
): ConsoleFeedbackSummary[] {
  const fresh = new Set(rows.map(({ id }) => id))
  const top = isFirst ? undefined : rows[0]
  const bottom = next === null ? undefined : rows.at(-1)
  const isOutside = (row: ConsoleFeedbackSummary) =>
    (top !== undefined && isAbove(sort, row, top)) || (bottom !== undefined && isAbove(sort, bottom, row))
  const others = known.filter((row) => !fresh.has(row.id) && isOutside(row))
  return [...others, ...rows].sort((one, other) => (isAbove(sort, one, other) ? -1 : 1))
}
