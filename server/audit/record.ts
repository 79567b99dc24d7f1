import type { Insertable } from 'kysely'
import { prepared } from '../platform/db/prepared.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { Tables } from '../tables.ts'

/** Every kind of event; a kind's first word says what its target is (audit/list.ts). */
export const eventTypes = [
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
  'changelog.reacted',
  'changelog.unreacted',
  'changelog.updated',
  'comment.created',
  'comment.deleted',
  'customer.added',
  'customer.deleted',
  'customer.list_exported',
  'customer.mail_chosen',
  'customer.mail_resumed',
  'customer.mail_stopped',
  'customer.updated',
  'feedback.created',
  'feedback.deleted',
  'feedback.merged',
  'feedback.promoted',
  'feedback.sent_to_tracker',
  'feedback.stage_changed',
  'feedback.status_changed',
  'feedback.tracker_link_ended',
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
  'portal.secret_ended',
  'portal.secret_made',
  'portal.secret_rotated',
  'portal.secret_shown',
  'portal.updated',
  'portal.widget_token_renewed',
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
  'tracker.hook_made',
  'workspace.created',
  'workspace.mail_resumed',
  'workspace.mail_signed',
  'workspace.updated',
] as const
export type EventType = (typeof eventTypes)[number]

/** Appends to the audit trail, in the write's own transaction. `changes` says what it was and what it became. */
export function audit(tx: Omit<WriteScope, 'enqueue'>, type: EventType, targetId: string, changes: object = {}): void {
  tx.defer(
    appendEvent(tx.db, {
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

const appendEvent = prepared((db, event: Insertable<Tables['events']>) => db.insertInto('events').values(event))
