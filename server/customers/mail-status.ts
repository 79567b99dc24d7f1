import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a customer gets email: `active`; `opted_out` by the customer or the team; `bounced` after their mail server
 * rejected three messages in a row; or `no_address`.
 */
export const mailStatuses = ['active', 'opted_out', 'bounced', 'no_address'] as const
export type MailStatus = (typeof mailStatuses)[number]

/** Selects the mail status of the customer with the table alias `c`. */
export const mailStatus: RawBuilder<MailStatus> = sql`case when c.mail_opted_out_at is not null then 'opted_out'
  when c.email is null then 'no_address' when c.mail_bounced_at is not null then 'bounced' else 'active' end`
