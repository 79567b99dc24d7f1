import type { Scope } from '../platform/scope.ts'

export interface BoardChoice {
  id: string
  name: string
  acceptsRequests: boolean
}

// Far more than any team has; every list is bounded.
const maxBoards = 500

/** Lists the boards a member can choose from, in their order. */
export const listBoardChoices = ({ db, workspaceId }: Scope): Promise<BoardChoice[]> =>
  db
    .selectFrom('boards')
    .select(['id', 'name', 'accepts_requests as acceptsRequests'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('position')
    .orderBy('id')
    .limit(maxBoards)
    .execute()
