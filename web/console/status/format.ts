import { statusMessages as messages } from '../messages/status.ts'

/** Formats a duration in its largest unit. */
export function formatDuration(seconds: number): string {
  if (seconds < 120) return messages.duration.seconds({ count: Math.round(seconds) })
  if (seconds < 7_200) return messages.duration.minutes({ count: Math.round(seconds / 60) })
  if (seconds < 172_800) return messages.duration.hours({ count: Math.round(seconds / 3_600) })
  return messages.duration.days({ count: Math.floor(seconds / 86_400) })
}

export const formatMegabytes = (bytes: number): string => messages.megabytes({ count: Math.ceil(bytes / 1_000_000) })

export const formatShare = (share: number): string => messages.percent({ count: Math.round(share * 1_000) / 10 })
