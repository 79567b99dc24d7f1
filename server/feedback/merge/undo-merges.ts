import { sql } from 'kysely'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { feedbackCan } from '../permissions.ts'
import type { Feedback } from '../schema.ts'
import { lockAll } from './locks.ts'
import { unmergeFeedback } from './unmerge.ts'

// Notices offer an undo for a few seconds; the limit keeps the search to the newest part of an index.
const undoableHours = 24

/**
 * Undoes the merges that the same actor made in an earlier HTTP request, last first. Requests that were unmerged since
 * stay as they are.
 * @param requestId the id of that HTTP request.
 * @returns the restored requests.
 * @throws 403
 */
export async function undoMerges(tx: WriteScope, requestId: string): Promise<Feedback[]> {
  permit(feedbackCan(tx.actor).merge)
  const merges = await listMerges(tx, requestId)
  await lockAll(
    tx,
    merges.map(({ targetId }) => targetId),
  )
  const restored: Feedback[] = []
  for (const { id } of merges) restored.push(await unmergeFeedback(tx, id))
  return restored
}

/** Lists the requests merged in an HTTP request that are still merged, the last first. */
async function listMerges({ db, workspaceId, actor, now }: WriteScope, requestId: string) {
  const since = new Date(Date.parse(now) - undoableHours * 3_600_000).toISOString()
  const { rows } = await sql<{ id: string; targetId: string }>`
    select m.feedback_id as id, m.into_id as "targetId" from audit_events e
      join feedback_merges m on m.workspace_id = e.workspace_id and m.feedback_id = e.target_id
    where e.workspace_id = ${workspaceId} and e.type = 'feedback.merged' and e.created_at > ${since}
      and e.request_id = ${requestId} and e.actor_type = ${actor.type} and e.actor_id is not distinct from ${actor.id}
      -- Targets have the event too.
      and e.changes ? 'intoId'
      and not exists (select from audit_events o
        where o.workspace_id = e.workspace_id and o.target_id = e.target_id
          and o.type in ('feedback.merged', 'feedback.unmerged') and (o.created_at, o.id) > (e.created_at, e.id))
    order by e.created_at desc, e.id desc`.execute(db)
  return rows
}
