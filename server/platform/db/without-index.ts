import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the condition in a form that no index supports, so that the planner applies it to the rows that another index
 * finds. Prepared statements are planned for a workspace of average size. In a large one, reading all rows that pass a
 * common condition costs a hundred times as much as reading one page of a list. PostgreSQL estimates the same number of
 * rows for `is true` as for the condition itself.
 */
export const withoutIndex = (condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`((${condition}) is true)`
