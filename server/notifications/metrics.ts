import type { Pool } from 'pg'
import type { GaugeDefinition } from '../platform/http/metrics.ts'

const count = (pool: Pool, of: string) => async (): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(`select count(*) as count from ${of}`)
  return rows[0]!.count
}

/** Returns the gauges of pending notifications, counted when metrics are read. */
export const notificationGauges = (pool: Pool): GaugeDefinition[] => [
  {
    name: 'heed_announcements_due',
    help: 'Published entries whose recipient list is incomplete',
    collect: count(pool, 'announcements where fanned_out_at is null'),
  },
  {
    name: 'heed_notification_events_due',
    help: 'Stage changes and replies that are due for a digest',
    collect: count(pool, 'notification_events where digest_id is null and due_at <= now()'),
  },
  {
    name: 'heed_deliveries_due',
    help: 'Emails waiting for their first attempt or a retry',
    collect: count(pool, `notification_deliveries where state in ('due', 'sending')`),
  },
  {
    name: 'heed_member_mails_due',
    help: 'Emails to team members waiting for their first attempt or a retry',
    collect: count(pool, `member_mails where state in ('due', 'sending')`),
  },
  {
    name: 'heed_mails_ended_day',
    help: 'Emails to customers and team members that ended in the last 24 hours, by result',
    labelNames: ['result'],
    async collect() {
      const { rows } = await pool.query<{ result: string; count: number }>(`
        select state as result, count(*) as count from (
          select state from notification_deliveries where ended_at > now() - interval '1 day'
          union all select state from member_mails where ended_at > now() - interval '1 day') as ended
        group by 1`)
      const countOf = (result: string) => rows.find((row) => row.result === result)?.count ?? 0
      return ['sent', 'failed', 'suppressed'].map((result) => ({ labels: { result }, value: countOf(result) }))
    },
  },
]
