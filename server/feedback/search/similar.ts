import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { Stage } from '../schema.ts'
import { likePattern } from './search.ts'
import { queryKeys } from './search-keys.ts'
import { significantWords } from './significant-words.ts'

export interface SimilarRequest {
  id: string
  title: string
  stage: Stage
  votes: number
  createdAt: string
}

interface Draft {
  title: string
  description?: string | undefined
  /** The request itself, when it is there already. */
  excludeId?: string | undefined
}

/**
 * Of the requests that hold a word, so many are compared: a word with more is common, and others tell the requests
 * apart. So the costs are bounded by words and not by the size of the workspace.
 */
const maxMatchesPerWord = 100

/**
 * Requests that say about the same as a draft, the most similar first; by words, of which a rare one counts more, and
 * one in the title twice as much as one in the description. Empty when a third of what the draft says is in none.
 *
 * Each word is looked for by its keys in the index of search (ADR 0008), which holds the workspace. As for search, the
 * look-up is fenced by a materialized part: PostgreSQL plans it for all holders, so by the index, and still stops
 * fetching rows at the limit. With 100,000 requests that is six bitmap scans and 600 rows at most.
 */
export const listSimilarRequests = (scope: Scope, draft: Draft, limit = 5): Promise<SimilarRequest[]> =>
  listSimilarWhere(scope, draft, { only: sql`status <> 'spam'`, limit })

/**
 * The same among some. What is left out is left out before it is compared, so that as many come however much there is of it.
 * @param only a condition on columns of `feedback`, which has no alias there.
 */
export async function listSimilarWhere(
  scope: Scope,
  draft: Draft,
  { only, limit }: { only: RawBuilder<unknown>; limit: number },
): Promise<SimilarRequest[]> {
  const words = significantWords(draft.title, draft.description)
  if (words.length === 0) return []
  const { workspaceId, db } = scope
  const holders = words.map(
    (word, index) => sql`(with found as materialized (
        select workspace_id, id from feedback
        where search_keys @> ${queryKeys(workspaceId, word)}::integer[] and search_text like lower(${likePattern(word)}) and ${only})
      select id, ${sql.lit(index)} as word from found where workspace_id = ${workspaceId} limit ${sql.lit(maxMatchesPerWord)})`,
  )
  const { rows } = await sql<SimilarRequest>`
    with holders as materialized (${sql.join(holders, sql` union all `)}),
    words as (
      select t.word, t.pattern, ln(2 + ${sql.lit(maxMatchesPerWord)}::float8 / (1 + (
        select count(*) from holders h where h.word = t.word))) as weight
      from unnest(${words.map((_, index) => index)}::integer[], ${words.map(likePattern)}::text[]) as t (word, pattern)),
    scored as (
      select f.id, f.title, f.stage, f.votes, f.created_at, (
        select sum(w.weight * case when lower(f.title) like w.pattern then 2 when f.search_text like w.pattern then 1 else 0 end)
        from words w) as score
      from feedback f
      where f.workspace_id = ${workspaceId} and f.id = any(array(select distinct id from holders))
        and f.id is distinct from ${draft.excludeId ?? null}::uuid)
    select id, title, stage, votes, created_at as "createdAt" from scored
    where score >= (select sum(weight) * 2 / 3 from words)
    order by score desc, votes desc, id desc limit ${limit}`.execute(db)
  return rows
}
