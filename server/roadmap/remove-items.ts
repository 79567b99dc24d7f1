import { sql } from 'kysely'
import { recordEvent } from '../events/record.ts'
import type { WriteScope } from '../platform/scope.ts'
import { loadRoadmapJson } from './queries.ts'

/** Deletes locked items and records their events. */
export async function removeRoadmapItems(tx: WriteScope, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  for (const [id, json] of await loadRoadmapJson(tx, ids)) {
    recordEvent(tx, { type: 'roadmap.deleted', resourceId: id, data: JSON.parse(json) })
  }
  tx.defer(
    tx.db
      .deleteFrom('roadmap_items')
      .where('workspace_id', '=', tx.workspaceId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute(),
  )
}
