import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { Stage } from '../schema.ts'
import { idsFromIndex, likePattern } from './predicate.ts'
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
  /** The id of the request itself, if it is already stored. */
  excludeId?: string | undefined
}

// Bounds the cost by the number of words instead of the size of the workspace. A word with more matches is common, and
// the rarer words tell the requests apart.
const maxMatchesPerWord = 100

/**
 * Lists requests that resemble a draft, most similar first. They are compared by words: a rare word counts more than a
 * common one, and a match in the title twice as much as one in the description. Requests that score less than two
 * thirds of the total weight of the words are left out.
 *
 * Each word is looked up in the search index (ADR 0008). The look-up is a materialized CTE: PostgreSQL plans it for all
 * matches, so it uses the index, and still stops fetching rows at the limit. With 100,000 requests that is at most six
 * bitmap scans and 600 rows.
 */
export const listSimilarRequests = (scope: Scope, draft: Draft, limit = 5): Promise<SimilarRequest[]> =>
  listSimilarWhere(scope, draft, { filter: sql`f.status <> 'spam'`, limit })

/**
 * Like `listSimilarRequests`, among the requests that pass the filter. The filter applies before the comparison, so
 * excluded requests never take the place of others.
 * @param filter a condition on `feedback f`.
 */
export async function listSimilarWhere(
  { workspaceId, db }: Scope,
  draft: Draft,
  { filter, limit }: { filter: RawBuilder<unknown>; limit: number },
): Promise<SimilarRequest[]> {
  const words = significantWords(draft.title, draft.description)
  if (words.length === 0) return []
  const matches = words.map(
    (word, index) => sql`(select id, ${sql.lit(index)} as word
      from (${idsFromIndex(workspaceId, word, filter)} limit ${sql.lit(maxMatchesPerWord)}) i)`,
  )
  const { rows } = await sql<SimilarRequest>`
    with matches as materialized (${sql.join(matches, sql` union all `)}),
    words as (
      select t.word, t.pattern, ln(2 + ${sql.lit(maxMatchesPerWord)}::float8 / (1 + (
        select count(*) from matches m where m.word = t.word))) as weight
      from unnest(${words.map((_, index) => index)}::integer[], ${words.map(likePattern)}::text[]) as t (word, pattern)),
    scored as (
      select f.id, f.title, f.stage, f.votes, f.created_at, (
        select sum(w.weight * case when lower(f.title) like w.pattern then 2 when f.search_text like w.pattern then 1 else 0 end)
        from words w) as score
      from feedback f
      where f.workspace_id = ${workspaceId} and f.id = any(array(select distinct id from matches))
        and f.id is distinct from ${draft.excludeId ?? null}::uuid)
    select id, title, stage, votes, created_at as "createdAt" from scored
    where score >= (select sum(weight) * 2 / 3 from words)
    order by score desc, votes desc, id desc limit ${limit}`.execute(db)
  return rows
}
