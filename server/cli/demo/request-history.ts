import type { Random } from './random.ts'
import { entries } from './tidepool/entries.ts'
import type { DemoRequest, Version } from './tidepool/types.ts'
import { dayMs, type Timestamps } from './timestamps.ts'

/** When a request was created and when the team moved it, in epoch milliseconds. Steps it never reached are absent. */
export interface DemoHistory {
  created: number
  approved?: number
  planned?: number
  started?: number
  shipped?: number
  /** When it was closed, rejected or marked as spam. */
  closed?: number
}

export type ReleaseDates = ReadonlyMap<Version, { at: number; daysAgo: number }>

/** Returns when each version was released, which is when its entry was published. */
export const releaseDates = (times: Timestamps): ReleaseDates =>
  new Map(
    entries
      .filter(({ state }) => state === undefined)
      .map(({ versionLabel, daysAgo }) => [versionLabel as Version, { at: times.staffDaysAgo(daysAgo), daysAgo }]),
  )

/** Chooses an age for a request whose data specify none. */
function ageOf(
  { shipped, state, votes = 0 }: DemoRequest,
  isOfBeta: boolean,
  releases: ReleaseDates,
  random: Random,
): number {
  if (shipped) return Math.min(releases.get(shipped)!.daysAgo + random.between(20, isOfBeta ? 150 : 110), 272)
  if (isOfBeta) return random.between(70, 225)
  if (state === 'spam') return random.between(5, 200)
  if (state) return random.between(45, 250)
  // The product grows, so recent requests are more common, but votes take time.
  const youngest = Math.min(1 + 2 * votes, 160)
  return youngest + (268 - youngest) * random.next() ** 1.7
}

/** Derives the history of a request. */
export function createDemoHistory(
  request: DemoRequest,
  isOfBeta: boolean,
  { times, random, releases }: { times: Timestamps; random: Random; releases: ReleaseDates },
): DemoHistory {
  const age = request.daysAgo ?? ageOf(request, isOfBeta, releases, random)
  const { shipped, from } = request
  const state = request.state ?? (shipped ? undefined : stateByAge(age, random))
  const created = from === 'team' ? times.staffDaysAgo(age) : times.daysAgo(age)
  if (state === 'pending') return { created }
  if (state === 'rejected' || state === 'spam') return { created, closed: times.staffAfter(created, 1) }
  const approved = times.staffAfter(created, random.between(0, 5))
  if (state === 'in_review') return { created, approved }

  const end = shipped ? releases.get(shipped)!.at - random.between(5, 50) * 60_000 : times.present
  const part = (from: number, share: number) => times.staffAfter(from, ((end - from) / dayMs) * share, end)
  if (state === 'closed')
    return { created, approved, ...(request.roadmap && { planned: part(approved, 0.1) }), closed: part(approved, 0.4) }
  const planned = part(approved, random.between(0.1, 0.4))
  if (state === 'planned') return { created, approved, planned }
  const started = part(planned, random.between(0.3, 0.6))
  return { created, approved, planned, started, ...(shipped && { shipped: Math.floor(end) }) }
}

/** Returns the state that fits the age of a request: the team reviews new requests about once a week. */
function stateByAge(age: number, random: Random): 'pending' | 'in_review' {
  if (age < 21) return random.next() < 0.8 ? 'pending' : 'in_review'
  return age < 75 && random.next() < 0.2 ? 'pending' : 'in_review'
}
