import { type RawBuilder, sql } from 'kysely'

/**
 * Makes a join look up its rows one by one. Write it after `join` or `cross join`, with an alias. Prepared statements
 * are planned for a workspace of average size, so a plain join may read all rows of a large workspace to find a few of
 * them. `offset 0` keeps the planner from merging the subquery into the statement.
 * @param rows selects by a key that earlier tables of the statement provide
 */
export const lookUp = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`lateral (${rows} offset 0)`
