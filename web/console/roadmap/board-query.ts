import type { RoadmapColumnFilter } from '#server/roadmap/console/columns.ts'
import type { RoadmapStatus } from '#server/roadmap/schema.ts'

const quarterPattern = /^[1-9]\d{3}-Q[1-4]$/
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Parses the filters in the URL; ignores invalid ones. */
export function parseBoardFilter(query: URLSearchParams): RoadmapColumnFilter {
  const boardId = query.get('board') ?? ''
  const target = query.get('quarter') ?? ''
  return {
    ...(uuidPattern.test(boardId) && { boardId }),
    ...(quarterPattern.test(target) && { quarter: target as NonNullable<RoadmapColumnFilter['quarter']> }),
  }
}

const statuses: RoadmapStatus[] = ['planned', 'in_progress', 'done', 'closed']

/** Returns the one column shown on a phone. */
export const parseColumn = (query: URLSearchParams): RoadmapStatus =>
  statuses.find((status) => status === query.get('column')) ?? 'planned'

export const isClosedShown = (query: URLSearchParams): boolean => query.has('closed')

/** Returns the query with these parameters changed; null removes a parameter. */
export function updateQuery(query: URLSearchParams, changes: Record<string, string | null>): string {
  const changed = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.delete(name)
    else changed.set(name, value)
  }
  return changed.size === 0 ? '' : `?${changed}`
}

const boardParams = new Set(['board', 'quarter', 'closed', 'column'])

/** Returns the parameters that every URL of the board keeps: the filters and the open columns. */
export function boardQuery(query: URLSearchParams): string {
  const boardParamsOnly = new URLSearchParams(
    [...query].filter(([name, value]) => boardParams.has(name) && value !== ''),
  )
  return boardParamsOnly.size === 0 ? '' : `?${boardParamsOnly}`
}
