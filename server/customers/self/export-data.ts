import { sql } from 'kysely'
import { isOwnPending, isVisible } from '../../feedback/public/visibility.ts'
import { editableFields } from '../../feedback/schema.ts'
import { permit } from '../../platform/authorization.ts'
import { notFound } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'
import { isSelf } from './is-self.ts'

/**
 * Exports all of a customer's data in the workspace: identity, content and the record of emails. Requests that are not
 * visible are reduced to their dates: whether to share their text, and the source address and metadata that the
 * product's servers sent, is up to the team. @throws 404; 403 for any other actor
 */
export async function exportOwnData({ db, workspaceId, actor }: Scope, customerId: string): Promise<object> {
  permit(isSelf(actor, customerId))
  const list = (columns: ReturnType<typeof sql>, from: ReturnType<typeof sql>) =>
    sql`(select coalesce(json_agg(x), '[]') from (select ${columns} from ${from}
      where t.workspace_id = c.workspace_id and t.customer_id = c.id order by 1) x)`
  const onFeedback = sql`join feedback f on f.workspace_id = t.workspace_id and f.id = t.feedback_id`
  // The team may have rewritten the text of a request that is no longer visible.
  const ifVisible = (column: string) =>
    sql`case when ${isVisible('f')} or ${isOwnPending('f')} then ${sql.ref(column)} end`
  const texts = sql.join(editableFields.map(([field, column]) => sql`${ifVisible(`f.${column}`)} as ${sql.id(field)}`))
  const visibleTitle = sql`case when ${isVisible('f')} then f.title end as title`
  const { rows } = await sql<{ data: object }>`
    select json_build_object(
      'customer', json_build_object('name', c.name, 'nameSource', c.name_source, 'email', c.email, 'externalId', c.external_id,
        'since', c.created_at, 'isTracked', c.is_tracked, 'isParticipant', c.is_participant,
        'isAdmitted', c.is_admitted, 'emailOptedOutAt', c.mail_opted_out_at,
        'notifyChangelog', c.notify_changelog, 'notifyReplies', c.notify_replies, 'notifyStages', c.notify_stages),
      'requests', ${list(sql`f.created_at as at, ${texts}`, sql`feedback_context t ${onFeedback}`)},
      'votes', ${list(sql`t.created_at as at, ${visibleTitle}`, sql`votes t ${onFeedback}`)},
      'comments', ${list(sql`t.created_at as at, t.body`, sql`comments t`)},
      'waitingComments', ${list(sql`t.created_at as at, t.body, t.status`, sql`pending_comments t`)},
      'waitingEdits', ${list(sql`t.created_at as at, t.title, t.body`, sql`(select * from pending_edits where status = 'pending') t`)},
      'following', ${list(
        sql`t.created_at as at, t.is_following as "isFollowing", t.source, ${visibleTitle}`,
        sql`follows t ${onFeedback}`,
      )},
      'earlierTexts', ${list(
        sql`t.created_at as at, t.title, t.body`,
        sql`(select e.* from content_edits e
          left join feedback f on f.workspace_id = e.workspace_id and f.id = e.feedback_id
          where e.comment_id is not null or ${isVisible('f')} or ${isOwnPending('f')}) t`,
      )},
      'earlierNames', ${list(sql`t.created_at as at, t.name`, sql`customer_names t`)},
      'reports', ${list(sql`t.created_at as at, t.reason`, sql`content_reports t`)},
      'reactions', ${list(
        sql`t.created_at as at, t.emoji, e.title as entry`,
        sql`changelog_reactions t join changelog_entries e on e.workspace_id = t.workspace_id and e.id = t.entry_id`,
      )},
      'uploads', ${list(
        sql`t.created_at as at, t.name, t.content_type as type`,
        sql`(select f.*, f.created_by_customer as customer_id from files f) t`,
      )},
      'messages', ${list(sql`t.created_at as at, t.state, t.ended_at as "endedAt"`, sql`notification_deliveries t`)},
      'consents', ${list(sql`t.created_at as at, t.action, t.surface, t.page, t.host, t.wording`, sql`consents t`)},
      'sessions', ${list(sql`t.created_at as at, t.expires_at as "endsAt"`, sql`customer_sessions t`)}
    ) as data
    from customers c where c.workspace_id = ${workspaceId} and c.id = ${customerId}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0].data
}
