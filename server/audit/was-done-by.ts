import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import type { AuditEventType } from './record.ts'

/**
 * Returns whether the actor has already done one of these actions to a target, for example because a form was sent
 * twice.
 */
export async function wasDoneBy(
  { db, workspaceId, actor }: Scope,
  targetId: string,
  types: AuditEventType[],
): Promise<boolean> {
  const { rows } = await sql`
    select from audit_events where workspace_id = ${workspaceId} and target_id = ${targetId} and type = any(${types})
      and actor_type = ${actor.type} and actor_id is not distinct from ${actor.id} limit 1`.execute(db)
  return rows.length > 0
}
