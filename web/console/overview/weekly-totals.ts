import type { ActivityDay } from '#server/overview/activity.ts'

export interface WeeklyTotal {
  /** Its first day: `2026-03-01`. */
  start: string
  requests: number
  votes: number
}

const weekDays = 7

/** Days as weeks that end today. */
export function toWeeklyTotals(days: ActivityDay[]): WeeklyTotal[] {
  const sum = (of: ActivityDay[], what: 'requests' | 'votes') => of.reduce((total, day) => total + day[what], 0)
  return Array.from({ length: Math.ceil(days.length / weekDays) }, (_, at) => {
    const week = days.slice(at * weekDays, (at + 1) * weekDays)
    return { start: week[0]!.day, requests: sum(week, 'requests'), votes: sum(week, 'votes') }
  })
}
