import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { tagsCan } from './permissions.ts'

/**
 * Removes a tag, also from the entries that have it.
 * @returns how many those were.
 * @throws 404, 403
 */
export async function deleteTag(tx: WriteScope, id: string): Promise<{ id: string; entries: number }> {
  permit(tagsCan(tx.actor).manage)
  // In the same statement: it sees the entries as they were before the tag went.
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
