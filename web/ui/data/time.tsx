import { uiMessages } from '../messages.ts'

interface TimeProps {
  value: string | Date
  /** IANA name of the reader's zone; from the server, so that both sides write the same. */
  zone: string
  /** The server's clock when the page was made. */
  now: string | Date
}

/** "3 hours ago", with the exact time in its title. */
export function Time({ value, zone, now }: TimeProps) {
  const at = new Date(value)
  return (
    <time dateTime={at.toISOString()} title={`${formatDateTime(at, zone)} ${zone}`}>
      {formatRelative(at, new Date(now), zone)}
    </time>
  )
}

/** "22 Nov 2026", or with `clock` "22 Nov 2026, 14:05". */
export function DateText({ value, zone, clock }: { value: string | Date; zone: string; clock?: boolean }) {
  const at = new Date(value)
  const exact = formatDateTime(at, zone)
  return (
    <time dateTime={at.toISOString()} title={`${exact} ${zone}`}>
      {clock ? exact : formatDate(at, zone)}
    </time>
  )
}

const steps = [
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
] as const
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** Within a month in words, then the date; the future too ("in 2 days"). */
export function formatRelative(at: Date, now: Date, zone: string): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1_000)
  const size = Math.abs(seconds)
  if (size < 60) return uiMessages.justNow
  if (size >= 30 * 86_400) return formatDate(at, zone)
  const [unit, length] = steps.findLast(([, least]) => size >= least)!
  return relative.format(Math.trunc(seconds / length), unit)
}

export const formatDate = (at: Date, zone: string): string => {
  const part = partsOf(at, zone)
  return `${part('day')} ${part('month')} ${part('year')}`
}

export const formatDateTime = (at: Date, zone: string): string => {
  const part = partsOf(at, zone)
  return `${formatDate(at, zone)}, ${part('hour')}:${part('minute')}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Put together by hand, because the joining words differ between versions of the same browser and Node.js. */
function partsOf(at: Date, zone: string): (type: Intl.DateTimeFormatPartTypes) => string {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(zone, format)
  }
  const parts = format.formatToParts(at)
  return (type) => parts.find((part) => part.type === type)?.value ?? ''
}
