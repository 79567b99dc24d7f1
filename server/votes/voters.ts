import { type RawBuilder, sql } from 'kysely'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { containsPattern } from '../platform/db/like.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import type { Scope } from '../platform/scope.ts'

export interface Voter {
  id: string
  name: string | null
  email: string | null
  externalId: string | null
  votedAt: string
}

interface VoterQuery {
  limit?: number | undefined
  cursor?: string | undefined
  search?: string | undefined
}

/**
 * Lists the voters of a request, newest first, for the team only.
 * @param query `search` finds a part of a name, an email address or an external id
 * @throws 400 for a cursor of another list
 */
export async function listVoters(
  scope: Scope,
  feedbackId: string,
  { limit = 25, cursor, search }: VoterQuery,
  signer: Signer,
): Promise<Page<Voter>> {
  const cursors = createCursors(signer, 'voters', scope.workspaceId, { feedbackId, search })
  const after = cursors.decode(cursor)
  const { rows } = await sql<Voter>`
    select u.id, u.name, u.email, u.external_id as "externalId", v.created_at as "votedAt"
    from votes v join customers u on u.workspace_id = v.workspace_id and u.id = v.customer_id
    where v.workspace_id = ${scope.workspaceId} and v.feedback_id = ${feedbackId}
      ${search === undefined ? sql`` : sql`and ${matchesText(search)}`}
      ${after ? sql`and (v.created_at, v.customer_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by v.created_at desc, v.customer_id desc limit ${limit + 1}`.execute(scope.db)
  return paginate(
    rows,
    limit,
    cursors,
    (row) => [row.votedAt, row.id],
    (row) => row,
  )
}

/** Compares one voter after the other: they are read by request anyway. */
function matchesText(text: string): RawBuilder<boolean> {
  const pattern = containsPattern(text)
  return sql<boolean>`(u.name ilike ${pattern} or u.email ilike ${pattern} or u.external_id ilike ${pattern})`
}
