import { sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'
import { notifyMentioned } from '../notify.ts'
import { findMentions } from './find.ts'
import { selectMentionable } from './queries.ts'

export interface MentioningComment {
  id: string
  feedbackId: string
  body: string
}

/**
 * Stores which members a comment of the team names, and notifies those who were not named before. Safe to call again
 * when the text changes.
 * @param chosen the ids that the author picked, which may be of anyone: only members of the workspace count
 */
export async function recordMentions(
  tx: WriteScope,
  { id, feedbackId, body }: MentioningComment,
  chosen: readonly string[] = [],
): Promise<void> {
  const mentions = body.includes('@') ? findMentions(body, await selectMentionable(tx).execute(), new Set(chosen)) : []
  const memberIds = mentions.map((mention) => mention.id)
  tx.defer(
    sql`delete from comment_mentions where workspace_id = ${tx.workspaceId} and comment_id = ${id}
      and not (member_id = any(${memberIds}::uuid[]))`.execute(tx.db),
  )
  if (mentions.length === 0) return
  tx.defer(
    sql`insert into comment_mentions (workspace_id, comment_id, member_id, name)
      select ${tx.workspaceId}, ${id}, n.member_id, n.name
      from unnest(${memberIds}::uuid[], ${mentions.map(({ name }) => name)}::text[]) as n (member_id, name)
      on conflict (workspace_id, comment_id, member_id) do update set name = excluded.name`.execute(tx.db),
  )
  notifyMentioned(tx, feedbackId, id, memberIds)
}
