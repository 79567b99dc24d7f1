import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { requireUnplanned } from '../notifications/announcements/filters.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { tagsCan } from './permissions.ts'

/**
 * Deletes a tag and removes it from its entries and requests.
 * @returns the numbers of those.
 * @throws 400 if a scheduled entry emails the people who asked for requests with it; 403, 404
 */
export async function deleteTag(
  tx: WriteScope,
  id: string,
): Promise<{ id: string; entries: number; requests: number }> {
  permit(tagsCan(tx.actor).manage)
  const tag = await tx.db
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!tag) throw notFound()
  await requireUnplanned(tx, 'tag', tag)
  // Counted in the same statement, which still sees the uses from before the deletion.
  const deleted = await tx.db
    .deleteFrom('tags')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', tag.id)
    .returning([
      sql<number>`(select count(*) from changelog_entry_tags e
        where e.workspace_id = tags.workspace_id and e.tag_id = tags.id)`.as('entries'),
      sql<number>`(select count(*) from feedback_tags f
        where f.workspace_id = tags.workspace_id and f.tag_id = tags.id)`.as('requests'),
    ])
    .executeTakeFirstOrThrow()
  audit(tx, 'tag.deleted', tag.id, { name: tag.name, ...deleted })
  return { id: tag.id, ...deleted }
}
