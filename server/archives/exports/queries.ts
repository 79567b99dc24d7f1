import { sql } from 'kysely'
import { permit } from '../../platform/authorization.ts'
import { isUuid } from '../../platform/ids.ts'
import { notFound } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'
import { archivesCan } from '../permissions.ts'

export interface ListedExport {
  id: string
  state: 'pending' | 'running' | 'finished' | 'failed'
  /** The name or email address of the person who requested it; null for the operator and for a former member. */
  requestedBy: string | null
  /** The share of the records that have been written, from 0 to 1; null before it is known. */
  progress: number | null
  bytes: number | null
  createdAt: string
  finishedAt: string | null
  expiresAt: string
}

// Exports run one at a time, and each is removed after a week.
const maxListed = 50

/** Lists the exports that have not expired, newest first. @throws 403 */
export async function listExports({ db, workspaceId, actor, now }: Scope): Promise<ListedExport[]> {
  permit(archivesCan(actor).see)
  const { rows } = await sql<ListedExport>`
    select e.id, e.state, e.bytes, e.created_at as "createdAt", e.finished_at as "finishedAt", e.expires_at as "expiresAt",
      case when e.rows_total > 0 then least(1, e.rows_done::float8 / e.rows_total) end as progress,
      (select coalesce(a.name, m.imported_name, m.email) from members m left join accounts a on a.id = m.account_id
        where m.workspace_id = ${workspaceId} and e.requested_by_type = 'member' and m.id = e.requested_by_id)
        as "requestedBy"
    from exports e where e.workspace_id = ${workspaceId} and e.expires_at > ${now}
    order by e.created_at desc, e.id desc limit ${maxListed}`.execute(db)
  return rows
}

/** Finds an export that can be downloaded. @throws 403, 404 */
export async function getDownload(
  { db, workspaceId, actor, now }: Scope,
  id: string,
): Promise<{ id: string; bytes: number; createdAt: string }> {
  permit(archivesCan(actor).export)
  if (!isUuid(id)) throw notFound()
  const row = await db
    .selectFrom('exports')
    .select(['id', 'bytes', 'created_at as createdAt'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'finished')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) throw notFound()
  return { ...row, bytes: row.bytes! }
}
