import type { Scope } from '../platform/scope.ts'

export interface BoardChoice {
  id: string
  name: string
  acceptsRequests: boolean
}

// Far more than a team has; a list ends somewhere all the same.
const boardsAtMost = 500

/** The boards to choose from, in their order. */
export const listBoardChoices = ({ db, workspaceId }: Scope): Promise<BoardChoice[]> =>
  db
    .selectFrom('boards')
    .select(['id', 'name', 'accepts_requests as acceptsRequests'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('position')
    .orderBy('id')
    .limit(boardsAtMost)
    .execute()
