import { sql } from 'kysely'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import type { Scope } from '../platform/scope.ts'
import type { Tag, TagPageQuery } from './schema.ts'

/** Lists a page of tags by name, ignoring case. */
export async function listTags(scope: Scope, query: TagPageQuery, signer: Signer): Promise<Page<Tag>> {
  const { limit = 25, cursor } = query
  const cursors = createCursors(signer, 'tags', scope.workspaceId, {})
  const after = cursors.decode(cursor) as [sortName: string, id: string] | undefined
  const rows = await scope.db
    .selectFrom('tags')
    .select(['id', 'name', 'color', 'sort_name'])
    .where('workspace_id', '=', scope.workspaceId)
    .$if(after !== undefined, (q) =>
      q.where(({ eb, refTuple, tuple }) => eb(refTuple('sort_name', 'id'), '>', tuple(...after!))),
    )
    .orderBy('sort_name')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  return paginate(rows, limit, cursors, (row) => [row.sort_name, row.id], presentTag)
}

const presentTag = ({ id, name, color }: Tag): Tag => ({ id, name, color })

/** Returns which of these ids are tags of the workspace. */
export async function filterExistingTagIds(scope: Scope, ids: string[]): Promise<Set<string>> {
  const rows = await scope.db
    .selectFrom('tags')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
