import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { newId } from '../platform/ids.ts'
import { invalid, invalidState } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { savedViewsCan } from './permissions.ts'
import { maxViews } from './queries.ts'
import type { SavedViewCreate } from './schema.ts'

/** Saves a view for the member, or for the whole team. @returns its id. @throws 400 beyond 50 views; 403 */
export async function createSavedView(tx: WriteScope, { name, query, isShared }: SavedViewCreate): Promise<string> {
  permit(savedViewsCan(tx.actor).use)
  const memberId = tx.actor.id
  if (memberId === null) throw invalid([{ path: '', message: 'needs a member' }])
  await requireRoom(tx, isShared ? null : memberId)
  const id = newId()
  await tx.db
    .insertInto('saved_views')
    .values({
      workspace_id: tx.workspaceId,
      id,
      member_id: isShared ? null : memberId,
      created_by: memberId,
      name,
      query,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .execute()
  if (isShared) audit(tx, 'saved_view.shared', id, { name })
  return id
}

/**
 * Rejects a view beyond the limit. Concurrent transactions wait for each other, so that all views are counted.
 * @param memberId null for a shared view
 * @throws 400
 */
export async function requireRoom(tx: WriteScope, memberId: string | null): Promise<void> {
  permit(savedViewsCan(tx.actor).use)
  const lock = `saved views ${tx.workspaceId} ${memberId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx.db)
  const { count } = await tx.db
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', tx.workspaceId)
    .where('member_id', 'is not distinct from', memberId)
    .executeTakeFirstOrThrow()
  if (count < maxViews) return
  throw invalidState(
    memberId === null
      ? `A team can share at most ${maxViews} views. Delete one first.`
      : `You can save at most ${maxViews} views. Delete one first.`,
  )
}
