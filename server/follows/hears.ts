import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a customer is notified about a request: they follow it, or they voted for it or submitted it and have not
 * chosen to stop. This is the only implementation of the rule. Mail preferences, opt-outs and access to the portal are
 * separate.
 * @param customer the table alias
 * @param feedback the alias of the request
 */
export const hearsAbout = (customer: string, feedback: string): RawBuilder<boolean> => {
  const has = (table: string) =>
    sql`exists (select from ${sql.table(table)} h where ${isTheirs('h', customer, feedback)})`
  return sql<boolean>`coalesce(${decisionOf(customer, feedback)}, ${has('votes')} or ${has('feedback_context')})`
}

/** Whether a customer has stopped all notifications about a request, including replies to their own comments. */
export const hasUnfollowed = (customer: string, feedback: string): RawBuilder<boolean> =>
  sql<boolean>`(${decisionOf(customer, feedback)} is false)`

const decisionOf = (customer: string, feedback: string) =>
  sql`(select d.is_following from follows d where ${isTheirs('d', customer, feedback)})`

const isTheirs = (row: string, customer: string, feedback: string) =>
  sql`${sql.ref(`${row}.workspace_id`)} = ${sql.ref(`${feedback}.workspace_id`)}
    and ${sql.ref(`${row}.feedback_id`)} = ${sql.ref(`${feedback}.id`)}
    and ${sql.ref(`${row}.customer_id`)} = ${sql.ref(`${customer}.id`)}`
