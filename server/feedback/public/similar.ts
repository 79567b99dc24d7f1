import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { listSimilarWhere, type SimilarRequest } from '../search/similar.ts'

export interface SimilarPublicRequest extends SimilarRequest {
  /** Whether the reader has voted for it. */
  isVoted: boolean
}

/**
 * Requests that everybody sees and that say about the same as a title that is being written, the most similar first.
 * @param customerId the reader, whose own votes are marked; null when nobody is signed in.
 */
export async function listSimilarPublicRequests(
  scope: Scope,
  title: string,
  customerId: string | null,
): Promise<SimilarPublicRequest[]> {
  // feedback/visible.ts, written out so that the boards are read once.
  const isSeen = sql<boolean>`status = 'approved' and stage <> 'closed' and board_id = any(array(
    select b.id from boards b where b.workspace_id = ${scope.workspaceId} and b.is_public))`
  const similar = await listSimilarWhere(scope, { title }, { only: isSeen, limit: 5 })
  const voted = await filterVoted(scope, similar, customerId)
  return similar.map((request) => ({ ...request, isVoted: voted.has(request.id) }))
}

async function filterVoted({ db, workspaceId }: Scope, requests: { id: string }[], customerId: string | null) {
  if (customerId === null || requests.length === 0) return new Set<string>()
  const { rows } = await sql<{ id: string }>`
    select feedback_id as id from votes where workspace_id = ${workspaceId} and customer_id = ${customerId}
      and feedback_id = any(${requests.map(({ id }) => id)}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
