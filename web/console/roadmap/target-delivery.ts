import type { TargetDelivery } from '#i18n/format.ts'
import type { Quarter } from '#server/roadmap/quarters.ts'

export const formatQuarter = (quarter: Quarter): string => quarter.split('-').reverse().join(' ')

/** Returns the quarter of a day: `2026-07-14` is in `2026-Q3`. */
export function quarterOf(date: string): Quarter {
  const [year, month] = date.split('-').map(Number) as [number, number]
  return `${year}-Q${Math.ceil(month / 3)}`
}

/** Returns whether a target has passed. A quarter passes after its last day. */
export const isPast = ({ precision, date }: TargetDelivery, today: string): boolean =>
  precision === 'date' ? date < today : quarterOf(date) < quarterOf(today)

// Two years. A target further away can be given as a date.
const quartersAhead = 8

/** Returns the quarters to choose from: from the current one on, and the one chosen before. */
export function upcomingQuarters(today: string, chosen?: Quarter): Quarter[] {
  const [year, number] = quarterOf(today).split('-Q').map(Number) as [number, number]
  const ahead = Array.from({ length: quartersAhead }, (_, at): Quarter => {
    const index = number - 1 + at
    return `${year + Math.floor(index / 4)}-Q${(index % 4) + 1}`
  })
  return chosen === undefined || ahead.includes(chosen) ? ahead : [chosen, ...ahead].sort()
}
