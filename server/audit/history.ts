import { type RawBuilder, sql } from 'kysely'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import type { Actor, Scope } from '../platform/scope.ts'
import { actorName } from './display-names.ts'
import type { AuditEventType } from './record.ts'

export interface HistoryEvent {
  id: string
  type: AuditEventType
  at: string
  /** `name` is null for the system and for deleted actors; `keyPrefix` is set for API keys. */
  actor: { type: Actor['type']; id: string | null; name: string | null; keyPrefix: string | null }
  agent: string | null
  changes: Record<string, unknown>
  /** The number of people who were emailed about it; null if it is none, or if the query does not count them. */
  emailed: number | null
}

export interface HistoryQuery {
  limit?: number | undefined
  cursor?: string | undefined
  /** Counts the people who were emailed about an event. @param event the table alias */
  emailed?: (event: string) => RawBuilder<number | null>
}

interface Row {
  id: string
  type: AuditEventType
  created_at: string
  actor_type: Actor['type']
  actor_id: string | null
  actor_name: string | null
  key_prefix: string | null
  agent: string | null
  changes: Record<string, unknown>
  emailed: number | null
}

/**
 * Lists the audit events of a target, newest first. Every team member can see them, unlike the whole audit log.
 * @param targetIds the target and what belongs to it, such as the roadmap item of a request.
 * @throws 400 for a cursor of another list
 */
export async function listHistory(
  scope: Scope,
  targetIds: string[],
  { limit = 25, cursor, emailed }: HistoryQuery,
  signer: Signer,
): Promise<Page<HistoryEvent>> {
  const cursors = createCursors(signer, 'history', scope.workspaceId, { targetIds })
  const after = cursors.decode(cursor)
  const { rows } = await sql<Row>`
    select e.id, e.type, e.created_at, e.actor_type, e.actor_id, e.agent, e.changes, ${actorName} as actor_name,
      (select k.prefix from api_keys k where k.workspace_id = e.workspace_id and k.id = e.actor_id) as key_prefix,
      ${emailed?.('e') ?? sql`null::integer`} as emailed
    from (select * from audit_events where workspace_id = ${scope.workspaceId} and target_id = any(${targetIds}::uuid[])
      ${after ? sql`and (created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
      order by created_at desc, id desc limit ${limit + 1}) e
    order by e.created_at desc, e.id desc`.execute(scope.db)
  return paginate(rows, limit, cursors, (row) => [row.created_at, row.id], present)
}

const present = (row: Row): HistoryEvent => ({
  id: row.id,
  type: row.type,
  at: row.created_at,
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name, keyPrefix: row.key_prefix },
  agent: row.agent,
  changes: row.changes,
  emailed: row.emailed,
})
