import { type BenchRequest, type LoadResult, runLoad } from './load.ts'

export interface Comparison {
  heed: LoadResult
  baseline: LoadResult
  /** Median over the rounds of Heed's throughput by the bare server's, each round measured one right after the other. */
  ratio: number
  ratios: number[]
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

interface ComparisonTarget {
  origin: string
  next: () => BenchRequest
}

/** Measures both sides in turn, so that what else the machine does falls on both. */
export async function compareWithBaseline(
  heed: ComparisonTarget,
  baseline: ComparisonTarget,
  rounds: number,
  seconds: number,
): Promise<Comparison> {
  // Both are warm before the first round counts.
  await runLoad(heed.origin, heed.next, { seconds: 2 })
  await runLoad(baseline.origin, baseline.next, { seconds: 2 })
  const loads: { heed: LoadResult; baseline: LoadResult }[] = []
  for (let round = 0; round < rounds; round++) {
    loads.push({
      heed: await runLoad(heed.origin, heed.next, { seconds }),
      baseline: await runLoad(baseline.origin, baseline.next, { seconds }),
    })
  }
  const ratios = loads.map((each) => each.heed.perSecond / each.baseline.perSecond)
  const ratio = median(ratios)
  const middle = loads[ratios.indexOf(ratio)]!
  const refused = loads.reduce((sum, each) => sum + each.heed.failed + each.baseline.failed, 0)
  if (refused > 0) throw new Error(`${refused} answers were no success: the figures would mean nothing.`)
  return { ...middle, ratio, ratios }
}
