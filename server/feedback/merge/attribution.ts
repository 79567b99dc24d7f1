/** A row of a merged request, such as a vote, that its target may have now, with the origin of the target's row. */
export interface AttributedRow<V> {
  key: string
  value: V
  /** Whether the target has the row only because of this request; true for at most one of several merged requests. */
  isSoleSource: boolean
}

interface KeyedRow<V> {
  key: string
  value: V
}

/** Returns a request's own rows, without those that it got from requests merged into it. */
export function ownRows<V>(current: KeyedRow<V>[], merged: AttributedRow<V>[][]): KeyedRow<V>[] {
  const attributed = new Map(merged.flat().flatMap((row) => (row.isSoleSource ? [[row.key, row.value] as const] : [])))
  // A row that was withdrawn and added again since has another value, so it counts as the request's own.
  return current.filter(({ key, value }) => attributed.get(key) !== value)
}

/** Attributes a request's own rows when it is merged into a target that already has some of the keys. */
export const attributeRows = <V>(own: KeyedRow<V>[], targetKeys: ReadonlySet<string>): AttributedRow<V>[] =>
  own.map(({ key, value }) => ({ key, value, isSoleSource: !targetKeys.has(key) }))

/** Attributes the rows of a merged request to a new target, after its previous target has itself been merged. */
export function reattributeRows<V>(
  rows: AttributedRow<V>[],
  current: KeyedRow<V>[],
  targetKeys: ReadonlySet<string>,
): AttributedRow<V>[] {
  const values = new Map(current.map(({ key, value }) => [key, value]))
  return rows.map((row) => ({
    ...row,
    isSoleSource: row.isSoleSource && values.get(row.key) === row.value && !targetKeys.has(row.key),
  }))
}

export interface RestoredRows<V> {
  /** Rows that the restored request gets back. */
  restored: KeyedRow<V>[]
  /** The rows of the requests that return with it, attributed to the restored request, in the order given. */
  returning: AttributedRow<V>[][]
  /** The rows of the requests that stay merged into the target, in the order given. */
  staying: AttributedRow<V>[][]
  /** Keys of the rows that the target loses. */
  removed: string[]
  /** Rows that the target keeps because a staying request has them too. */
  inherited: KeyedRow<V>[]
}

interface RestoreInput<V> {
  own: AttributedRow<V>[]
  returning: AttributedRow<V>[][]
  staying: AttributedRow<V>[][]
  /** The rows that the target has now. */
  current: KeyedRow<V>[]
}

/**
 * Separates a restored request from its target. The request gets back the rows that the target still has; rows that
 * were withdrawn since stay withdrawn. The target loses rows it has only because of the request, unless a staying
 * request has them too.
 */
export function restoreRows<V>({ own, returning, staying, current }: RestoreInput<V>): RestoredRows<V> {
  const values = new Map(current.map(({ key, value }) => [key, value]))
  const restored = new Map<string, V>()
  const restore = (rows: AttributedRow<V>[]): AttributedRow<V>[] =>
    rows.map(({ key, value }) => {
      const isSoleSource = values.has(key) && !restored.has(key)
      if (isSoleSource) restored.set(key, value)
      return { key, value, isSoleSource }
    })
  restore(own)
  const returned = returning.map(restore)

  const inherited = new Map<string, V>()
  const leaving = [own, ...returning].flat().filter((row) => row.isSoleSource && values.get(row.key) === row.value)
  const unclaimed = new Set(leaving.map(({ key }) => key))
  const remaining = staying.map((rows) =>
    rows.map((row) => {
      if (!unclaimed.delete(row.key)) return row
      inherited.set(row.key, row.value)
      return { ...row, isSoleSource: true }
    }),
  )
  const toRows = (map: Map<string, V>): KeyedRow<V>[] => [...map].map(([key, value]) => ({ key, value }))
  return {
    restored: toRows(restored),
    returning: returned,
    staying: remaining,
    removed: [...unclaimed],
    inherited: toRows(inherited),
  }
}
