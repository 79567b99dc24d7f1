/**
 * Something that a merged request had and its target has now, such as a vote: by whose it is.
 */
export interface AttributedRow<V> {
  key: string
  value: V
  /** Whether the target has it only because of this one. Of several merged requests with one key, one lends it. */
  isSoleSource: boolean
}

interface KeyedRow<V> {
  key: string
  value: V
}

/** What a request has that no request merged into it lends. */
export function ownRows<V>(held: KeyedRow<V>[], lenders: AttributedRow<V>[][]): KeyedRow<V>[] {
  const lent = new Map(
    lenders.flat().flatMap((claim) => (claim.isSoleSource ? [[claim.key, claim.value] as const] : [])),
  )
  // What was withdrawn and given again since is its own.
  return held.filter(({ key, value }) => lent.get(key) !== value)
}

/** What its own becomes when the request is merged into one that has these keys already. */
export const attributeRows = <V>(own: KeyedRow<V>[], target: ReadonlySet<string>): AttributedRow<V>[] =>
  own.map(({ key, value }) => ({ key, value, isSoleSource: !target.has(key) }))

/** What a claim on it becomes, whose request goes along. */
export function reattributeRows<V>(
  claims: AttributedRow<V>[],
  held: KeyedRow<V>[],
  target: ReadonlySet<string>,
): AttributedRow<V>[] {
  const values = new Map(held.map(({ key, value }) => [key, value]))
  return claims.map((claim) => ({
    ...claim,
    isSoleSource: claim.isSoleSource && values.get(claim.key) === claim.value && !target.has(claim.key),
  }))
}

export interface RestoredRows<V> {
  /** What the request has that comes back. */
  restored: KeyedRow<V>[]
  /** The claims on it of those that come back with it, in their order. */
  returning: AttributedRow<V>[][]
  /** The claims of those that stay, in their order. */
  staying: AttributedRow<V>[][]
  /** What leaves the target. */
  removed: string[]
  /** What the target keeps by the claim of another that stays. */
  inherited: KeyedRow<V>[]
}

interface RestoreInput<V> {
  own: AttributedRow<V>[]
  returning: AttributedRow<V>[][]
  staying: AttributedRow<V>[][]
  /** What the target has of all this. */
  held: KeyedRow<V>[]
}

/**
 * Takes a request apart from its target. It gets back what the target still has; what was withdrawn since stays so.
 * The target loses what it only had on loan, unless another that is merged into it has it too.
 */
export function restoreRows<V>({ own, returning, staying, held }: RestoreInput<V>): RestoredRows<V> {
  const values = new Map(held.map(({ key, value }) => [key, value]))
  const restored = new Map<string, V>()
  const regain = (claims: AttributedRow<V>[]): AttributedRow<V>[] =>
    claims.map(({ key, value }) => {
      const isSoleSource = values.has(key) && !restored.has(key)
      if (isSoleSource) restored.set(key, value)
      return { key, value, isSoleSource }
    })
  regain(own)
  const regained = returning.map(regain)

  const given = new Map<string, V>()
  const lent = [own, ...returning].flat().filter((claim) => claim.isSoleSource && values.get(claim.key) === claim.value)
  const open = new Set(lent.map(({ key }) => key))
  const kept = staying.map((claims) =>
    claims.map((claim) => {
      if (!open.delete(claim.key)) return claim
      given.set(claim.key, claim.value)
      return { ...claim, isSoleSource: true }
    }),
  )
  const listed = (map: Map<string, V>): KeyedRow<V>[] => [...map].map(([key, value]) => ({ key, value }))
  return {
    restored: listed(restored),
    returning: regained,
    staying: kept,
    removed: [...open],
    inherited: listed(given),
  }
}
