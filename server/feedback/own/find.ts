import { sql } from 'kysely'
import type { ReviewPolicy } from '../../boards/review-policy.ts'
import { isSharedRequest } from '../../customers/deletion/requests.ts'
import { isSelf } from '../../customers/self/is-self.ts'
import { type PendingEdit, selectPendingEdit } from '../../edits/queries.ts'
import { textVersion } from '../../edits/version.ts'
import { permit } from '../../platform/authorization.ts'
import { notFound } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'
import type { RequestTexts } from '../public/submit.ts'
import { isOwnPending, isVisible } from '../public/visibility.ts'

/** One of the viewer's own requests that they can edit or delete: public, or waiting for review. */
export interface OwnRequest {
  id: string
  title: string
  description: string
  isPublic: boolean
  /** The board's review policy for new requests. */
  policy: ReviewPolicy
  /** Whether other people or the team share it, so that deleting it only removes the author's name. */
  isShared: boolean
  /** The author's waiting edit, if there is one. */
  pendingEdit: PendingEdit | null
  /** The fingerprint of its texts and of the edit. */
  version: string
}

/** Returns the texts that the author edits: those of the waiting edit if there is one, otherwise the request's own. */
export const shownTexts = ({ title, description, pendingEdit }: OwnRequest): RequestTexts =>
  pendingEdit ? { title: pendingEdit.title!, description: pendingEdit.body } : { title, description }

/** Returns one of the viewer's own requests. @throws 404 for any other or closed request; 403 for any other actor */
export async function getOwnRequest(
  { db, workspaceId, actor }: Scope,
  id: string,
  customerId: string,
): Promise<OwnRequest> {
  permit(isSelf(actor, customerId))
  const { rows } = await sql<Omit<OwnRequest, 'version'>>`
    select f.id, f.title, f.description, ${isVisible('f')} as "isPublic", b.reviews_new as policy,
      ${isSharedRequest('x', customerId)} as "isShared", ${selectPendingEdit('f', 'feedback_id', customerId)} as "pendingEdit"
    from feedback f
    join feedback_context x on x.workspace_id = f.workspace_id and x.feedback_id = f.id
    join boards b on b.workspace_id = f.workspace_id and b.id = f.board_id
    where f.workspace_id = ${workspaceId} and f.id = ${id} and x.customer_id = ${customerId}
      and (${isVisible('f')} or ${isOwnPending('f')})`.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  const { title, description, pendingEdit: edit } = row
  return { ...row, version: textVersion(title, description, ...(edit ? [edit.title!, edit.body] : [])) }
}
