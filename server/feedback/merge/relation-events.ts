import { sql } from 'kysely'
import { differences } from '../../events/changes.ts'
import { withoutTexts } from '../../events/erase.ts'
import { recordEvent } from '../../events/record.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { loadRoadmapJson } from '../../roadmap/queries.ts'
import type { RoadmapItem } from '../../roadmap/schema.ts'
import { type LinkState, listActiveLinks, recordLinked, recordUnlinked } from '../../tracker/links.ts'

/** The roadmap items and active tracker links of two requests, as their GET presents them. */
export interface Relations {
  items: Map<string, RoadmapItem>
  links: LinkState[]
}

/** Loads the roadmap items and tracker links of requests that the caller has locked, and locks them. */
export async function loadRelations(tx: WriteScope, feedbackIds: string[]): Promise<Relations> {
  const { db, workspaceId } = tx
  const ofRequests = sql`workspace_id = ${workspaceId} and feedback_id = any(${feedbackIds}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    select id from roadmap_items where ${ofRequests} order by id for update`.execute(db)
  await sql`select from tracker_links where ${ofRequests} order by id for update`.execute(db)
  const ids = rows.map(({ id }) => id)
  const [items, ...links] = await Promise.all([
    loadRoadmapJson(tx, ids),
    ...feedbackIds.map((feedbackId) => listActiveLinks(tx, { feedbackId })),
  ])
  return {
    items: new Map([...items].map(([id, json]) => [id, JSON.parse(json) as RoadmapItem])),
    links: links.flat(),
  }
}

/**
 * Records what a merge or an unmerge has done to the roadmap items and tracker links of its requests. The states of
 * remaining items are loaded before the commit, because the same transaction may delete their requests.
 * @param before as `loadRelations` returned it
 * @param isErasure whether the last states of items are kept without texts
 */
export async function recordRelationEvents(
  tx: WriteScope,
  feedbackIds: string[],
  before: Relations,
  { isErasure = false }: { isErasure?: boolean } = {},
): Promise<void> {
  const after = await loadRelations(tx, feedbackIds)
  for (const [id, item] of before.items) {
    if (after.items.has(id)) continue
    recordEvent(tx, { type: 'roadmap.deleted', resourceId: id, data: isErasure ? withoutTexts(item) : item })
  }
  for (const [id, item] of after.items) {
    const earlier = before.items.get(id)
    if (earlier) recordItemChanges(tx, earlier, item)
    else recordEvent(tx, { type: 'roadmap.created', resourceId: id, data: loadRoadmapJson })
  }
  const keyOf = ({ id, feedbackId }: LinkState) => `${id} ${feedbackId}`
  const without = (links: LinkState[], others: LinkState[]) => {
    const keys = new Set(others.map(keyOf))
    return links.filter((link) => !keys.has(keyOf(link)))
  }
  recordUnlinked(tx, without(before.links, after.links))
  recordLinked(tx, without(after.links, before.links))
}

function recordItemChanges(tx: WriteScope, before: RoadmapItem, after: RoadmapItem): void {
  const event = { resourceId: after.id, data: loadRoadmapJson }
  const status = differences({ status: before.status }, { status: after.status })
  // An item that changes its column has another place in any case.
  const membersOf = ({ feedbackId, sortOrder }: RoadmapItem) => ({ feedbackId, ...(!status && { sortOrder }) })
  const others = differences(membersOf(before), membersOf(after))
  if (others) recordEvent(tx, { ...event, type: 'roadmap.updated', changes: others })
  if (status) recordEvent(tx, { ...event, type: 'roadmap.status_changed', changes: status })
}
