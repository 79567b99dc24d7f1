import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'

/** The options of the filters of the team's list, in the order of the menus. */
export interface FilterOptions {
  boards: { id: string; name: string }[]
  members: { id: string; name: string }[]
  tags: { id: string; name: string; color: string }[]
}

// More than a menu can show; further ones can be filtered by in the URL only.
const maxOptions = 200

/** Loads the boards, members and tags of a workspace. `keep` has ids that are included beyond the limit. */
export async function loadFilterOptions({ db, workspaceId }: Scope, keep: string[] = []): Promise<FilterOptions> {
  const { rows } = await sql<FilterOptions>`
    select
      coalesce((select json_agg(json_build_object('id', id, 'name', name) order by position, id)
        from boards where workspace_id = ${workspaceId}), '[]') as boards,
      coalesce((select json_agg(json_build_object('id', id, 'name', name) order by lower(name), id) from (
        select m.id, coalesce(a.name, m.imported_name, m.email) as name, row_number() over (order by m.created_at, m.id) as place
        from members m left join accounts a on a.id = m.account_id where m.workspace_id = ${workspaceId}) m
        where place <= ${maxOptions} or id = any(${keep}::uuid[])), '[]') as members,
      coalesce((select json_agg(json_build_object('id', id, 'name', name, 'color', color) order by sort_name, id) from (
        select t.*, row_number() over (order by sort_name, id) as place from tags t where t.workspace_id = ${workspaceId}) t
        where place <= ${maxOptions} or id = any(${keep}::uuid[])), '[]') as tags`.execute(db)
  return rows[0]!
}
