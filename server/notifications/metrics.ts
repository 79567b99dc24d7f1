import type { Pool } from 'pg'
import type { GaugeDefinition } from '../platform/http/metrics.ts'

const count = (pool: Pool, of: string) => async (): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(`select count(*) as count from ${of}`)
  return rows[0]!.count
}

/** Work that is due and not done yet, counted when metrics are read. */
export const notificationGauges = (pool: Pool): GaugeDefinition[] => [
  {
    name: 'heed_announcements_due',
    help: 'Published entries of which it is not written down yet who is to hear',
    collect: count(pool, 'announcements where fanned_out_at is null'),
  },
  {
    name: 'heed_notification_events_due',
    help: 'News of requests whose time to be told has come',
    collect: count(pool, 'notification_events where digest_id is null and due_at <= now()'),
  },
  {
    name: 'heed_deliveries_due',
    help: 'Messages that wait to be sent, or to be sent again',
    collect: count(pool, `notification_deliveries where state in ('due', 'sending')`),
  },
]
