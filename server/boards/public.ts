import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'

/** A board that everybody sees. */
export interface PublicBoard {
  id: string
  slug: string
  name: string
  acceptsRequests: boolean
}

// Far more than a team has; a list ends somewhere all the same.
const boardsAtMost = 200

/** In the order that the team has given them. */
export async function listPublicBoards({ db, workspaceId }: Scope): Promise<PublicBoard[]> {
  const { rows } = await sql<PublicBoard>`
    select id, slug, name, accepts_requests as "acceptsRequests" from boards
    where workspace_id = ${workspaceId} and is_public order by position, id limit ${boardsAtMost}`.execute(db)
  return rows
}
