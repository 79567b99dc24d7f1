import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import type { Tag } from './schema.ts'

export interface TagWithUsage extends Tag {
  /** The numbers of changelog entries and of requests with this tag. */
  entries: number
  requests: number
}

// More than anyone can tell apart; every list is bounded.
const maxTags = 500

/** Lists the tags of the workspace by name, with the numbers of entries and requests for each. */
export async function listTagsWithUsage({ db, workspaceId }: Scope): Promise<TagWithUsage[]> {
  const { rows } = await sql<TagWithUsage>`
    select t.id, t.name, t.color, (select count(*) from changelog_entry_tags e
      where e.workspace_id = t.workspace_id and e.tag_id = t.id) as entries,
      (select count(*) from feedback_tags f where f.workspace_id = t.workspace_id and f.tag_id = t.id) as requests
    from tags t where t.workspace_id = ${workspaceId} order by t.sort_name, t.id limit ${maxTags}`.execute(db)
  return rows
}
