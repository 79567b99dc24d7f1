import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the condition in a form that no index provides, so that the planner applies it to rows that another index
 * finds. Prepared statements are planned for a workspace of average size; for a large one, reading all rows that pass a
 * common condition costs a hundred times as much as the page of a list. PostgreSQL estimates `is true` like the
 * condition itself.
 */
export const withoutIndex = (condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`((${condition}) is true)`
