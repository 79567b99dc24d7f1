import type { Insertable } from 'kysely'
import { prepared } from '../platform/db/prepared.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { Tables } from '../tables.ts'

/** All event types; the first word names the kind of target (display-names.ts). */
export const auditEventTypes = [
  'api_key.created',
  'api_key.revoked',
  'api_key.rotated',
  'board.created',
  'board.deleted',
  'board.reordered',
  'board.updated',
  'changelog.created',
  'changelog.deleted',
  'changelog.published',
  'changelog.reaction_added',
  'changelog.reaction_removed',
  'changelog.updated',
  'comment.created',
  'comment.deleted',
  'customer.added',
  'customer.deleted',
  'customer.list_exported',
  'customer.preferences_updated',
  'customer.resubscribed',
  'customer.unsubscribed',
  'customer.updated',
  'feedback.created',
  'feedback.deleted',
  'feedback.merged',
  'feedback.promoted',
  'feedback.sent_to_tracker',
  'feedback.stage_changed',
  'feedback.status_changed',
  'feedback.tracker_unlinked',
  'feedback.unmerged',
  'feedback.unvoted',
  'feedback.updated',
  'feedback.voted',
  'member.invitation_revoked',
  'member.invited',
  'member.joined',
  'member.left',
  'member.removed',
  'member.role_changed',
  'portal.everyone_signed_out',
  'portal.sso_secret_revoked',
  'portal.sso_secret_created',
  'portal.sso_secret_rotated',
  'portal.sso_secret_revealed',
  'portal.updated',
  'portal.domain_verified',
  'portal.domain_lost',
  'portal.widget_token_rotated',
  'roadmap.created',
  'roadmap.deleted',
  'roadmap.reordered',
  'roadmap.status_changed',
  'roadmap.updated',
  'tag.created',
  'tag.deleted',
  'tag.updated',
  'tracker.configured',
  'tracker.connected',
  'tracker.disconnected',
  'tracker.webhook_secret_rotated',
  'workspace.context_deleted',
  'workspace.created',
  'workspace.mail_resumed',
  'workspace.mail_sender_updated',
  'workspace.retention_updated',
  'workspace.updated',
] as const
export type AuditEventType = (typeof auditEventTypes)[number]

/** Records an audit event in the transaction of the write. `changes` holds the values before and after. */
export function audit(
  tx: Omit<WriteScope, 'enqueue'>,
  type: AuditEventType,
  targetId: string,
  changes: object = {},
): void {
  tx.defer(
    insertAuditEvent(tx.db, {
      workspace_id: tx.workspaceId,
      id: newId(),
      type,
      target_id: targetId,
      actor_type: tx.actor.type,
      actor_id: tx.actor.id,
      agent: tx.agent,
      request_id: tx.requestId,
      changes: JSON.stringify(changes),
      created_at: tx.now,
    }),
  )
}

const insertAuditEvent = prepared((db, event: Insertable<Tables['audit_events']>) =>
  db.insertInto('audit_events').values(event),
)
