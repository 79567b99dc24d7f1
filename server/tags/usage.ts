import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import type { Tag } from './schema.ts'

export interface TagWithUsage extends Tag {
  /** How many entries have it. */
  entries: number
}

// More than anybody keeps apart; a list ends somewhere all the same.
const tagsAtMost = 500

/** The tags of the workspace by name, with how many entries have each. */
export async function listTagsWithUsage({ db, workspaceId }: Scope): Promise<TagWithUsage[]> {
  const { rows } = await sql<TagWithUsage>`
    select t.id, t.name, t.color, (select count(*) from changelog_entry_tags e
      where e.workspace_id = t.workspace_id and e.tag_id = t.id) as entries
    from tags t where t.workspace_id = ${workspaceId} order by t.sort_name, t.id limit ${tagsAtMost}`.execute(db)
  return rows
}
