/** Pseudo-random numbers, equal for equal seeds, so that every demo is the same. */
export interface Random {
  /** Returns a number from 0 to just below 1. */
  next(): number
  between(low: number, high: number): number
  pick<T>(list: readonly T[]): T
}

/** Creates a mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (list) => list[Math.floor(next() * list.length)]!,
  }
}
