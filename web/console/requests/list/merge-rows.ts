import type { ConsoleFeedbackSummary, ConsoleSort } from '#server/feedback/console/list.ts'

/** A part of the list as the server answered it. */
export interface RowPage {
  rows: ConsoleFeedbackSummary[]
  next: string | null
  /** Nothing stands before it. */
  isFirst: boolean
}

const sortValues = {
  newest: (row: ConsoleFeedbackSummary) => row.createdAt,
  votes: (row: ConsoleFeedbackSummary) => row.votes,
  active: (row: ConsoleFeedbackSummary) => row.lastActivityAt,
}

/** Whether the one stands above the other. */
function isAbove(sort: ConsoleSort, one: ConsoleFeedbackSummary, other: ConsoleFeedbackSummary): boolean {
  const [mine, theirs] = [sortValues[sort](one), sortValues[sort](other)]
  return mine === theirs ? one.id > other.id : mine > theirs
}

/**
 * The list with a part of it read (again): within the part it is as the part says, and outside it as it was. So rows
 * that came, went or moved since the parts were read are neither shown twice nor lost.
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
