import { formatDate, formatFullDateTime } from '#i18n/format.ts'
import { type Html, html } from '../../platform/formats/html.ts'

/** Renders a date in the workspace's time zone, with the exact time as its title. @param iso ISO 8601 */
export function timeElement(iso: string, timeZone: string): Html {
  const date = new Date(iso)
  return html`<time datetime="${iso}" title="${formatFullDateTime(date, timeZone)}">${formatDate(date, timeZone)}</time>`
}

/** The items of one day. */
export interface DayGroup<T> {
  heading: Html
  items: T[]
}

/** Groups items by the day of publication in the workspace's time zone, and keeps their order. */
export function groupByDay<T extends { publishedAt: string }>(items: T[], timeZone: string): DayGroup<T>[] {
  const byDay = Map.groupBy(items, ({ publishedAt }) => formatDate(new Date(publishedAt), timeZone))
  return [...byDay.values()].map((items) => ({ heading: timeElement(items[0]!.publishedAt, timeZone), items }))
}
