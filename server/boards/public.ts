import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'

/** A board that everyone can see. */
export interface PublicBoard {
  id: string
  slug: string
  name: string
  acceptsRequests: boolean
}

// Far more than any team has; every list is bounded.
const maxBoards = 200

/** Lists the public boards in the team's order. */
export async function listPublicBoards({ db, workspaceId }: Scope): Promise<PublicBoard[]> {
  const { rows } = await sql<PublicBoard>`
    select id, slug, name, accepts_requests as "acceptsRequests" from boards
    where workspace_id = ${workspaceId} and is_public order by position, id limit ${maxBoards}`.execute(db)
  return rows
}
