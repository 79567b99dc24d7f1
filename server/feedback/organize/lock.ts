import { sql } from 'kysely'
import { notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { requireBulkIds } from '../bulk-ids.ts'

export interface LockedRequest {
  id: string
  title: string
  owner_id: string | null
  board_id: string
}

/**
 * Locks requests in id order, so that two bulk operations cannot deadlock.
 * @throws 400 for more than 100 requests; 404 if one of them does not exist
 */
export async function lockRequests(tx: WriteScope, requestedIds: string[]): Promise<LockedRequest[]> {
  const ids = requireBulkIds(requestedIds)
  const locked = await lockExistingRequests(tx, ids)
  if (locked.length < ids.length) throw notFound()
  return locked
}

/** Like `lockRequests`, but ignores requests that do not exist. */
export const lockExistingRequests = ({ db, workspaceId }: WriteScope, ids: string[]): Promise<LockedRequest[]> =>
  db
    .selectFrom('feedback')
    .select(['id', 'title', 'owner_id', 'board_id'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
