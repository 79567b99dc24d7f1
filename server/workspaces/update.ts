import { describeChanges, pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { invalid } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { workspaceCan } from './permissions.ts'
import { selectWorkspaceSettings, type WorkspaceSettings, WorkspaceUpdate } from './settings.ts'

/** Changes the given fields of a workspace; null clears a field. @throws 400 `/slug` for a taken slug, 403 */
export async function updateWorkspace(tx: WriteScope, wanted: WorkspaceUpdate): Promise<WorkspaceSettings> {
  permit(workspaceCan(tx.actor).update)
  const before = await selectWorkspaceSettings(tx).forUpdate().executeTakeFirstOrThrow()
  const changes = pickChanges<WorkspaceUpdate>(before, wanted)
  if (!changes) return before
  if (changes.slug !== undefined) await rejectTakenSlug(tx, changes.slug)
  const { name, slug, timeZone, senderName, replyTo, logoUrl, accentColor } = changes
  tx.defer(
    tx.db
      .updateTable('workspaces')
      .set({
        name,
        slug,
        time_zone: timeZone,
        sender_name: senderName,
        reply_to: replyTo,
        logo_url: logoUrl,
        accent_color: accentColor,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .execute(),
  )
  audit(tx, 'workspace.updated', tx.workspaceId, describeChanges<WorkspaceUpdate>(before, changes, WorkspaceUpdate))
  return { ...before, ...changes }
}

/** Rejects a taken slug. If it is taken after this check, the unique index rejects the update and it is retried. */
async function rejectTakenSlug({ db }: WriteScope, slug: string): Promise<void> {
  const taken = await db.selectFrom('workspaces').select('slug').where('slug', '=', slug).executeTakeFirst()
  if (taken) throw invalid([{ path: '/slug', message: 'is taken by another workspace', code: 'taken' }])
}
