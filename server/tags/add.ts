import { permit } from '../platform/authorization.ts'
import type { Static } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import { createTag, type TagCreate } from './create.ts'
import { tagsCan } from './permissions.ts'
import type { Tag } from './schema.ts'
import { tagNameTaken } from './update.ts'

/** Adds a tag as a person does. @throws 400 on `/name` when there is one of this name, without regard to case; 403 */
export async function addTag(tx: WriteScope, input: Static<typeof TagCreate>): Promise<Tag> {
  permit(tagsCan(tx.actor).manage)
  const made = await createTag(tx, input)
  if (made === null) throw tagNameTaken()
  return made
}
