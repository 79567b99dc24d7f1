/** When a roadmap item is to be delivered: on a day, or in the quarter of that day. */
export interface TargetDelivery {
  precision: 'quarter' | 'date'
  /** `2026-09-30` */
  date: string
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a target: "Q3 2026", "12 Mar 2027". A calendar date is the same in every time zone. */
export function formatTargetDelivery({ precision, date }: TargetDelivery): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  return precision === 'quarter' ? `Q${Math.ceil(month / 3)} ${year}` : `${day} ${months[month - 1]} ${year}`
}

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
