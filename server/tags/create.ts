import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { newId } from '../platform/ids.ts'
import { invalid } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { tagsCan } from './permissions.ts'
import type { Tag, TagCreate } from './schema.ts'

/**
 * Adds a tag to the workspace.
 * @throws 400 on `/name` if another tag has this name, ignoring case; 403
 */
export async function createTag(tx: WriteScope, { name, color }: TagCreate): Promise<Tag> {
  permit(tagsCan(tx.actor).manage)
  const id = newId()
  const inserted = await tx.db
    .insertInto('tags')
    .values({ workspace_id: tx.workspaceId, id, name, color, created_at: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw tagNameTaken()
  audit(tx, 'tag.created', id, { name })
  return { id, name, color }
}

export const tagNameTaken = () =>
  invalid([{ path: '/name', message: 'is taken by another tag of this workspace', code: 'taken' }])
