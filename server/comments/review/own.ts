import { sql } from 'kysely'
import { isSelf } from '../../customers/self/is-self.ts'
import { permit } from '../../platform/authorization.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Thread } from '../queries.ts'

/** A comment of the viewer's own that waits for review. */
export interface OwnPendingComment {
  id: string
  body: string
  createdAt: string
}

const maxShown = 50

/** Lists the viewer's own comments in a thread that wait for review, oldest first. @throws 403 for any other actor */
export async function listOwnPendingComments(
  { db, workspaceId, actor }: Scope,
  { of, id }: Thread,
  customerId: string,
): Promise<OwnPendingComment[]> {
  permit(isSelf(actor, customerId))
  const { rows } = await sql<OwnPendingComment>`
    select id, body, created_at as "createdAt" from pending_comments
    where workspace_id = ${workspaceId} and customer_id = ${customerId} and ${sql.ref(of)} = ${id}
      and status = 'pending'
    order by created_at, id limit ${maxShown}`.execute(db)
  return rows
}
