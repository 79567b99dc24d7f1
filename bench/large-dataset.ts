import { median } from './comparison.ts'
import { type BenchWorkspace, vocabulary } from './dataset.ts'
import { type BenchRequest, runLoad } from './load.ts'

export interface LoadTarget {
  origin: string
  next: () => BenchRequest
}

/** Warms up the server's code, since the measured calls are too few to do so. */
export const warmUp = async ({ origin, next }: LoadTarget): Promise<void> => {
  await runLoad(origin, next, { seconds: 3 })
}

// Slightly fewer than the 600 requests a minute that each of ten workspaces may send, so that none is limited.
const callsInWindow = 5_500
const windowMs = 61_000
const rounds = 3

const listOf = (among: BenchWorkspace[]) => {
  let count = 0
  return (): BenchRequest => {
    count += 1
    const { keys } = among[count % among.length]!
    const key = keys[Math.floor(count / among.length) % keys.length]
    return { path: '/api/v1/feedback', headers: { authorization: `Bearer ${key}` } }
  }
}

/** Measures lists per second: the median of three rounds, each with as many calls as the workspaces' limits allow. */
export async function measureListThroughput(origin: string, among: BenchWorkspace[]): Promise<number> {
  const measured: number[] = []
  for (let round = 0; round < rounds; round++) {
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, windowMs))
    const { perSecond, failed: refused } = await runLoad(origin, listOf(among), { seconds: 0, amount: callsInWindow })
    if (refused > 0) throw new Error('A limit was hit, so the figures would be meaningless.')
    measured.push(perSecond)
  }
  return median(measured)
}

// Few enough that a search does not have to wait for others.
const readers = 2

/** Returns common and rare words, parts of words, several words, one and two characters, and text without a match. */
function searchTexts(): string[] {
  const ranks = [1, 3, 10, 30, 100, 300, 1_000, 3_000, 7_999]
  const words = ranks.map((rank) => vocabulary[rank]!)
  const parts = words.map((word) => word.slice(1, 5))
  const pairs = words.map((word, index) => `${word} ${words[(index + 3) % words.length]}`)
  const phrase = words.slice(0, 3).join(' ')
  return [...words, ...parts, ...pairs, phrase, 'ba', 'zq', 'x', 'nowhere to be found', '100%', '日本', '%', '_']
}

/** Measures how many milliseconds searches take, for every text in every workspace, by concurrent readers. */
export async function measureSearchLatency(origin: string, big: BenchWorkspace[]) {
  await new Promise((resolve) => setTimeout(resolve, windowMs))
  const calls = big.flatMap(({ keys }) =>
    searchTexts().map((text, index) => ({ text, key: keys[index % keys.length]! })),
  )
  const taken: { text: string; ms: number }[] = []
  const read = async (share: number) => {
    for (let index = share; index < calls.length; index += readers) {
      const { text, key } = calls[index]!
      const startedAt = performance.now()
      const reply = await fetch(`${origin}/api/v1/feedback?search=${encodeURIComponent(text)}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      await reply.arrayBuffer()
      if (reply.status !== 200) throw new Error(`A search returned ${reply.status}.`)
      taken.push({ text, ms: performance.now() - startedAt })
    }
  }
  await Promise.all(Array.from({ length: readers }, (_, share) => read(share)))
  const sorted = taken.toSorted((a, b) => a.ms - b.ms)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.ms
  return { p50: at(0.5), p99: at(0.99), slowest: sorted.at(-1)! }
}
