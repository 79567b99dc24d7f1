import { invalid } from '../platform/problems.ts'

/** The maximum number of requests that one operation changes; more would block other writers for too long. */
const maxBulkSize = 100

/** Returns the ids in lower case, each once. @throws 400 for more than 100 */
export function requireBulkIds(requestedIds: string[]): string[] {
  const ids = [...new Set(requestedIds.map((id) => id.toLowerCase()))]
  if (ids.length <= maxBulkSize) return ids
  const message = `must have at most ${maxBulkSize} items`
  throw invalid([{ path: '/ids', message, code: 'maxItems', values: { limit: maxBulkSize } }])
}
