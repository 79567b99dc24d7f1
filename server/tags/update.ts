import { sql } from 'kysely'
import { describeChanges, pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { tagNameTaken } from './create.ts'
import { tagsCan } from './permissions.ts'
import { type Tag, TagUpdate } from './schema.ts'

/**
 * Renames or recolors a tag.
 * @throws 400 on `/name` if another tag has it, ignoring case; 403, 404
 */
export async function updateTag(tx: WriteScope, id: string, wanted: TagUpdate): Promise<Tag> {
  permit(tagsCan(tx.actor).manage)
  const before = await tx.db
    .selectFrom('tags')
    .select(['id', 'name', 'color'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw notFound()
  const changes = pickChanges<TagUpdate>(before, wanted)
  if (!changes) return before
  if (changes.name !== undefined) await assertNameIsFree(tx, before.id, changes.name)
  tx.defer(
    tx.db
      .updateTable('tags')
      .set(changes)
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', before.id)
      .execute(),
  )
  audit(tx, 'tag.updated', before.id, describeChanges<TagUpdate>(before, changes, TagUpdate))
  return { ...before, ...changes }
}

/** Asks PostgreSQL, because only its `lower` decides which names are equal. @throws 400 */
async function assertNameIsFree({ db, workspaceId }: WriteScope, id: string, name: string): Promise<void> {
  const taken = await db
    .selectFrom('tags')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('sort_name', '=', sql<string>`lower(${name})`)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (taken) throw tagNameTaken()
}
