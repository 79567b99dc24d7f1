import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { lockIfThere } from '../../feedback/queries.ts'
import { setStage } from '../../feedback/lifecycle/set-stage.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { Connection } from '../connection/queries.ts'
import { type LinkRow, ownLink, remoteColumns } from '../links.ts'
import { mappingOf } from './stage-mapping.ts'
import type { Issue, StateType } from '../tracker.ts'

/** A link, and when the tracker is asked about it: answers to an earlier question are not applied after later ones. */
export interface Followed
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
    | 'remote_type'
  > {
  asked_at: string
}

const columns = [
  'id',
  'feedback_id',
  'issue_id',
  'team_id',
  'identifier',
  'url',
  'remote_title',
  'remote_state',
  'remote_type',
  sql<string>`clock_timestamp()`.as('asked_at'),
] as const

/** An active link by its id, to be asked about now. */
export async function linkToFollow({ db, workspaceId }: Scope, linkId: string, connectionId: string) {
  const row = await db
    .selectFrom('tracker_links')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', linkId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return (row as Followed | undefined) ?? null
}

/** Those that were looked at least lately: open issues after 15 minutes, closed ones after a day. */
export async function linksDue({ db, workspaceId }: Scope, connectionId: string, limit: number): Promise<Followed[]> {
  const rows = await db
    .selectFrom('tracker_links')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'active')
    .where(isDue)
    .orderBy('look_at')
    .limit(limit)
    .execute()
  return rows as Followed[]
}

/** Whether an active link should be looked at again. A webhook tells sooner; this finds what it did not. */
export const isDue = sql<boolean>`look_at < statement_timestamp() at time zone 'UTC'`

/**
 * Brings a link up to what the tracker says of its issue; null when that is gone. The request's stage follows when the
 * issue has come to a state that stands for another one than before: so neither our own issue coming back nor a stage
 * that the team has set by hand meanwhile is undone. A request that is not approved stays where it is.
 */
export async function applyIssue(
  tx: WriteScope,
  { stage_mapping }: Pick<Connection, 'stage_mapping'>,
  followed: Followed,
  issue: Issue | null,
): Promise<void> {
  // Its request may have been merged into another since, or deleted.
  const link = await tx.db
    .selectFrom('tracker_links')
    .select('feedback_id')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', followed.id)
    .executeTakeFirst()
  const request = link && (await lockIfThere(tx, link.feedback_id))
  if (!request) return
  const { id: feedbackId, moderation } = request
  const before = await tx.db
    .selectFrom('tracker_links')
    .select('remote_type')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', followed.id)
    .where('state', '=', 'active')
    .where('checked_at', '<', followed.asked_at)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return
  const own = ownLink(tx, followed.id)
  if (issue === null || issue.isGone) {
    await own.set({ state: 'ended', ended_at: tx.now, end_reason: 'gone', checked_at: followed.asked_at }).execute()
    audit(tx, 'feedback.tracker_link_ended', feedbackId, { linkId: followed.id })
    return
  }
  await own.set({ ...remoteColumns(issue), checked_at: followed.asked_at }).execute()
  const mapping = mappingOf(stage_mapping)
  const stageOf = (type: StateType | null) => (type === null ? null : mapping[type])
  const stage = stageOf(issue.state.type)
  if (moderation !== 'approved' || stage === null || stage === stageOf(before.remote_type)) return
  await setStage(tx, feedbackId, stage)
}

/** Whether the issue is as the link has it. */
export function isUnchanged(followed: Followed, issue: Issue): boolean {
  const columns = remoteColumns(issue)
  return (
    !issue.isGone &&
    (Object.keys(columns) as (keyof typeof columns)[]).every((name) => columns[name] === followed[name])
  )
}

/** Links of which there is no news, or nothing can be said at present, stay as they are until the next look. */
export async function noteNoNews({ db, workspaceId }: Scope, links: Followed[]): Promise<void> {
  const [first] = links
  if (first === undefined) return
  await db
    .updateTable('tracker_links')
    .set({ checked_at: first.asked_at })
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${links.map(({ id }) => id)}::uuid[])`)
    .where('state', '=', 'active')
    .where('checked_at', '<', first.asked_at)
    .execute()
}

/** Has the next round look at it, whenever it was looked at. */
export async function makeDue(scope: Scope, { id }: Followed): Promise<void> {
  await ownLink(scope, id)
    .set({ checked_at: new Date(0).toISOString() })
    .where('state', '=', 'active')
    .execute()
}
