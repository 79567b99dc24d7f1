import type { Scope } from '../platform/scope.ts'

const columns = [
  'id',
  'name',
  'slug',
  'accepts_requests as acceptsRequests',
  'is_public as isPublic',
  'reviews_new as reviewsNew',
  'position',
] as const

/**
 * All boards of the workspace by position, held until the transaction ends. What is said of boards together (their
 * order, that one is left) is true only while none of them changes; they are few.
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
