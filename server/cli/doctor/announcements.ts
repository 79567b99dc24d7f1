import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok } = findingsOf('announcements')

/** Published entries whose customers are still to be told. */
export async function checkAnnouncements({ db }: Database): Promise<Finding[]> {
  const { rows } = await sql<{ count: number; oldest: string | null }>`
    select count(*) as count, min(due_at) as oldest from announcements`.execute(db)
  const { count, oldest } = rows[0]!
  if (count === 0) return [ok('No announcement is due.')]
  return [ok(`${count} due, the oldest since ${oldest}. This version of Heed records announcements and mails none.`)]
}
