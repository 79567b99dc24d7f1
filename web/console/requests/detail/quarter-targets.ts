import type { TargetDelivery } from '#i18n/format.ts'

/** Returns the last day of a date’s quarter, which is how a quarter is stored. */
function quarterOf(date: string): string {
  const [year, month] = date.split('-').map(Number) as [number, number]
  return endOfQuarter(year, Math.ceil(month / 3))
}

/** Returns the quarter of `now`, those that follow, and the one chosen before, even if it is past. */
export function upcomingQuarterTargets(now: string, chosen: string | null, count = 8): TargetDelivery[] {
  const [year, month] = now.split('-').map(Number) as [number, number]
  const first = Math.ceil(month / 3) - 1
  const dates = Array.from({ length: count }, (_, at) => {
    const quarter = first + at
    return endOfQuarter(year + Math.floor(quarter / 4), (quarter % 4) + 1)
  })
  const others = dates.filter((date) => chosen === null || date !== quarterOf(chosen))
  const all = chosen === null ? others : [...others, chosen].sort()
  return all.map((date) => ({ precision: 'quarter', date }))
}

function endOfQuarter(year: number, quarter: number): string {
  const day = quarter === 1 || quarter === 4 ? 31 : 30
  return `${String(year).padStart(4, '0')}-${String(quarter * 3).padStart(2, '0')}-${day}`
}
