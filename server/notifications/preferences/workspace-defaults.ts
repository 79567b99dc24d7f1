import { describeChanges, pickChanges } from '../../audit/changes.ts'
import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import { type Static, Strict, Type } from '../../platform/schemas.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { workspaceCan } from '../../workspaces/permissions.ts'
import type { NotificationChoice } from '../events/choice.ts'

/** Whether acts of the team email people unless the team member chooses otherwise, for each kind of act. */
export const NotificationDefaults = Strict({
  notifiesStages: Type.Boolean(),
  notifiesApprovals: Type.Boolean(),
  notifiesReplies: Type.Boolean(),
  /** Whether the page that publishes an entry selects everyone, or no one. */
  notifiesPublications: Type.Boolean(),
})
export type NotificationDefaults = Static<typeof NotificationDefaults>

/** The kinds of acts that notify people about a request. */
export type NotifyingAct = 'stages' | 'approvals' | 'replies'

const memberOf = {
  stages: 'notifiesStages',
  approvals: 'notifiesApprovals',
  replies: 'notifiesReplies',
} as const satisfies Record<NotifyingAct, keyof NotificationDefaults>

const selectDefaults = ({ db, workspaceId }: Scope) =>
  db
    .selectFrom('workspaces')
    .select([
      'notifies_stages as notifiesStages',
      'notifies_approvals as notifiesApprovals',
      'notifies_replies as notifiesReplies',
      'notifies_publications as notifiesPublications',
    ])
    .where('workspace_id', '=', workspaceId)

/** Loads the defaults, for every role: every member sees them where they apply. */
export const getNotificationDefaults = (scope: Scope): Promise<NotificationDefaults> =>
  selectDefaults(scope).executeTakeFirstOrThrow()

/** Returns a member's choice, or the workspace's default if they made none. A note is only for those who are notified. */
export async function chooseNotification(
  scope: Scope,
  act: NotifyingAct,
  { notify, note }: { notify?: boolean | undefined; note?: string | undefined },
): Promise<NotificationChoice> {
  const isNotified = notify ?? (await getNotificationDefaults(scope))[memberOf[act]]
  return { notify: isNotified, note: (isNotified && note) || null }
}

/** Changes the defaults. @throws 403 */
export async function updateNotificationDefaults(tx: WriteScope, wanted: NotificationDefaults): Promise<void> {
  permit(workspaceCan(tx.actor).update)
  const before = await selectDefaults(tx).forUpdate().executeTakeFirstOrThrow()
  const changes = pickChanges<NotificationDefaults>(before, wanted)
  if (!changes) return
  tx.defer(
    tx.db
      .updateTable('workspaces')
      .set({
        notifies_stages: changes.notifiesStages,
        notifies_approvals: changes.notifiesApprovals,
        notifies_replies: changes.notifiesReplies,
        notifies_publications: changes.notifiesPublications,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .execute(),
  )
  audit(tx, 'workspace.updated', tx.workspaceId, describeChanges<NotificationDefaults>(before, changes, null))
}
