import type { ConsoleSort, ListedFeedback } from '#server/feedback/console/list.ts'

/** A part of the list as the server answered it. */
export interface Part {
  rows: ListedFeedback[]
  next: string | null
  /** Nothing stands before it. */
  isFirst: boolean
}

const values = {
  newest: (row: ListedFeedback) => row.createdAt,
  votes: (row: ListedFeedback) => row.votes,
  active: (row: ListedFeedback) => row.activeAt,
}

/** Whether the one stands above the other. */
function isAbove(sort: ConsoleSort, one: ListedFeedback, other: ListedFeedback): boolean {
  const [mine, theirs] = [values[sort](one), values[sort](other)]
  return mine === theirs ? one.id > other.id : mine > theirs
}

/**
 * The list with a part of it read (again): within the part it is as the part says, and outside it as it was. So rows
 * that came, went or moved since the parts were read are neither shown twice nor lost.
 */
export function joined(known: ListedFeedback[], { rows, next, isFirst }: Part, sort: ConsoleSort): ListedFeedback[] {
  const fresh = new Set(rows.map(({ id }) => id))
  const top = isFirst ? undefined : rows[0]
  const bottom = next === null ? undefined : rows.at(-1)
  const isOutside = (row: ListedFeedback) =>
    (top !== undefined && isAbove(sort, row, top)) || (bottom !== undefined && isAbove(sort, bottom, row))
  const others = known.filter((row) => !fresh.has(row.id) && isOutside(row))
  return [...others, ...rows].sort((one, other) => (isAbove(sort, one, other) ? -1 : 1))
}
