import { type Html, html } from '../../platform/formats/html.ts'

const formats = new Map<string, { day: Intl.DateTimeFormat; moment: Intl.DateTimeFormat }>()

function formatsOf(timeZone: string) {
  const known = formats.get(timeZone)
  if (known) return known
  const created = {
    day: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone }),
    moment: new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone }),
  }
  formats.set(timeZone, created)
  return created
}

/** Renders a date in the workspace's time zone, with the exact time as its title. @param iso ISO 8601 */
export function timeElement(iso: string, timeZone: string): Html {
  const { day, moment } = formatsOf(timeZone)
  const date = new Date(iso)
  return html`<time datetime="${iso}" title="${moment.format(date)}">${day.format(date)}</time>`
}

/** The items of one day. */
export interface DayGroup<T> {
  heading: Html
  items: T[]
}

/** Groups items by the day of publication in the workspace's time zone, and keeps their order. */
export function groupByDay<T extends { publishedAt: string }>(items: T[], timeZone: string): DayGroup<T>[] {
  const { day } = formatsOf(timeZone)
  const byDay = Map.groupBy(items, ({ publishedAt }) => day.format(new Date(publishedAt)))
  return [...byDay.values()].map((items) => ({ heading: timeElement(items[0]!.publishedAt, timeZone), items }))
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats a target date as a quarter, "Q3 2026", or as a day. @param date as stored: `2026-07-01` */
export function formatTargetDate(precision: 'quarter' | 'date', date: string): string {
  if (precision === 'date') return dayFormat.format(new Date(`${date}T00:00:00Z`))
  return `Q${Math.ceil(Number(date.slice(5, 7)) / 3)} ${date.slice(0, 4)}`
}
