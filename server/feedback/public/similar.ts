import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { KnownWords } from '../search/respell.ts'
import { listSimilarWhere, type SimilarRequest } from '../search/similar.ts'
import { withDisplayTitle } from './title.ts'
import { isVisibleOnBoards } from './visibility.ts'

export interface SimilarPublicRequest extends SimilarRequest {
  /** Whether the viewer has voted for it. */
  isVoted: boolean
}

/**
 * Lists visible requests that resemble the title of a new one, most similar first.
 * @param customerId the viewer, whose own votes are marked; null when signed out.
 * @param words the words of the title, from a search for it among all visible requests.
 */
export async function listSimilarPublicRequests(
  scope: Scope,
  title: string,
  customerId: string | null,
  words?: KnownWords,
): Promise<SimilarPublicRequest[]> {
  const filter = isVisibleOnBoards('f', scope.workspaceId)
  const similar = await listSimilarWhere(scope, { title, words }, { filter, limit: 5 })
  const voted = await filterVoted(scope, similar, customerId)
  return similar.map((request) => ({ ...withDisplayTitle(request), isVoted: voted.has(request.id) }))
}

async function filterVoted({ db, workspaceId }: Scope, requests: { id: string }[], customerId: string | null) {
  if (customerId === null || requests.length === 0) return new Set<string>()
  const { rows } = await sql<{ id: string }>`
    select feedback_id as id from votes where workspace_id = ${workspaceId} and customer_id = ${customerId}
      and feedback_id = any(${requests.map(({ id }) => id)}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
