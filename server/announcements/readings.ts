import type { Pool } from 'pg'
import type { Reading } from '../platform/http/metrics.ts'

/** Work that is due and not done yet, counted when metrics are read. */
export const announcementReadings = (pool: Pool): Reading[] => [
  {
    name: 'heed_jobs_announcements_due',
    help: 'Published entries whose customers are still to be told',
    async read() {
      const { rows } = await pool.query<{ count: number }>('select count(*) as count from announcements')
      return rows[0]!.count
    },
  },
]
