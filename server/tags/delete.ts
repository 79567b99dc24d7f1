import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { tagsCan } from './permissions.ts'

/**
 * Deletes a tag and removes it from its entries.
 * @returns the number of those entries.
 * @throws 403, 404
 */
export async function deleteTag(tx: WriteScope, id: string): Promise<{ id: string; entries: number }> {
  permit(tagsCan(tx.actor).manage)
  // Counted in the same statement, which still sees the entries from before the deletion.
  const deleted = await tx.db
    .deleteFrom('tags')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .returning([
      'id',
      'name',
      sql<number>`(select count(*) from changelog_entry_tags e
        where e.workspace_id = tags.workspace_id and e.tag_id = tags.id)`.as('entries'),
    ])
    .executeTakeFirst()
  if (!deleted) throw notFound()
  const { name, entries } = deleted
  audit(tx, 'tag.deleted', deleted.id, { name, entries })
  return { id: deleted.id, entries }
}
