import { sql } from 'kysely'
import { permit } from '../platform/authorization.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import { OneOf, type Static, Strict, Text, Type, Uuid } from '../platform/schemas.ts'
import type { Actor, Scope } from '../platform/scope.ts'
import { actorName, targetTitle } from './display-names.ts'
import { auditEventGroups } from './event-groups.ts'
import { auditCan } from './permissions.ts'
import { type AuditEventType, auditEventTypes } from './record.ts'

/** Filters of the audit log; from inclusive, to exclusive. */
export const AuditFilter = Strict({
  type: Type.Optional(OneOf([...auditEventTypes])),
  /** All event types about one kind of target (event-groups.ts). */
  group: Type.Optional(OneOf(auditEventGroups.map(({ id }) => id))),
  /** The id of a key, an app's authorization, a member or a customer. */
  actor: Type.Optional(Uuid()),
  targetId: Type.Optional(Uuid()),
  from: Type.Optional(Type.String({ format: 'date-time' })),
  to: Type.Optional(Type.String({ format: 'date-time' })),
  cursor: Type.Optional(Text({ max: 500 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})
export type AuditFilter = Static<typeof AuditFilter>

export interface AuditEvent {
  id: string
  type: AuditEventType
  at: string
  /** `name` is null for the system and for deleted actors. */
  actor: { type: Actor['type']; id: string | null; name: string | null }
  agent: string | null
  requestId: string | null
  /** `title` is null for deleted targets whose title was not recorded, and for targets without one. */
  target: { id: string; title: string | null }
  changes: Record<string, unknown>
}

interface EventRow {
  id: string
  type: AuditEventType
  target_id: string
  actor_type: Actor['type']
  actor_id: string | null
  agent: string | null
  request_id: string | null
  changes: Record<string, unknown>
  created_at: string
  actor_name: string | null
  target_title: string | null
}

/** Lists a page of the audit log, newest first, and looks up names only for its rows. @throws 403 */
export async function listAuditEvents(scope: Scope, filter: AuditFilter, signer: Signer): Promise<Page<AuditEvent>> {
  permit(auditCan(scope.actor).see)
  const { limit = 50, cursor, type, group, actor, targetId, from, to } = filter
  const cursors = createCursors(signer, 'audit', scope.workspaceId, { type, group, actor, targetId, from, to })
  const after = cursors.decode(cursor) as [at: string, id: string] | undefined
  const { rows } = await sql<EventRow>`
    select e.*, ${actorName} as actor_name, ${targetTitle} as target_title
    from (select * from audit_events where workspace_id = ${scope.workspaceId}
      ${type === undefined ? sql`` : sql`and type = ${type}`}
      ${group === undefined ? sql`` : sql`and type = any(${typesOf(group)}::text[])`}
      ${actor === undefined ? sql`` : sql`and actor_id = ${actor}`}
      ${targetId === undefined ? sql`` : sql`and target_id = ${targetId}`}
      ${from === undefined ? sql`` : sql`and created_at >= ${from}`}
      ${to === undefined ? sql`` : sql`and created_at < ${to}`}
      ${after === undefined ? sql`` : sql`and (created_at, id) < (${after[0]}, ${after[1]})`}
      order by created_at desc, id desc limit ${limit + 1}) e
    order by e.created_at desc, e.id desc`.execute(scope.db)
  return paginate(rows, limit, cursors, (row) => [row.created_at, row.id], presentAuditEvent)
}

const typesOf = (group: string): AuditEventType[] => auditEventGroups.find(({ id }) => id === group)!.types

const presentAuditEvent = (row: EventRow): AuditEvent => ({
  id: row.id,
  type: row.type,
  at: row.created_at,
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  agent: row.agent,
  requestId: row.request_id,
  target: { id: row.target_id, title: row.target_title },
  changes: row.changes,
})
