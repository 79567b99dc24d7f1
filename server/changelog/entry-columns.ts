import { type RawBuilder, sql } from 'kysely'
import type { Stage } from '../feedback/schema.ts'

export interface EntryTag {
  id: string
  name: string
  color: string
}

export interface LinkedRequest {
  id: string
  title: string
  stage: Stage
}

/** Selects the tags of the entry `e` in their order. */
export const entryTags: RawBuilder<EntryTag[]> = sql`coalesce((
  select json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by l.position)
  from changelog_entry_tags l join tags t on t.workspace_id = l.workspace_id and t.id = l.tag_id
  where l.workspace_id = e.workspace_id and l.entry_id = e.id), '[]')`

/** Selects the linked requests of the entry `e` in their order. @param condition on the request `f` */
export const selectLinkedRequests = (condition: RawBuilder<unknown> = sql`true`): RawBuilder<LinkedRequest[]> =>
  sql`coalesce((
    select json_agg(json_build_object('id', f.id, 'title', f.title, 'stage', f.stage) order by l.position)
    from changelog_entry_feedback l join feedback f on f.workspace_id = l.workspace_id and f.id = l.feedback_id
    where l.workspace_id = e.workspace_id and l.entry_id = e.id and ${condition}), '[]')`
