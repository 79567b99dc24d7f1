import { sql } from 'kysely'
import { permit } from '../platform/authorization.ts'
import type { Scope } from '../platform/scope.ts'
import { auditCan } from './permissions.ts'

export interface AuditActor {
  id: string
  type: 'member' | 'key' | 'app'
  name: string
}

// More than fit a filter menu; any other actor can be filtered by their id in the URL.
const maxActors = 300

/** Lists the actors that the audit log can be filtered by: members by name, then keys and apps, newest first. @throws 403 */
export async function listAuditActors({ db, workspaceId, actor }: Scope): Promise<AuditActor[]> {
  permit(auditCan(actor).see)
  const { rows } = await sql<AuditActor>`
    select * from (
      (select m.id, 'member' as type, coalesce(a.name, m.imported_name, m.email) as name
        from members m left join accounts a on a.id = m.account_id where m.workspace_id = ${workspaceId}
        order by 3 limit ${maxActors})
      union all
      (select id, 'key', name from api_keys where workspace_id = ${workspaceId}
        order by created_at desc, id desc limit ${maxActors})
      union all
      (select id, 'app', name from app_authorizations where workspace_id = ${workspaceId}
        order by created_at desc, id desc limit ${maxActors})) x
    order by type <> 'member'`.execute(db)
  return rows
}
