import type { Scope } from '../platform/scope.ts'

const columns = [
  'id',
  'name',
  'slug',
  'accepts_requests as acceptsRequests',
  'is_public as isPublic',
  'reviews_new as reviewsNew',
  'reviews_comments as reviewsComments',
  'position',
] as const

/**
 * Locks all boards of the workspace and returns them by position. Rules about boards together (their order, that one
 * remains) hold only while none of them changes. A workspace has few boards.
 */
export async function lockBoards({ db, workspaceId }: Scope) {
  const rows = await db
    .selectFrom('boards')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
}
