import { type BenchRequest, type LoadResult, runLoad } from './load.ts'
import { usageOf } from './process-usage.ts'

export interface Comparison {
  heed: LoadResult
  baseline: LoadResult
  /** The median of all rounds' ratios: Heed's throughput divided by the baseline's, measured right after it. */
  ratio: number
  ratios: number[]
  /** Processor time of the servers' processes per response in microseconds, without PostgreSQL: the medians. */
  cpuMicros: { heed: number; baseline: number }
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

export interface ComparisonTarget {
  origin: string
  /** The server's process. */
  pid: number
  next: () => BenchRequest
}

// Until V8 has optimized the code of a request. On a slow machine, a warm-up of a few seconds would end before that.
const warmUpRequests = 10_000

/** Measures the servers in alternating rounds, so that other load on the machine affects both. */
export async function compareWithBaseline(
  heed: ComparisonTarget,
  baseline: ComparisonTarget,
  rounds: number,
  seconds: number,
): Promise<Comparison> {
  for (const { origin, next } of [heed, baseline]) await runLoad(origin, next, { seconds: 0, amount: warmUpRequests })
  const loads: { heed: MeasuredLoad; baseline: MeasuredLoad }[] = []
  for (let round = 0; round < rounds; round++) {
    loads.push({ heed: await measureLoad(heed, seconds), baseline: await measureLoad(baseline, seconds) })
  }
  const ratios = loads.map((each) => each.heed.perSecond / each.baseline.perSecond)
  const ratio = median(ratios)
  const middle = loads[ratios.indexOf(ratio)]!
  const refused = loads.reduce((sum, each) => sum + each.heed.failed + each.baseline.failed, 0)
  if (refused > 0) throw new Error(`${refused} responses were errors, so the figures would be meaningless.`)
  const cpuMicros = {
    heed: median(loads.map((each) => each.heed.cpuMicros)),
    baseline: median(loads.map((each) => each.baseline.cpuMicros)),
  }
  return { ...middle, ratio, ratios, cpuMicros }
}

interface MeasuredLoad extends LoadResult {
  /** Processor time of the server's process per response. */
  cpuMicros: number
}

async function measureLoad({ origin, pid, next }: ComparisonTarget, seconds: number): Promise<MeasuredLoad> {
  const before = await usageOf(pid)
  const load = await runLoad(origin, next, { seconds })
  const after = await usageOf(pid)
  return { ...load, cpuMicros: (after.cpuMicros - before.cpuMicros) / load.responses }
}
