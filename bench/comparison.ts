import { type BenchRequest, type LoadResult, runLoad } from './load.ts'

export interface Comparison {
  heed: LoadResult
  baseline: LoadResult
  /** The median of all rounds' ratios: Heed's throughput divided by the baseline's, measured right after it. */
  ratio: number
  ratios: number[]
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

interface ComparisonTarget {
  origin: string
  next: () => BenchRequest
}

/** Measures the servers in alternating rounds, so that other load on the machine affects both. */
export async function compareWithBaseline(
  heed: ComparisonTarget,
  baseline: ComparisonTarget,
  rounds: number,
  seconds: number,
): Promise<Comparison> {
  // Warms up both servers.
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
  if (refused > 0) throw new Error(`${refused} responses were errors, so the figures would be meaningless.`)
  return { ...middle, ratio, ratios }
}
