import { type Call, type Load, load } from './load.ts'

export interface Pair {
  heed: Load
  bare: Load
  /** Median over the rounds of Heed's throughput by the bare server's, each round measured one right after the other. */
  ratio: number
  ratios: number[]
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

interface Side {
  origin: string
  next: () => Call
}

/** Measures both sides in turn, so that what else the machine does falls on both. */
export async function comparePair(heed: Side, bare: Side, rounds: number, seconds: number): Promise<Pair> {
  // Both are warm before the first round counts.
  await load(heed.origin, heed.next, { seconds: 2 })
  await load(bare.origin, bare.next, { seconds: 2 })
  const loads: { heed: Load; bare: Load }[] = []
  for (let round = 0; round < rounds; round++) {
    loads.push({
      heed: await load(heed.origin, heed.next, { seconds }),
      bare: await load(bare.origin, bare.next, { seconds }),
    })
  }
  const ratios = loads.map((each) => each.heed.perSecond / each.bare.perSecond)
  const ratio = median(ratios)
  const middle = loads[ratios.indexOf(ratio)]!
  const refused = loads.reduce((sum, each) => sum + each.heed.refused + each.bare.refused, 0)
  if (refused > 0) throw new Error(`${refused} answers were no success: the figures would mean nothing.`)
  return { ...middle, ratio, ratios }
}
