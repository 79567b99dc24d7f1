import { sql } from 'kysely'
import { permit } from '../platform/authorization.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { savedViewsCan } from './permissions.ts'
import type { SavedView } from './schema.ts'

/** The maximum number of views of one member, and of shared views of a workspace. */
export const maxViews = 50

/** Lists the views that the reader sees: first their own, then those of the team, each by name. @throws 403 */
export async function listSavedViews({ db, workspaceId, actor }: Scope): Promise<SavedView[]> {
  permit(savedViewsCan(actor).use)
  const rows = await db
    .selectFrom('saved_views')
    .select(['id', 'name', 'query', 'member_id', 'created_by'])
    .where('workspace_id', '=', workspaceId)
    .where(({ eb, or }) => or([eb('member_id', '=', actor.id), eb('member_id', 'is', null)]))
    .orderBy(sql`member_id is null`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(2 * maxViews)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    query: row.query,
    isShared: row.member_id === null,
    canChange: row.created_by === actor.id || savedViewsCan(actor).changeShared,
  }))
}

/** Locks a view that the actor may change. @returns null if they do not see it. @throws 403 */
export async function lockSavedView({ db, workspaceId, actor }: WriteScope, id: string) {
  permit(savedViewsCan(actor).use)
  const view = await db
    .selectFrom('saved_views')
    .select(['id', 'name', 'query', 'member_id', 'created_by'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('member_id', '=', actor.id), eb('member_id', 'is', null)]))
    .forUpdate()
    .executeTakeFirst()
  if (!view) return null
  if (view.created_by !== actor.id) permit(savedViewsCan(actor).changeShared)
  return { ...view, isShared: view.member_id === null }
}
