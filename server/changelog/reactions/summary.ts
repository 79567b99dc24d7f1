import { type RawBuilder, sql } from 'kysely'
import type { Emoji } from './emoji.ts'

/** How many customers have reacted with an emoji. */
export interface Reaction {
  emoji: Emoji
  count: number
  /** Whether the reader is one of them. */
  isOwn: boolean
}

/**
 * Selects the emoji that an entry has received, with their counts.
 * @param entry the table's alias in the statement
 * @param customerId the reader; null if signed out
 */
export const selectReactions = (entry: string, customerId: string | null): RawBuilder<Reaction[]> =>
  sql`coalesce((select json_agg(json_build_object('emoji', c.emoji, 'count', c.count, 'isOwn', c.is_own)) from (
    select x.emoji, count(*), coalesce(bool_or(x.customer_id = ${customerId}::uuid), false) as is_own
    from changelog_reactions x
    where x.workspace_id = ${sql.ref(`${entry}.workspace_id`)} and x.entry_id = ${sql.ref(`${entry}.id`)}
    group by x.emoji) c), '[]')`
