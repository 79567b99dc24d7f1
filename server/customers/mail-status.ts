import { type RawBuilder, sql } from 'kysely'

/**
 * Whether mail goes to a customer: `heard`; `opted_out` by themselves or the team; `stopped`, since their mail server
 * refused three times; `no_address`.
 */
export const mailStatuses = ['heard', 'opted_out', 'stopped', 'no_address'] as const
export type MailStatus = (typeof mailStatuses)[number]

/** The state of the customer `c`. */
export const mailStatus: RawBuilder<MailStatus> = sql`case when c.mail_opted_out_at is not null then 'opted_out'
  when c.email is null then 'no_address' when c.mail_bounced_at is not null then 'stopped' else 'heard' end`
