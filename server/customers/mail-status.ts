import { type RawBuilder, sql } from 'kysely'

/**
 * Whether mail goes to a customer: `heard`; `opted_out` by themselves or the team; `stopped`, since their mail server
 * refused three times; `no_address`.
 */
export const mailStates = ['heard', 'opted_out', 'stopped', 'no_address'] as const
export type MailState = (typeof mailStates)[number]

/** The state of the customer `c`. */
export const mailState: RawBuilder<MailState> = sql`case when c.mail_opted_out_at is not null then 'opted_out'
  when c.email is null then 'no_address' when c.mail_stopped_at is not null then 'stopped' else 'heard' end`
