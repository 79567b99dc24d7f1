import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { setStage } from '../../feedback/lifecycle/set-stage.ts'
import { lockFeedbackIfExists } from '../../feedback/queries.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { Connection } from '../connection/queries.ts'
import { type LinkRow, toRemoteColumns, updateLink } from '../links.ts'
import type { Issue, StateType } from '../tracker.ts'
import { resolveStageMapping } from './stage-mapping.ts'

/** A link, and when the tracker is asked about it: answers to an earlier question are not applied after later ones. */
export interface LinkToSync
  extends Pick<
    LinkRow,
    | 'id'
    | 'feedback_id'
    | 'issue_id'
    | 'team_id'
    | 'identifier'
    | 'url'
    | 'remote_title'
    | 'remote_state'
    | 'remote_state_type'
  > {
  polled_at: string
}

const linkColumns = [
  'id',
  'feedback_id',
  'issue_id',
  'team_id',
  'identifier',
  'url',
  'remote_title',
  'remote_state',
  'remote_state_type',
  sql<string>`clock_timestamp()`.as('polled_at'),
] as const

/** An active link by its id, to be asked about now. */
export async function getLinkToSync({ db, workspaceId }: Scope, linkId: string, connectionId: string) {
  const row = await db
    .selectFrom('tracker_links')
    .select(linkColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', linkId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return (row as LinkToSync | undefined) ?? null
}

/** Those that were looked at least lately: open issues after 15 minutes, closed ones after a day. */
export async function listDueLinks(
  { db, workspaceId }: Scope,
  connectionId: string,
  limit: number,
): Promise<LinkToSync[]> {
  const rows = await db
    .selectFrom('tracker_links')
    .select(linkColumns)
    .where('workspace_id', '=', workspaceId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'active')
    .where(isPollDue)
    .orderBy('poll_after')
    .limit(limit)
    .execute()
  return rows as LinkToSync[]
}

/** Whether an active link should be looked at again. A webhook tells sooner; this finds what it did not. */
export const isPollDue = sql<boolean>`poll_after < statement_timestamp() at time zone 'UTC'`

/**
 * Brings a link up to what the tracker says of its issue; null when that is gone. The request's stage follows when the
 * issue has come to a state that stands for another one than before: so neither our own issue coming back nor a stage
 * that the team has set by hand meanwhile is undone. A request that is not approved stays where it is.
 */
export async function applyIssueUpdate(
  tx: WriteScope,
  { stage_mapping }: Pick<Connection, 'stage_mapping'>,
  followed: LinkToSync,
  issue: Issue | null,
): Promise<void> {
  // Its request may have been merged into another since, or deleted.
  const link = await tx.db
    .selectFrom('tracker_links')
    .select('feedback_id')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', followed.id)
    .executeTakeFirst()
  const request = link && (await lockFeedbackIfExists(tx, link.feedback_id))
  if (!request) return
  const { id: feedbackId, status } = request
  const before = await tx.db
    .selectFrom('tracker_links')
    .select('remote_state_type')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', followed.id)
    .where('state', '=', 'active')
    .where('checked_at', '<', followed.polled_at)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return
  const own = updateLink(tx, followed.id)
  if (issue === null || issue.isGone) {
    await own.set({ state: 'ended', ended_at: tx.now, end_reason: 'gone', checked_at: followed.polled_at }).execute()
    audit(tx, 'feedback.tracker_unlinked', feedbackId, { linkId: followed.id })
    return
  }
  await own.set({ ...toRemoteColumns(issue), checked_at: followed.polled_at }).execute()
  const mapping = resolveStageMapping(stage_mapping)
  const stageOf = (type: StateType | null) => (type === null ? null : mapping[type])
  const stage = stageOf(issue.state.type)
  if (status !== 'approved' || stage === null || stage === stageOf(before.remote_state_type)) return
  await setStage(tx, feedbackId, stage)
}

/** Whether the issue is as the link has it. */
export function isUnchanged(followed: LinkToSync, issue: Issue): boolean {
  const columns = toRemoteColumns(issue)
  return (
    !issue.isGone &&
    (Object.keys(columns) as (keyof typeof columns)[]).every((name) => columns[name] === followed[name])
  )
}

/** Links of which there is no news, or nothing can be said at present, stay as they are until the next look. */
export async function recordUnchanged({ db, workspaceId }: Scope, links: LinkToSync[]): Promise<void> {
  const [first] = links
  if (first === undefined) return
  await db
    .updateTable('tracker_links')
    .set({ checked_at: first.polled_at })
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${links.map(({ id }) => id)}::uuid[])`)
    .where('state', '=', 'active')
    .where('checked_at', '<', first.polled_at)
    .execute()
}

/** Has the next round look at it, whenever it was looked at. */
export async function markPollDue(scope: Scope, { id }: LinkToSync): Promise<void> {
  await updateLink(scope, id)
    .set({ checked_at: new Date(0).toISOString() })
    .where('state', '=', 'active')
    .execute()
}
