import type { RoadmapColumnFilter } from '#server/roadmap/console/columns.ts'
import type { RoadmapStatus } from '#server/roadmap/schema.ts'

const quarter = /^[1-9]\d{3}-Q[1-4]$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What the board shows of itself, as its address says. What is not understood is left out. */
export function parseBoardFilter(query: URLSearchParams): RoadmapColumnFilter {
  const boardId = query.get('board') ?? ''
  const wanted = query.get('quarter') ?? ''
  return {
    ...(uuid.test(boardId) && { boardId }),
    ...(quarter.test(wanted) && { quarter: wanted as NonNullable<RoadmapColumnFilter['quarter']> }),
  }
}

const statuses: RoadmapStatus[] = ['planned', 'in_progress', 'done', 'closed']

/** The one column that there is room for on a phone. */
export const parseColumn = (query: URLSearchParams): RoadmapStatus =>
  statuses.find((status) => status === query.get('column')) ?? 'planned'

export const isClosedShown = (query: URLSearchParams): boolean => query.has('closed')

/** The query of the same board with something changed; null takes a part away. */
export function updateQuery(query: URLSearchParams, changes: Record<string, string | null>): string {
  const changed = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.delete(name)
    else changed.set(name, value)
  }
  return changed.size === 0 ? '' : `?${changed}`
}

const parts = new Set(['board', 'quarter', 'closed', 'column'])

/** The query that every address of the board keeps: filters and what is unfolded. */
export function boardQuery(query: URLSearchParams): string {
  const kept = new URLSearchParams([...query].filter(([name, value]) => parts.has(name) && value !== ''))
  return kept.size === 0 ? '' : `?${kept}`
}
