import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a customer gets no mail of any kind: they opted out, or their address bounced.
 * @param customer the table alias
 */
export const isMailStopped = (customer: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${customer}.mail_opted_out_at`)} is not null
    or ${sql.ref(`${customer}.mail_bounced_at`)} is not null)`
