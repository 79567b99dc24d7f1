import type { BenchServer } from './bench-server.ts'
import { median } from './comparison.ts'
import { type BenchWorkspace, vocabulary } from './dataset.ts'
import { type BenchRequest, runLoad } from './load.ts'
import { databaseProcesses, mainThreadsCpuMs, postmasterOf } from './process-usage.ts'

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

interface Search {
  text: string
  key: string
}

/** Searches for every text in every workspace. */
const searchesIn = (among: BenchWorkspace[]): Search[] =>
  among.flatMap(({ keys }) => searchTexts().map((text, index) => ({ text, key: keys[index % keys.length]! })))

async function runSearch(origin: string, { text, key }: Search): Promise<void> {
  const reply = await fetch(`${origin}/api/v1/feedback?search=${encodeURIComponent(text)}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  await reply.arrayBuffer()
  if (reply.status !== 200) throw new Error(`A search returned ${reply.status}.`)
}

interface SearchTime {
  text: string
  ms: number
}

export interface SearchTimes {
  p50: number
  p99: number
  slowest: SearchTime
}

function summarize(times: SearchTime[]): SearchTimes {
  const sorted = times.toSorted((a, b) => a.ms - b.ms)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.ms
  return { p50: at(0.5), p99: at(0.99), slowest: sorted.at(-1)! }
}

/**
 * Measures how many milliseconds searches by concurrent readers take. Runs all searches once before it measures them,
 * because the first reads of a new database come from files.
 */
export async function measureSearchLatency(origin: string, among: BenchWorkspace[]): Promise<SearchTimes> {
  await new Promise((resolve) => setTimeout(resolve, windowMs))
  await searchConcurrently(origin, searchesIn(among))
  await new Promise((resolve) => setTimeout(resolve, windowMs))
  return summarize(await searchConcurrently(origin, searchesIn(among)))
}

async function searchConcurrently(origin: string, searches: Search[]): Promise<SearchTime[]> {
  const times: SearchTime[] = []
  const read = async (share: number) => {
    for (let index = share; index < searches.length; index += readers) {
      const startedAt = performance.now()
      await runSearch(origin, searches[index]!)
      times.push({ text: searches[index]!.text, ms: performance.now() - startedAt })
    }
  }
  await Promise.all(Array.from({ length: readers }, (_, share) => read(share)))
  return times
}

/**
 * Measures the processor time of searches, one after another, in the server and in PostgreSQL together. A search takes
 * about that long on a machine without other load.
 */
export async function measureSearchCpu({ origin, pid, socketDir }: BenchServer, among: BenchWorkspace[]) {
  await new Promise((resolve) => setTimeout(resolve, windowMs))
  const pids = [pid, ...(await databaseProcesses(await postmasterOf(socketDir)))]
  const times: SearchTime[] = []
  for (const search of searchesIn(among)) {
    const before = await mainThreadsCpuMs(pids)
    await runSearch(origin, search)
    times.push({ text: search.text, ms: (await mainThreadsCpuMs(pids)) - before })
  }
  return summarize(times)
}
