/**
 * Something that a merged request had and its target has now, such as a vote: by whose it is.
 */
export interface Claim<V> {
  key: string
  value: V
  /** Whether the target has it only because of this one. Of several merged requests with one key, one lends it. */
  isLent: boolean
}

interface Held<V> {
  key: string
  value: V
}

/** What a request has that no request merged into it lends. */
export function ownOf<V>(held: Held<V>[], lenders: Claim<V>[][]): Held<V>[] {
  const lent = new Map(lenders.flat().flatMap((claim) => (claim.isLent ? [[claim.key, claim.value] as const] : [])))
  // What was withdrawn and given again since is its own.
  return held.filter(({ key, value }) => lent.get(key) !== value)
}

/** What its own becomes when the request is merged into one that has these keys already. */
export const lend = <V>(own: Held<V>[], target: ReadonlySet<string>): Claim<V>[] =>
  own.map(({ key, value }) => ({ key, value, isLent: !target.has(key) }))

/** What a claim on it becomes, whose request goes along. */
export function lendOn<V>(claims: Claim<V>[], held: Held<V>[], target: ReadonlySet<string>): Claim<V>[] {
  const values = new Map(held.map(({ key, value }) => [key, value]))
  return claims.map((claim) => ({
    ...claim,
    isLent: claim.isLent && values.get(claim.key) === claim.value && !target.has(claim.key),
  }))
}

export interface Return<V> {
  /** What the request has that comes back. */
  restored: Held<V>[]
  /** The claims on it of those that come back with it, in their order. */
  returning: Claim<V>[][]
  /** The claims of those that stay, in their order. */
  staying: Claim<V>[][]
  /** What leaves the target. */
  leaving: string[]
  /** What the target keeps by the claim of another that stays. */
  inherited: Held<V>[]
}

interface Claims<V> {
  own: Claim<V>[]
  returning: Claim<V>[][]
  staying: Claim<V>[][]
  /** What the target has of all this. */
  held: Held<V>[]
}

/**
 * Takes a request apart from its target. It gets back what the target still has; what was withdrawn since stays so.
 * The target loses what it only had on loan, unless another that is merged into it has it too.
 */
export function takeBack<V>({ own, returning, staying, held }: Claims<V>): Return<V> {
  const values = new Map(held.map(({ key, value }) => [key, value]))
  const restored = new Map<string, V>()
  const regain = (claims: Claim<V>[]): Claim<V>[] =>
    claims.map(({ key, value }) => {
      const isLent = values.has(key) && !restored.has(key)
      if (isLent) restored.set(key, value)
      return { key, value, isLent }
    })
  regain(own)
  const regained = returning.map(regain)

  const given = new Map<string, V>()
  const lent = [own, ...returning].flat().filter((claim) => claim.isLent && values.get(claim.key) === claim.value)
  const open = new Set(lent.map(({ key }) => key))
  const kept = staying.map((claims) =>
    claims.map((claim) => {
      if (!open.delete(claim.key)) return claim
      given.set(claim.key, claim.value)
      return { ...claim, isLent: true }
    }),
  )
  const listed = (map: Map<string, V>): Held<V>[] => [...map].map(([key, value]) => ({ key, value }))
  return {
    restored: listed(restored),
    returning: regained,
    staying: kept,
    leaving: [...open],
    inherited: listed(given),
  }
}
