import { type RawBuilder, sql } from 'kysely'
import type { Tag } from '../../tags/schema.ts'

/** Selects the owner of a request, or null. @param feedback the alias of `feedback` in the statement */
export const selectOwner = (feedback: string): RawBuilder<{ id: string; name: string } | null> => sql`(
  select json_build_object('id', m.id, 'name', coalesce(a.name, m.imported_name, m.email))
  from members m left join accounts a on a.id = m.account_id
  where m.workspace_id = ${sql.ref(`${feedback}.workspace_id`)} and m.id = ${sql.ref(`${feedback}.owner_id`)})`

/** Selects the tags of a request by name. @param feedback the alias of `feedback` in the statement */
export const selectTags = (feedback: string): RawBuilder<Tag[]> => sql`(
  select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.sort_name), '[]')
  from feedback_tags l join tags t on t.workspace_id = l.workspace_id and t.id = l.tag_id
  where l.workspace_id = ${sql.ref(`${feedback}.workspace_id`)} and l.feedback_id = ${sql.ref(`${feedback}.id`)})`
