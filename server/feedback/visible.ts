import { type RawBuilder, sql } from 'kysely'

/**
 * What the public may know of a request: that it exists and what it is called, once the team has approved it and while
 * it is not closed. The one rule for mail, links, feeds and pages.
 * @param feedback the alias of the table in the statement.
 */
export const isVisible = (feedback: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${feedback}.moderation`)} = 'approved' and ${sql.ref(`${feedback}.stage`)} <> 'closed'`
