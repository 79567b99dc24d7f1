import { sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'
import { type CommentedItem, notifyMentioned } from '../notify.ts'
import { findMentions } from './find.ts'
import { listMentions, selectMentionable } from './queries.ts'
import { mentioningText } from './text-parts.ts'

export interface MentioningComment {
  id: string
  thread: CommentedItem
  body: string
}

/**
 * Stores which members a comment of the team names (not in code, links and quotations), and notifies those who were not named before. Called again when the
 * text changes: members who are no longer named lose an unread notification, and among members of one name, those who
 * were named before count as picked.
 * @param chosen the ids that the author picked, which may be of anyone: only members of the workspace count
 */
export async function recordMentions(
  tx: WriteScope,
  { id, thread, body }: MentioningComment,
  chosen: readonly string[] = [],
): Promise<void> {
  const before = new Set((await listMentions(tx, [id])).get(id)?.map((mention) => mention.id))
  const picked = new Set([...before, ...chosen])
  const mentions = body.includes('@')
    ? findMentions(mentioningText(body), await selectMentionable(tx).execute(), picked)
    : []
  const memberIds = mentions.map((mention) => mention.id)
  const removedIds = [...before].filter((memberId) => !memberIds.includes(memberId))
  if (removedIds.length > 0) withdrawMentions(tx, id, removedIds)
  if (mentions.length === 0) return
  tx.defer(
    sql`insert into comment_mentions (workspace_id, comment_id, member_id, name)
      select ${tx.workspaceId}, ${id}, n.member_id, n.name
      from unnest(${memberIds}::uuid[], ${mentions.map(({ name }) => name)}::text[]) as n (member_id, name)
      on conflict (workspace_id, comment_id, member_id) do update set name = excluded.name`.execute(tx.db),
  )
  // The notification of someone who was named before may have expired.
  const added = memberIds.filter((memberId) => !before.has(memberId))
  if (added.length > 0) notifyMentioned(tx, thread, id, added)
}

function withdrawMentions({ db, workspaceId, defer }: WriteScope, commentId: string, memberIds: string[]): void {
  defer(
    sql`delete from comment_mentions where workspace_id = ${workspaceId} and comment_id = ${commentId}
      and member_id = any(${memberIds}::uuid[])`.execute(db),
  )
  defer(
    sql`delete from member_notifications where workspace_id = ${workspaceId} and comment_id = ${commentId}
      and kind = 'mentioned' and read_at is null and member_id = any(${memberIds}::uuid[])`.execute(db),
  )
}
