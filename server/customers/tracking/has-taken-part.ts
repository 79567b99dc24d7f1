import { type RawBuilder, sql } from 'kysely'

/**
 * Matches customers who have taken part under a name, on the portal or through the API or the team. Whether they take a
 * place under the plan’s cap (`is_tracked` alone) makes no difference to whom Heed tells what.
 * @param customer the table alias in the statement
 */
export const hasTakenPart = (customer: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${customer}.is_tracked`)} or ${sql.ref(`${customer}.is_participant`)})`
