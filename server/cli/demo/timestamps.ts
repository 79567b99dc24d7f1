import type { Random } from './random.ts'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** The workspace is as old as this, about nine months. */
export const workspaceAgeDays = 274

/** Moments before the present, in milliseconds, at hours at which people do such things. */
export interface Timestamps {
  present: number
  /** A customer's moment on that day, in the evenings and on weekends more seldom. */
  daysAgo(days: number): number
  /** A moment of the team on that day: a weekday, by daylight. */
  staffDaysAgo(days: number): number
  /** A customer's moment so many days after another; never after `limit`. */
  after(moment: number, days: number, limit?: number): number
  /** The same for the team. */
  staffAfter(moment: number, days: number, limit?: number): number
}

// When customers write, by hour in UTC: most of them live in Europe, Africa and the Americas.
const busyHours = [6, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 11, 12, 12, 13, 13, 13, 14, 14, 15, 15, 16, 17, 18, 19, 20, 22, 2]

export function createTimestamps(present: number, random: Random): Timestamps {
  const today = present - (present % dayMs)

  const somewhen = (day: number): number => {
    const midnight = day - (day % dayMs)
    const isQuiet = isWeekend(midnight) && random.next() < 0.7
    return (isQuiet ? midnight - 2 * dayMs : midnight) + minutesFrom(random.pick(busyHours), 60)
  }
  const atDesk = (day: number, direction: 1 | -1): number => {
    let midnight = day - (day % dayMs)
    while (isWeekend(midnight)) midnight += direction * dayMs
    return midnight + minutesFrom(7, 9 * 60)
  }
  const minutesFrom = (hour: number, minutes: number) => hour * hourMs + Math.floor(random.next() * minutes * 60_000)

  const follow = (moment: number, wished: number, limit: number): number => {
    const at = Math.max(wished, moment + Math.floor(random.between(0.3, 2) * hourMs))
    // What does not fit in any more moves together, in the same order.
    return at < limit ? at : Math.floor(moment + (limit - moment) * random.between(0.3, 0.5))
  }
  return {
    present,
    daysAgo: (days) => somewhen(today - days * dayMs),
    staffDaysAgo: (days) => atDesk(today - days * dayMs, -1),
    after: (moment, days, limit = present) => follow(moment, somewhen(moment + days * dayMs), limit),
    staffAfter: (moment, days, limit = present) => follow(moment, atDesk(moment + days * dayMs, 1), limit),
  }
}

const isWeekend = (moment: number): boolean => [0, 6].includes(new Date(moment).getUTCDay())

/** The last day of the quarter that lies so many quarters after the one of `moment`. */
export function quarterEnd(moment: number, quarters: number): string {
  const day = new Date(moment)
  const month = (Math.floor(day.getUTCMonth() / 3) + quarters + 1) * 3
  return new Date(Date.UTC(day.getUTCFullYear(), month, 0)).toISOString().slice(0, 10)
}
