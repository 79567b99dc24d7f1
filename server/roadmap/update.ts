import { describeChanges, pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { eventChanges } from '../events/changes.ts'
import { recordEvent } from '../events/record.ts'
import { permit } from '../platform/authorization.ts'
import type { WriteScope } from '../platform/scope.ts'
import { roadmapCan } from './permissions.ts'
import { toTargetColumns } from './present.ts'
import { getRoadmapItem, loadRoadmapJson, lockItemById } from './queries.ts'
import { type RoadmapItem, RoadmapUpdate } from './schema.ts'

/**
 * Changes the item's own title, description or target; the texts of its request stay the same.
 * @throws 403, 404
 */
export async function updateRoadmapItem(tx: WriteScope, id: string, wanted: RoadmapUpdate): Promise<RoadmapItem> {
  permit(roadmapCan(tx.actor).plan)
  const before = await lockItemById(tx, id)
  const changes = pickChanges(before, wanted)
  if (changes) {
    writeRoadmapItem(tx, id, changes)
    audit(tx, 'roadmap.updated', id, describeChanges(before, changes, RoadmapUpdate))
    recordEvent(tx, {
      type: 'roadmap.updated',
      resourceId: id,
      data: loadRoadmapJson,
      changes: eventChanges<RoadmapUpdate>(before, changes),
    })
  }
  return getRoadmapItem(tx, id)
}

/** Writes the given members of a locked item. */
export function writeRoadmapItem(
  tx: WriteScope,
  id: string,
  { title, description, targetDelivery }: RoadmapUpdate,
): void {
  const target = targetDelivery === undefined ? {} : toTargetColumns(targetDelivery)
  tx.defer(
    tx.db
      .updateTable('roadmap_items')
      .set({ title, description, ...target, updated_at: tx.now })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
}
