import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { savedViewsCan } from './permissions.ts'
import { lockSavedView } from './queries.ts'

/** Deletes a view. @returns its name. @throws 403, 404 */
export async function deleteSavedView(tx: WriteScope, id: string): Promise<string> {
  permit(savedViewsCan(tx.actor).use)
  const view = await lockSavedView(tx, id)
  if (view === null) throw notFound()
  await tx.db.deleteFrom('saved_views').where('workspace_id', '=', tx.workspaceId).where('id', '=', id).execute()
  if (view.isShared) audit(tx, 'saved_view.deleted', id, { name: view.name })
  return view.name
}
