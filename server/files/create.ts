import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { assertSpace } from './assert-space.ts'
import type { PreparedFile } from './content/prepare.ts'
import { filesCan } from './permissions.ts'
import type { StorageLimits } from './storage-usage.ts'

/**
 * Rejects an upload that would be rejected after it has been received, so that its bytes need not be received.
 * `createFile` checks again, exactly. @throws 403
 */
export async function assertMayUpload(tx: WriteScope, limits: StorageLimits): Promise<void> {
  permit(filesCan(tx.actor).upload)
  await assertSpace(tx, 1, limits)
}

/**
 * Schedules the removal of a file that is about to be stored, in case this process dies before the file has its row.
 * @param dueAt later than any upload takes
 */
export async function announceFile(tx: WriteScope, id: string, dueAt: string): Promise<void> {
  permit(filesCan(tx.actor).upload)
  await tx.db.insertInto('file_removals').values({ workspace_id: tx.workspaceId, file_id: id, due_at: dueAt }).execute()
}

/** The parts of a file's URL. */
export interface StoredFile {
  id: string
  name: string
  width: number | null
}

/** Finds the file that the actor uploaded with a key. @throws 403 */
export async function findUpload(scope: Scope, key: string | null): Promise<StoredFile | null> {
  permit(filesCan(scope.actor).upload)
  if (key === null) return null
  const { db, workspaceId, actor } = scope
  const found = await db
    .selectFrom('files')
    .select(['id', 'name', 'width'])
    .where('workspace_id', '=', workspaceId)
    .where('upload_key', '=', key)
    .where(actor.type === 'member' ? 'created_by_member' : 'created_by_customer', '=', actor.id)
    .executeTakeFirst()
  return found ?? null
}

/**
 * Records a file that has been stored, and takes back its removal. Only its uploader sees it until a text refers to it.
 * @returns the file, or that of an earlier attempt with the same key; the new file is then removed as scheduled
 * @throws 403, also if there is no space
 */
export async function createFile(
  tx: WriteScope,
  id: string,
  { name, type, bytes, width, height, key }: Omit<PreparedFile, 'path'> & { key: string | null },
  limits: StorageLimits,
): Promise<StoredFile> {
  permit(filesCan(tx.actor).upload)
  // Serializes uploads of the workspace, so that the sums are exact. Other writes are not affected.
  await sql`select pg_advisory_xact_lock(hashtextextended('files ' || ${tx.workspaceId}, 0))`.execute(tx.db)
  const earlier = await findUpload(tx, key)
  if (earlier !== null) return earlier
  await assertSpace(tx, bytes, limits)
  const announced = await tx.db
    .deleteFrom('file_removals')
    .where('workspace_id', '=', tx.workspaceId)
    .where('file_id', '=', id)
    .executeTakeFirst()
  if (announced.numDeletedRows !== 1n) throw new Error('The upload took so long that its file was removed')
  const { type: actorType, id: actorId } = tx.actor
  await tx.db
    .insertInto('files')
    .values({
      workspace_id: tx.workspaceId,
      id,
      name,
      content_type: type,
      bytes,
      width,
      height,
      created_by_member: actorType === 'member' ? actorId : null,
      created_by_customer: actorType === 'customer' ? actorId : null,
      upload_key: key,
      created_at: tx.now,
    })
    .execute()
  // Omits the name, which may contain personal data and would outlive the file.
  audit(tx, 'file.uploaded', id, { contentType: type, bytes })
  return { id, name, width }
}
