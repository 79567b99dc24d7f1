import { formatDate, formatDateTime } from '#i18n/format.ts'
import { locale } from '#i18n/locale.ts'
import { uiMessages } from '../messages.ts'

interface TimeProps {
  value: string | Date
  /** The reader's IANA time zone, sent by the server so that server and browser render the same text. */
  zone: string
  /** The server's time when it rendered the page. */
  now: string | Date
}

/** Renders "3 hours ago", with the exact time in the title. */
export function Time({ value, zone, now }: TimeProps) {
  const at = new Date(value)
  return (
    <time dateTime={at.toISOString()} title={`${formatDateTime(at, zone)} ${zone}`}>
      {formatRelative(at, new Date(now), zone)}
    </time>
  )
}

/** Renders "22 Nov 2026", or with `clock` "22 Nov 2026, 14:05". */
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
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** Formats times up to 30 days away relatively, past or future ("in 2 days"), and others as a date. */
export function formatRelative(at: Date, now: Date, zone: string): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1_000)
  const size = Math.abs(seconds)
  if (size < 60) return uiMessages.justNow
  if (size >= 30 * 86_400) return formatDate(at, zone)
  const [unit, length] = steps.findLast(([, least]) => size >= least)!
  return relative.format(Math.trunc(seconds / length), unit)
}
