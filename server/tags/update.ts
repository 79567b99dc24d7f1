import { sql } from 'kysely'
import { describeChanges, pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { invalid, notFound } from '../platform/problems.ts'
import { type Static, Strict, Type } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import { TagCreate } from './create.ts'
import { tagsCan } from './permissions.ts'
import type { Tag } from './schema.ts'

const { name, color } = TagCreate.properties

export const TagUpdate = Strict({ name: Type.Optional(name), color: Type.Optional(color) }, { minProperties: 1 })
export type TagUpdate = Static<typeof TagUpdate>

/** Renames or colours a tag. @throws 404; 400 on `/name` when another tag has it, without regard to case; 403 */
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
  if (changes.name !== undefined) await refuseTakenName(tx, before.id, changes.name)
  tx.defer(
    tx.db
      .updateTable('tags')
      .set(changes)
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', before.id)
      .execute(),
  )
  audit(tx, 'tag.updated', before.id, describeChanges<TagUpdate>(before, changes))
  return { ...before, ...changes }
}

/** PostgreSQL alone decides which names are the same. */
async function refuseTakenName({ db, workspaceId }: WriteScope, id: string, name: string): Promise<void> {
  const taken = await db
    .selectFrom('tags')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('sort_name', '=', sql<string>`lower(${name})`)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (taken) throw tagNameTaken()
}

export const tagNameTaken = () => invalid([{ path: '/name', message: 'is taken by another tag of this workspace' }])
