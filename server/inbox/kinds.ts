import { type RawBuilder, sql } from 'kysely'

/** The kinds of notifications: becoming the owner of a request, being mentioned, and customers' replies. */
export const notificationKinds = ['assigned', 'mentioned', 'reply'] as const
export type MemberNotificationKind = (typeof notificationKinds)[number]

/** The kinds of mail that a member chooses separately: `review` reports new items of the review queue. */
export const mailKinds = ['assigned', 'mentions', 'replies', 'review'] as const
export type MemberMailKind = (typeof mailKinds)[number]

export const mailFrequencies = ['immediately', 'daily', 'weekly', 'off'] as const
export type MailFrequency = (typeof mailFrequencies)[number]

/** The kind of mail that reports each kind of notification. */
export const mailKindOf = {
  assigned: 'assigned',
  mentioned: 'mentions',
  reply: 'replies',
} as const satisfies Record<MemberNotificationKind, MemberMailKind>

// Leaves time to read it in the console instead, and bundles what happens together. Customers' digests wait as long.
export const mailDelayMinutes = 2

/** Selects the time of the next digest at 09:00 of a time zone: tomorrow or today, or the next Monday. */
const nextDigest = (period: 'day' | 'week', zone: RawBuilder<string>, now: string): RawBuilder<string> =>
  sql`((date_trunc(${sql.lit(period)}, ${now}::timestamptz at time zone ${zone} - interval '9 hours')
    + interval ${sql.lit(`1 ${period} 9 hours`)}) at time zone ${zone})`

/** Selects when to mail something that happened now; null if never. */
export const mailDueAt = (
  frequency: RawBuilder<string>,
  zone: RawBuilder<string>,
  now: string,
): RawBuilder<string | null> => sql`case ${frequency}
  when 'immediately' then ${mailDueAtFrequency('immediately', zone, now)}
  when 'daily' then ${mailDueAtFrequency('daily', zone, now)}
  when 'weekly' then ${mailDueAtFrequency('weekly', zone, now)} end`

/** Like `mailDueAt`, with a known frequency, because Citus cannot send a `case` with a constant operand to a node. */
export const mailDueAtFrequency = (
  frequency: MailFrequency,
  zone: RawBuilder<string>,
  now: string,
): RawBuilder<string | null> => {
  if (frequency === 'off') return sql`null::timestamptz`
  if (frequency === 'daily') return nextDigest('day', zone, now)
  if (frequency === 'weekly') return nextDigest('week', zone, now)
  // Calculated here, because Citus refuses to add an interval within a `case`.
  return sql`${new Date(Date.parse(now) + mailDelayMinutes * 60_000).toISOString()}::timestamptz`
}
