import { type RawBuilder, sql } from 'kysely'

/** Whether an active link is due for a poll. A webhook reports changes sooner; a poll finds those it missed. */
export const isPollDue = (table: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(table)}.poll_after < statement_timestamp() at time zone 'UTC'`

/**
 * Whether the sender of a link in `creating` gave up at least a minute ago, and no poll has just searched for its
 * issue.
 */
export const isAbandoned = (table: string): RawBuilder<boolean> => sql<boolean>`
  coalesce(${sql.ref(table)}.claimed_until, ${sql.ref(table)}.created_at) < statement_timestamp() - interval '1 minute'
  and (${sql.ref(table)}.poll_after is null or ${isPollDue(table)})`
