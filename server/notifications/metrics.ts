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
]
