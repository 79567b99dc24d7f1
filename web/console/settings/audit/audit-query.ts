export const periods = ['any', 'day', 'week', 'month', 'quarter'] as const
export type Period = (typeof periods)[number]

const periodDays: Record<Exclude<Period, 'any'>, number> = { day: 1, week: 7, month: 30, quarter: 90 }
const dayMs = 86_400_000

/** Parses the filter from the URL. Ignores invalid values, except an invalid cursor. */
export function parseAuditQuery(query: URLSearchParams, groups: string[], now: string) {
  const group = groups.find((value) => value === query.get('group'))
  const period = periods.find((value) => value === query.get('period')) ?? 'any'
  const actor = query.get('actor')?.toLowerCase() ?? ''
  // A cursor is only valid with the same start time as the first page.
  const from =
    query.get('from') ??
    (period === 'any' ? null : new Date(Date.parse(now) - periodDays[period] * dayMs).toISOString())
  const cursor = query.get('cursor')
  return {
    period,
    filter: {
      ...(group !== undefined && { group }),
      ...(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(actor) && { actor }),
      ...(from !== null && period !== 'any' && { from }),
      ...(cursor !== null && { cursor }),
    },
  }
}

interface PageFilter {
  group?: string | undefined
  actor?: string | undefined
  from?: string | undefined
}

/** Returns the URL of the next page. */
export function nextPageUrl(
  pageUrl: string,
  { group, actor, from }: PageFilter,
  period: Period,
  cursor: string,
): string {
  const query = new URLSearchParams()
  if (group) query.set('group', group)
  if (actor) query.set('actor', actor)
  if (period !== 'any') query.set('period', period)
  if (from) query.set('from', from)
  query.set('cursor', cursor)
  return `${pageUrl}?${query}`
}
