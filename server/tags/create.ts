import { audit } from '../audit/record.ts'
import { newId } from '../platform/ids.ts'
import { type Static, Strict, Text, Type } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { Tag } from './schema.ts'

export const TagCreate = Strict({
  name: Text({ min: 1, max: 50 }),
  color: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
})

/** Adds a tag to the workspace. @returns null when there is one of this name, without regard to case. */
export async function createTag(tx: WriteScope, { name, color }: Static<typeof TagCreate>): Promise<Tag | null> {
  const id = newId()
  const inserted = await tx.db
    .insertInto('tags')
    .values({ workspace_id: tx.workspaceId, id, name, color, created_at: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return null
  audit(tx, 'tag.created', id, { name })
  return { id, name, color }
}
