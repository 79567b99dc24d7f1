import { sql } from 'kysely'
import { isRoadmapStage, roadmapStatusOf } from '../../feedback/lifecycle/roadmap-status.ts'
import { newId } from '../../platform/ids.ts'
import { insertRoadmapItems } from '../../roadmap/create.ts'
import { type Batch, columnOf } from './batch.ts'
import type { RequestValues } from './resolved-request.ts'

export function insertTags({ tx, scope }: Batch, requests: { id: string; tagIds: string[] }[]): void {
  const rows = requests.flatMap(({ id, tagIds }) => tagIds.map((tagId) => ({ id, tagId })))
  if (tx === null || rows.length === 0) return
  tx.defer(
    sql`insert into feedback_tags (workspace_id, feedback_id, tag_id)
      select ${scope.workspaceId}::uuid, n.* from unnest(${columnOf(rows, 'id')}::uuid[], ${columnOf(rows, 'tagId')}::uuid[]) as n
      on conflict do nothing`.execute(tx.db),
  )
}

/** Adds planned, in-progress and completed requests to the roadmap, like a change of stage in the console. */
export function addToRoadmap(
  { tx }: Batch,
  requests: ({ id: string } & Pick<RequestValues, 'title' | 'description' | 'status' | 'product_stage'>)[],
): void {
  if (tx === null) return
  insertRoadmapItems(
    tx,
    requests.flatMap(({ id, title, description, status, product_stage: stage }) =>
      status === 'approved' && stage !== null && isRoadmapStage(stage as 'planned')
        ? [{ id: newId(), feedbackId: id, title, description, status: roadmapStatusOf(stage as 'planned')! }]
        : [],
    ),
  )
}
