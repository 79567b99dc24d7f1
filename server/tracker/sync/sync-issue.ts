import { type Selectable, sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { setStage } from '../../feedback/lifecycle/set-stage.ts'
import { lockFeedbackIfExists } from '../../feedback/queries.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { Tables } from '../../tables.ts'
import type { Connection } from '../connection/queries.ts'
import { listActiveLinks, recordUnlinked, toRemoteColumns, updateLink } from '../links.ts'
import type { Issue, StateType } from '../tracker.ts'
import { isPollDue } from './due.ts'
import { resolveStageMapping } from './stage-mapping.ts'

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
] as const

/** A link and when its issue was requested: a response is not applied after one that was requested later. */
export interface LinkToSync extends Pick<Selectable<Tables['tracker_links']>, (typeof linkColumns)[number]> {
  polled_at: string
}

const polledAt = sql<string>`clock_timestamp()`.as('polled_at')

/** Loads an active link in order to sync it now; null if there is none. */
export async function getLinkToSync(
  { db, workspaceId }: Scope,
  linkId: string,
  connectionId: string,
): Promise<LinkToSync | null> {
  const row = await db
    .selectFrom('tracker_links')
    .select(linkColumns)
    .select(polledAt)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', linkId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return row ?? null
}

/** Lists the links whose poll is due, longest overdue first: open issues after 15 minutes, closed ones after a day. */
export const listDueLinks = ({ db, workspaceId }: Scope, connectionId: string, limit: number): Promise<LinkToSync[]> =>
  db
    .selectFrom('tracker_links')
    .select(linkColumns)
    .select(polledAt)
    .where('workspace_id', '=', workspaceId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'active')
    .where(isPollDue('tracker_links'))
    .orderBy('poll_after')
    .limit(limit)
    .execute()

/**
 * Applies an issue, or null for one that is gone, to its link. The request's stage changes only if the issue's new
 * state type maps to a different stage than the previous one did: neither a new issue nor a later minor change of it
 * overrides the stage that the team has set. Requests that are not approved keep their stage.
 */
export async function applyIssueUpdate(
  tx: WriteScope,
  { stage_mapping }: Pick<Connection, 'stage_mapping'>,
  link: LinkToSync,
  issue: Issue | null,
): Promise<void> {
  // The request may have been merged into another one or deleted since the link was loaded.
  const current = await tx.db
    .selectFrom('tracker_links')
    .select('feedback_id')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', link.id)
    .executeTakeFirst()
  const request = current && (await lockFeedbackIfExists(tx, current.feedback_id))
  if (!request) return
  const { id: feedbackId, status } = request
  const before = await tx.db
    .selectFrom('tracker_links')
    .select('remote_state_type')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', link.id)
    .where('state', '=', 'active')
    .where('checked_at', '<', link.polled_at)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return
  const update = updateLink(tx, link.id)
  if (issue === null || issue.isGone) {
    recordUnlinked(tx, await listActiveLinks(tx, { feedbackId }))
    await update.set({ state: 'ended', ended_at: tx.now, end_reason: 'gone', checked_at: link.polled_at }).execute()
    audit(tx, 'feedback.tracker_unlinked', feedbackId, { linkId: link.id })
    return
  }
  await update.set({ ...toRemoteColumns(issue), checked_at: link.polled_at }).execute()
  const mapping = resolveStageMapping(stage_mapping)
  const mapToStage = (type: StateType | null) => (type === null ? null : mapping[type])
  const stage = mapToStage(issue.state.type)
  if (status !== 'approved' || stage === null || stage === mapToStage(before.remote_state_type)) return
  await setStage(tx, feedbackId, stage)
}

/** Whether the link's copy of the issue is current. */
export function isUnchanged(link: LinkToSync, issue: Issue): boolean {
  const columns = toRemoteColumns(issue)
  return (
    !issue.isGone && (Object.keys(columns) as (keyof typeof columns)[]).every((name) => columns[name] === link[name])
  )
}

/** Records that these links were checked and are unchanged, or that nothing is known about them at present. */
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

/** Makes a link due, so that the next poll reads its issue. */
export async function markPollDue(scope: Scope, { id }: LinkToSync): Promise<void> {
  await updateLink(scope, id)
    .set({ checked_at: new Date(0).toISOString() })
    .where('state', '=', 'active')
    .execute()
}
