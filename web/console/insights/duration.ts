import { insightMessages as messages } from '../messages/insights.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Formats a duration, rounded, in minutes, or in hours or days if there are at least two: "90 minutes", "3 hours". */
export function formatDuration(seconds: number): string {
  if (seconds < minute) return messages.lessThanMinute
  if (seconds < 2 * hour) return messages.minutes({ count: Math.round(seconds / minute) })
  if (seconds < 2 * day) return messages.hours({ count: Math.round(seconds / hour) })
  return messages.days({ count: Math.round(seconds / day) })
}
