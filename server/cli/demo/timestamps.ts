import type { Random } from './random.ts'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** The age of the workspace: about nine months. */
export const workspaceAgeDays = 274

/** Plausible times before the present, in epoch milliseconds. */
export interface Timestamps {
  present: number
  /** Returns a time for a customer on that day, less often in the evening or on weekends. */
  daysAgo(days: number): number
  /** Returns a time for the team on that day: a weekday, during office hours. */
  staffDaysAgo(days: number): number
  /** Returns a time for a customer some days after another time, but never after `limit`. */
  after(moment: number, days: number, limit?: number): number
  /** Returns a time for the team some days after another time, but never after `limit`. */
  staffAfter(moment: number, days: number, limit?: number): number
}

// Hours (UTC) at which customers write. Most of them live in Europe, Africa and the Americas.
const busyHours = [6, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 11, 12, 12, 13, 13, 13, 14, 14, 15, 15, 16, 17, 18, 19, 20, 22, 2]

export function createTimestamps(present: number, random: Random): Timestamps {
  const today = present - (present % dayMs)

  const customerTime = (day: number): number => {
    const midnight = day - (day % dayMs)
    const isQuiet = isWeekend(midnight) && random.next() < 0.7
    return (isQuiet ? midnight - 2 * dayMs : midnight) + minutesFrom(random.pick(busyHours), 60)
  }
  const staffTime = (day: number, direction: 1 | -1): number => {
    let midnight = day - (day % dayMs)
    while (isWeekend(midnight)) midnight += direction * dayMs
    return midnight + minutesFrom(7, 9 * 60)
  }
  const minutesFrom = (hour: number, minutes: number) => hour * hourMs + Math.floor(random.next() * minutes * 60_000)

  const follow = (moment: number, target: number, limit: number): number => {
    const at = Math.max(target, moment + Math.floor(random.between(0.3, 2) * hourMs))
    // Times that no longer fit move closer together, in the same order.
    return at < limit ? at : Math.floor(moment + (limit - moment) * random.between(0.3, 0.5))
  }
  return {
    present,
    daysAgo: (days) => customerTime(today - days * dayMs),
    staffDaysAgo: (days) => staffTime(today - days * dayMs, -1),
    after: (moment, days, limit = present) => follow(moment, customerTime(moment + days * dayMs), limit),
    staffAfter: (moment, days, limit = present) => follow(moment, staffTime(moment + days * dayMs, 1), limit),
  }
}

const isWeekend = (moment: number): boolean => [0, 6].includes(new Date(moment).getUTCDay())

/** Returns the last day of the quarter that comes `quarters` after the quarter of `moment`. */
export function quarterEnd(moment: number, quarters: number): string {
  const day = new Date(moment)
  const month = (Math.floor(day.getUTCMonth() / 3) + quarters + 1) * 3
  return new Date(Date.UTC(day.getUTCFullYear(), month, 0)).toISOString().slice(0, 10)
}
