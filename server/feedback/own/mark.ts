import { sql } from 'kysely'
import { type PendingEdit, selectEditedAt, selectPendingEdit } from '../../edits/queries.ts'
import { hearsAbout } from '../../follows/hears.ts'
import type { Scope } from '../../platform/scope.ts'

/** What a request's page shows in addition to its text. */
export interface RequestMark {
  /** When its author last edited it; null if no edit is marked. */
  editedAt: string | null
  /** Whether the viewer is notified about it. */
  isFollowing: boolean
  /** The viewer's waiting edit, if there is one. */
  pendingEdit: PendingEdit | null
}

/** Loads the marks of a request. @param customerId the viewer; null when signed out */
export async function loadRequestMark(
  { db, workspaceId }: Scope,
  id: string,
  customerId: string | null,
): Promise<RequestMark> {
  // Without an id, the viewer is not joined, because Citus cannot plan a join that never finds a row.
  const isFollowing = customerId === null ? sql`false` : sql`c.id is not null and ${hearsAbout('c', 'f')}`
  const viewer =
    customerId === null
      ? sql``
      : sql`left join customers c on c.workspace_id = f.workspace_id and c.id = ${customerId}::uuid`
  const { rows } = await sql<RequestMark>`
    select ${selectEditedAt('f', 'feedback_id')} as "editedAt", ${isFollowing} as "isFollowing",
      ${selectPendingEdit('f', 'feedback_id', customerId)} as "pendingEdit"
    from feedback f ${viewer}
    where f.workspace_id = ${workspaceId} and f.id = ${id}`.execute(db)
  return rows[0] ?? { editedAt: null, isFollowing: false, pendingEdit: null }
}
