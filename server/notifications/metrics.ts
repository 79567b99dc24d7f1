import type { Pool } from 'pg'
import type { Reading } from '../platform/http/metrics.ts'

const count = (pool: Pool, of: string) => async (): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(`select count(*) as count from ${of}`)
  return rows[0]!.count
}

/** Work that is due and not done yet, counted when metrics are read. */
export const announcementReadings = (pool: Pool): Reading[] => [
  {
    name: 'heed_announcements_due',
    help: 'Published entries of which it is not written down yet who is to hear',
    read: count(pool, 'announcements where listed_at is null'),
  },
  {
    name: 'heed_news_due',
    help: 'News of requests whose time to be told has come',
    read: count(pool, 'news where bundle_id is null and due_at <= now()'),
  },
  {
    name: 'heed_deliveries_due',
    help: 'Messages that wait to be sent, or to be sent again',
    read: count(pool, `deliveries where state in ('due', 'sending')`),
  },
]
