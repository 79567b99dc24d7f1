// The life of a tracker link (ADR 0013 gives the reasons):
//
// - A request has at most one link that has not ended, by a unique index.
// - `creating`: sending has stored the link, before its issue exists. A claim (`claim`, `claimed_until`) gives one
//   sender 15 seconds to create the issue; others wait, or take over once it has expired. `recordAttempt` commits
//   `first_attempt_at` and `outcome_unknown_until` before each call to the tracker: from then on the issue may exist,
//   and until `outcome_unknown_until` it may exist without being found, so nothing is created a second time.
//   → `active` when the issue is known (`activateLink`, by send/send.ts or, for an abandoned link,
//     by sync/poll-connection.ts).
//   → deleted when there is certainly no issue (`deleteUnusedLink`, sync/poll-connection.ts), or when another
//     organization is connected (connection/store.ts).
// - `active`: the issue is known. A webhook or poll updates its copy here and, through the stage mapping, the request.
//   → `ended` with reason `gone` when the issue was deleted (sync/sync-issue.ts), or `replaced` when another
//     organization is connected (connection/store.ts). Disconnecting leaves links active, but they are no longer
//     synced.
// - `ended`: the request can be sent again. Reconnecting the same organization makes its `replaced` links active again.
//
// Merging requests moves links, or parks them in the merge snapshot (feedback/merge). Leases and delays are measured by
// the database's clock, which all processes share.

import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { recordEvent } from '../events/record.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import type { Tables } from '../tables.ts'
import type { Connection } from './connection/queries.ts'
import { toIssueUrl } from './issue-url.ts'
import type { TrackerLink } from './schema.ts'
import type { Issue, Provider } from './tracker.ts'

export type LinkRow = Selectable<Tables['tracker_links']>

/** Loads the link of a request that has not ended; null if there is none. */
export async function getOpenLink({ db, workspaceId }: Scope, feedbackId: string): Promise<LinkRow | null> {
  const row = await db
    .selectFrom('tracker_links')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('feedback_id', '=', feedbackId)
    .where('state', '<>', 'ended')
    .executeTakeFirst()
  return row ?? null
}

/** Loads the active link of a request for the API; null if there is none or its issue is not known yet. */
export async function getActiveLink(scope: Scope, feedbackId: string): Promise<TrackerLink | null> {
  const row = await activeLinks(scope).where('l.feedback_id', '=', feedbackId).executeTakeFirst()
  return row ? presentLink(row, row.provider) : null
}

const activeLinks = ({ db, workspaceId }: Scope) =>
  db
    .selectFrom('tracker_links as l')
    .innerJoin('tracker_connections as c', (join) =>
      join.onRef('c.workspace_id', '=', 'l.workspace_id').onRef('c.id', '=', 'l.connection_id'),
    )
    .select(['l.id', 'l.feedback_id', 'l.issue_id', 'l.identifier', 'l.url', 'l.created_at', 'c.provider'])
    .where('l.workspace_id', '=', workspaceId)
    .where('l.state', '=', 'active')

/** A link as its events show it. */
export interface LinkState extends TrackerLink {
  feedbackId: string
}

interface ActiveLinkFilter {
  feedbackId?: string
  connectionId?: string
  exceptConnectionId?: string
}

/** Lists the active links of a request, of a connection, or of all connections but one. */
export async function listActiveLinks(
  scope: Scope,
  { feedbackId, connectionId, exceptConnectionId }: ActiveLinkFilter,
): Promise<LinkState[]> {
  const rows = await activeLinks(scope)
    .$if(feedbackId !== undefined, (q) => q.where('l.feedback_id', '=', feedbackId!))
    .$if(connectionId !== undefined, (q) => q.where('l.connection_id', '=', connectionId!))
    .$if(exceptConnectionId !== undefined, (q) => q.where('l.connection_id', '<>', exceptConnectionId!))
    .execute()
  return rows.map((row) => ({ ...presentLink(row, row.provider), feedbackId: row.feedback_id }))
}

/** Records that requests have links (again). */
export function recordLinked(tx: WriteScope, links: LinkState[]): void {
  for (const link of links) recordEvent(tx, { type: 'tracker.linked', resourceId: link.feedbackId, data: link })
}

/** Records that links ended. @param links their last states */
export function recordUnlinked(tx: WriteScope, links: LinkState[]): void {
  for (const link of links) recordEvent(tx, { type: 'tracker.unlinked', resourceId: link.feedbackId, data: link })
}

type PresentedColumns = Pick<LinkRow, 'id' | 'issue_id' | 'identifier' | 'url' | 'created_at'>

/** Presents an active link in the API (contract §8). */
export const presentLink = (row: PresentedColumns, provider: Provider): TrackerLink => ({
  id: row.id,
  provider,
  issueId: row.issue_id!,
  identifier: row.identifier!,
  // Rows from before addresses were checked may hold any text.
  url: toIssueUrl(provider, { url: row.url!, identifier: row.identifier! }),
  origin: 'manual',
  createdAt: row.created_at,
})

// Sending ends within ten seconds, so a claim held for longer belongs to a process that died.
const claimSeconds = 15
const claimEnd = sql<string>`clock_timestamp() + make_interval(secs => ${claimSeconds})`

/** The exclusive right to create the issue of a link until `claimed_until`, by the database's clock. */
export interface LinkClaim {
  link: LinkRow
  claim: string
  /** Whether the tracker has been asked to create the issue under this claim. */
  isAttempted: boolean
  /** How long the issue of an earlier attempt may still exist without being found, in milliseconds. */
  outcomeUnknownMs: number
}

/** Stores and claims a new link, before its issue exists. The caller holds the lock on the request. */
export async function insertLink(tx: WriteScope, feedbackId: string, connection: Connection): Promise<LinkClaim> {
  const claim = randomUUID()
  const link = await tx.db
    .insertInto('tracker_links')
    .values({
      workspace_id: tx.workspaceId,
      // Version 4, not 7: Linear uses it as the issue's own id and requires that version.
      id: randomUUID(),
      feedback_id: feedbackId,
      connection_id: connection.id,
      state: 'creating',
      claim,
      claimed_until: claimEnd,
      created_at: tx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { link, claim, isAttempted: false, outcomeUnknownMs: 0 }
}

/** Claims a link that is not claimed, or whose claim has expired; null while another claim is valid. */
export async function reclaimLink(tx: WriteScope, linkId: string): Promise<LinkClaim | null> {
  const claim = randomUUID()
  const link = await updateLink(tx, linkId)
    .set({ claim, claimed_until: claimEnd })
    .where('state', '=', 'creating')
    .where((eb) => eb.or([eb('claim', 'is', null), eb('claimed_until', '<', sql<string>`clock_timestamp()`)]))
    .returningAll()
    .returning(
      // The claim ends `claimSeconds` from now. Citus refuses to read the clock here.
      sql<number>`greatest(0, coalesce(extract(epoch from outcome_unknown_until - claimed_until) + ${claimSeconds}, 0)
        * 1000)::float8`.as('outcome_unknown_ms'),
    )
    .executeTakeFirst()
  return link ? { link, claim, isAttempted: false, outcomeUnknownMs: link.outcome_unknown_ms } : null
}

/**
 * Records that Heed is about to ask the tracker to create the issue, and extends the claim.
 * @param settleMs how long it can take until a created issue is found.
 * @returns whether the claim is still valid.
 */
export async function recordAttempt(
  tx: WriteScope,
  { link, claim }: LinkClaim,
  { teamId, settleMs }: { teamId: string | null; settleMs: number },
): Promise<boolean> {
  const seconds = claimSeconds + settleMs / 1_000
  const { numUpdatedRows } = await updateLink(tx, link.id)
    .set({
      team_id: teamId,
      // Like `coalesce`, in which Citus refuses a time.
      first_attempt_at: sql`least(first_attempt_at, clock_timestamp())`,
      last_attempt_at: sql`clock_timestamp()`,
      outcome_unknown_until: sql`clock_timestamp() + make_interval(secs => ${seconds})`,
      claimed_until: claimEnd,
    })
    .where('claim', '=', claim)
    .where('claimed_until', '>', sql<string>`clock_timestamp()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Releases a claim without an issue. @param isSettled whether an attempt is known to have created nothing. */
export async function releaseClaim(tx: WriteScope, { link, claim }: LinkClaim, isSettled: boolean): Promise<void> {
  await updateLink(tx, link.id)
    .set({ claim: null, claimed_until: null, ...(isSettled && { outcome_unknown_until: null }) })
    .where('claim', '=', claim)
    .executeTakeFirst()
}

/** Deletes a link that certainly has no issue. */
export async function deleteUnusedLink(tx: WriteScope, { link, claim }: LinkClaim): Promise<void> {
  await tx.db
    .deleteFrom('tracker_links')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', link.id)
    .where('state', '=', 'creating')
    .where('claim', '=', claim)
    .executeTakeFirst()
}

/** Activates a link. @returns the link; null if it is already active or no longer exists. */
export async function activateLink(tx: WriteScope, linkId: string, issue: Issue): Promise<LinkRow | null> {
  const row = await updateLink(tx, linkId)
    .set({
      state: 'active',
      claim: null,
      claimed_until: null,
      outcome_unknown_until: null,
      issue_id: issue.id,
      checked_at: sql`clock_timestamp()`,
      ...toRemoteColumns(issue),
    })
    .where('state', '=', 'creating')
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Returns the columns that hold a copy of the issue. */
export const toRemoteColumns = ({ identifier, url, title, state }: Issue) => ({
  identifier: toStorableText(identifier, 255),
  url: toStorableText(url, 2_048),
  remote_title: toStorableText(title, 1_000),
  remote_state: toStorableText(state.name, 255),
  remote_state_type: state.type,
})

/** Truncates text from another system and removes what PostgreSQL cannot store: NUL and lone surrogates. */
const toStorableText = (text: string, maxLength: number): string =>
  text.replaceAll('\0', '').slice(0, maxLength).toWellFormed()

export const updateLink = ({ db, workspaceId }: Pick<Scope, 'db' | 'workspaceId'>, linkId: string) =>
  db.updateTable('tracker_links').where('workspace_id', '=', workspaceId).where('id', '=', linkId)
