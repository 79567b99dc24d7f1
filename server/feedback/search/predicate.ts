import { type RawBuilder, sql } from 'kysely'
import { containsPattern } from '../../platform/db/like.ts'
import { queryKeys } from './search-keys.ts'

/**
 * Whether the title or the description contains the text, ignoring case.
 * @param feedback the alias of `feedback` in the statement.
 */
export function containsText(feedback: string, text: string): RawBuilder<boolean> {
  const pattern = containsPattern(text)
  const matches = (column: string) => sql<boolean>`${sql.ref(`${feedback}.${column}`)} like lower(${pattern})`
  if (!text.includes('\n')) return matches('search_text')
  // search_text joins title and description with a line break, so a text that contains one could match across both.
  const lowered = (column: string) => sql<boolean>`lower(${sql.ref(`${feedback}.${column}`)}) like lower(${pattern})`
  return sql<boolean>`${matches('search_text')} and (${lowered('title')} or ${lowered('description')})`
}

/**
 * Selects the ids of all requests that contain the text, from the index of search keys (ADR 0008). The materialized CTE
 * keeps the planner on that index. The keys already include the workspace; with the workspace as a condition too, the
 * planner might read all requests of a large one instead.
 * @param filters further conditions on `feedback f`.
 */
export const idsFromIndex = (workspaceId: string, text: string, filters: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`with found as materialized (
      select f.workspace_id, f.id, f.created_at from feedback f
      where f.search_keys @> ${queryKeys(workspaceId, text)}::integer[] and ${filters} and ${containsText('f', text)})
    select id from found where workspace_id = ${workspaceId}`
