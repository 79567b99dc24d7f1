import { sql } from 'kysely'
import { feedbackCan } from '../../feedback/permissions.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'

/**
 * Takes back the mail about stage changes of locked requests, if no digest has reported them yet.
 * @param requestId the id of the HTTP request that made the changes
 * @returns the ids of the requests whose change nobody will be told about
 */
export async function takeBackStageChanges(
  { db, workspaceId }: WriteScope,
  requestId: string,
  feedbackIds: string[],
): Promise<Set<string>> {
  if (feedbackIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    delete from notification_events
    where workspace_id = ${workspaceId} and request_id = ${requestId} and digest_id is null and kind = 'stage'
      and feedback_id = any(${feedbackIds}::uuid[])
    returning feedback_id as id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

// Notices offer it for a few seconds; the limit keeps the search to the newest part of an index.
const withinHours = 1

/**
 * Takes back the mail about what the same actor did in an earlier HTTP request, and leaves everything else as it is.
 * Does nothing if it is too late.
 * @returns whether there was mail to take back
 * @throws 403
 */
export async function takeBackMail(tx: WriteScope, requestId: string): Promise<boolean> {
  permit(feedbackCan(tx.actor).triage)
  const { db, workspaceId, actor, now } = tx
  const since = new Date(Date.parse(now) - withinHours * 3_600_000).toISOString()
  const { rows } = await sql`
    delete from notification_events n
    where n.workspace_id = ${workspaceId} and n.request_id = ${requestId} and n.digest_id is null
      and exists (select from audit_events e
        where e.workspace_id = ${workspaceId} and e.created_at > ${since} and e.request_id = ${requestId}
          and e.actor_type = ${actor.type} and e.actor_id is not distinct from ${actor.id})
    returning n.id`.execute(db)
  return rows.length > 0
}
