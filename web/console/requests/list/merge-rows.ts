import type { ConsoleFeedbackSummary, ConsoleSort } from '#server/feedback/console/list.ts'

/** A page of the list as the server returned it. */
export interface RowPage {
  rows: ConsoleFeedbackSummary[]
  next: string | null
  /** No page comes before this one. */
  isFirst: boolean
}

const sortValues = {
  newest: (row: ConsoleFeedbackSummary) => row.createdAt,
  votes: (row: ConsoleFeedbackSummary) => row.votes,
  active: (row: ConsoleFeedbackSummary) => row.lastActivityAt,
  relevance: (row: ConsoleFeedbackSummary) => row.score ?? 0,
}

/** Returns whether one row comes before the other. */
function isAbove(sort: ConsoleSort, one: ConsoleFeedbackSummary, other: ConsoleFeedbackSummary): boolean {
  const [value, otherValue] = [sortValues[sort](one), sortValues[sort](other)]
  return value === otherValue ? one.id > other.id : value > otherValue
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
