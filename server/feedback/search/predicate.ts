import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the title or the description contains the text, ignoring case. `(select lower(…))` computes the text in lower
 * case once per statement, and `strpos` takes less time than `like`.
 * @param feedback the alias of `feedback` in the statement.
 */
export function containsText(feedback: string, text: string): RawBuilder<boolean> {
  const matches = (source: RawBuilder<string>) => sql<boolean>`strpos(lower(${source}), (select lower(${text}))) > 0`
  if (!text.includes('\n')) return matches(searchedText(feedback))
  // searchedText joins title and description with a line break, so a text that contains one could match across both.
  const column = (name: string) => sql<string>`${sql.ref(`${feedback}.${name}`)}`
  return sql<boolean>`(${matches(column('title'))} or ${matches(column('description'))})`
}

/** The expression that the index `feedback_search` covers, for requests whose text is indexed. */
const searchedText = (feedback: string): RawBuilder<string> =>
  sql<string>`(${sql.ref(`${feedback}.title`)} || E'\\n' || ${sql.ref(`${feedback}.description`)})`

/**
 * Selects the ids of all requests that contain the text, from the index of grams (ADR 0032) and from the texts outside of
 * it (ADR 0062). The materialized CTE keeps the planner on the index of grams. The grams already include the workspace; with the
 * workspace as a condition too, the planner might read all requests of a large one instead.
 * @param filters further conditions on `feedback f`.
 * @param start a condition on the time and id of `f`. Not part of the filters, because the planner might then read the index by
 * time. Texts that are not in the index are checked only after it.
 */
export function idsFromIndex(
  workspaceId: string,
  text: string,
  filters: RawBuilder<unknown>,
  start: RawBuilder<unknown> = sql`true`,
): RawBuilder<string> {
  const matching = (requests: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
    sql`select f.workspace_id, f.id, f.created_at from ${requests} f
      where ${condition} and ${filters} and ${containsText('f', text)}`
  const isIndexed = sql`search_grams(f.workspace_id, ${searchedText('f')}) @@ search_gram_query(${workspaceId}, ${text})
    and f.is_text_indexed`
  // Without the inner `offset 0`, the planner may read all requests of a board through the index of a filter. Without the outer
  // one, it might check the texts first.
  const notIndexed = sql`(select * from (
        select * from feedback where workspace_id = ${workspaceId} and not is_text_indexed offset 0) f
      where ${start} offset 0)`
  return sql<string>`with found as materialized (
      ${matching(sql`feedback`, isIndexed)}
      union all
      ${matching(notIndexed, sql`true`)})
    select id from found f where workspace_id = ${workspaceId} and ${start}`
}
