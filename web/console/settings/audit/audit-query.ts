export const periods = ['any', 'day', 'week', 'month', 'quarter'] as const
export type Period = (typeof periods)[number]

const daysOf: Record<Exclude<Period, 'any'>, number> = { day: 1, week: 7, month: 30, quarter: 90 }
const dayMs = 86_400_000

/** What the address asks for. What is not understood is left out, but for a cursor. */
export function parseAuditQuery(query: URLSearchParams, groups: string[], now: string) {
  const group = groups.find((each) => each === query.get('group'))
  const period = periods.find((each) => each === query.get('period')) ?? 'any'
  const actor = query.get('actor')?.toLowerCase() ?? ''
  // A cursor goes with the time that the first page was counted from.
  const from =
    query.get('from') ?? (period === 'any' ? null : new Date(Date.parse(now) - daysOf[period] * dayMs).toISOString())
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

/** The address of what comes after a cursor. */
export function nextPageUrl(here: string, { group, actor, from }: PageFilter, period: Period, cursor: string): string {
  const query = new URLSearchParams()
  if (group) query.set('group', group)
  if (actor) query.set('actor', actor)
  if (period !== 'any') query.set('period', period)
  if (from) query.set('from', from)
  query.set('cursor', cursor)
  return `${here}?${query}`
}
