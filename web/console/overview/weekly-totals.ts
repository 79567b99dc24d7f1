import type { ActivityDay } from '#server/overview/activity.ts'
import { formatListFilter } from '../requests/list/list-filter.ts'

export interface WeeklyTotal {
  /** The first day of the week: `2026-03-01`. */
  start: string
  /** Its last day. */
  end: string
  requests: number
  votes: number
}

const weekDays = 7

/** Sums days into weeks; the last week ends today. */
export function toWeeklyTotals(days: ActivityDay[]): WeeklyTotal[] {
  const sum = (week: ActivityDay[], count: 'requests' | 'votes') => week.reduce((total, day) => total + day[count], 0)
  return Array.from({ length: Math.ceil(days.length / weekDays) }, (_, index) => {
    const week = days.slice(index * weekDays, (index + 1) * weekDays)
    return { start: week[0]!.day, end: week.at(-1)!.day, requests: sum(week, 'requests'), votes: sum(week, 'votes') }
  })
}

/** Returns the URL of the requests that got votes in a week. */
export const votedInWeek = (home: string, { start, end }: Pick<WeeklyTotal, 'start' | 'end'>): string =>
  `${home}/requests${formatListFilter({ votedFrom: start, votedTo: end })}`

/** Returns the URL of the requests that were created in a week. */
export const requestsOfWeek = (home: string, { start, end }: Pick<WeeklyTotal, 'start' | 'end'>): string =>
  `${home}/requests${formatListFilter({ from: start, to: end })}`
