import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Scope, WriteScope } from '../platform/scope.ts'
import type { Tables } from '../tables.ts'
import type { Connection } from './connection/queries.ts'
import type { TrackerLink } from './schema.ts'
import type { Issue, Provider } from './tracker.ts'

export type LinkRow = Selectable<Tables['tracker_links']>

/** The link of a request that is active or on its way to be; null when there is none. */
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

/** Its link as the API shows it; null while the tracker has not answered. */
export async function getActiveLink(scope: Scope, feedbackId: string): Promise<TrackerLink | null> {
  const row = await scope.db
    .selectFrom('tracker_links as l')
    .innerJoin('tracker_connections as c', (join) =>
      join.onRef('c.workspace_id', '=', 'l.workspace_id').onRef('c.id', '=', 'l.connection_id'),
    )
    .select(['l.id', 'l.issue_id', 'l.identifier', 'l.url', 'l.created_at', 'c.provider'])
    .where('l.workspace_id', '=', scope.workspaceId)
    .where('l.feedback_id', '=', feedbackId)
    .where('l.state', '=', 'active')
    .executeTakeFirst()
  return row ? presentLink(row, row.provider) : null
}

type Shown = Pick<LinkRow, 'id' | 'issue_id' | 'identifier' | 'url' | 'created_at'>

/** An active link as the API shows it (contract §8). */
export const presentLink = (row: Shown, provider: Provider): TrackerLink => ({
  id: row.id,
  provider,
  issueId: row.issue_id!,
  identifier: row.identifier!,
  url: row.url!,
  origin: 'manual',
  createdAt: row.created_at,
})

// A request ends in ten seconds; what has held on for longer was left by a process that died.
const claimSeconds = 15
const claimEnd = sql<string>`clock_timestamp() + make_interval(secs => ${claimSeconds})`

/** A turn at creating an issue: nobody else creates it until the turn is over. Times are the database's. */
export interface LinkClaim {
  link: LinkRow
  claim: string
  /** Whether the tracker has been asked for the issue in this turn. */
  isAttempted: boolean
  /** For how long an issue that was asked for earlier may exist and not be found; by the database's clock. */
  outcomeUnknownMs: number
}

/** Stores a new link, before its issue is. The caller holds the lock of the request. */
export async function insertLink(tx: WriteScope, feedbackId: string, connection: Connection): Promise<LinkClaim> {
  const claim = randomUUID()
  const link = await tx.db
    .insertInto('tracker_links')
    .values({
      workspace_id: tx.workspaceId,
      // Version 4 and not 7: Linear takes it as the issue's own id, and wants that one.
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

/** Takes over a link that is being created by nobody any more; null while somebody still is at it. */
export async function reclaimLink(tx: WriteScope, linkId: string): Promise<LinkClaim | null> {
  const claim = randomUUID()
  const link = await updateLink(tx, linkId)
    .set({ claim, claimed_until: claimEnd })
    .where('state', '=', 'creating')
    .where((eb) => eb.or([eb('claim', 'is', null), eb('claimed_until', '<', sql<string>`clock_timestamp()`)]))
    .returningAll()
    .returning(
      sql<number>`greatest(0, coalesce(extract(epoch from outcome_unknown_until - clock_timestamp()) * 1000, 0))::float8`.as(
        'outcome_unknown_ms',
      ),
    )
    .executeTakeFirst()
  return link ? { link, claim, isAttempted: false, outcomeUnknownMs: link.outcome_unknown_ms } : null
}

/**
 * Writes down that the tracker is asked for the issue, before it is: from now on it may exist.
 * @param settleMs how long it may not be found although it does.
 * @returns whether the turn is still this caller's, and will be for long enough.
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
      first_attempt_at: sql`coalesce(first_attempt_at, clock_timestamp())`,
      last_attempt_at: sql`clock_timestamp()`,
      outcome_unknown_until: sql`clock_timestamp() + make_interval(secs => ${seconds})`,
      claimed_until: claimEnd,
    })
    .where('claim', '=', claim)
    .where('claimed_until', '>', sql<string>`clock_timestamp()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a turn without an issue. @param isSettled whether what was asked for is known not to be on its way any more. */
export async function releaseClaim(tx: WriteScope, { link, claim }: LinkClaim, isSettled: boolean): Promise<void> {
  await updateLink(tx, link.id)
    .set({ claim: null, claimed_until: null, ...(isSettled && { outcome_unknown_until: null }) })
    .where('claim', '=', claim)
    .executeTakeFirst()
}

/** Forgets a link that certainly has no issue. */
export async function deleteUnusedLink(tx: WriteScope, { link, claim }: LinkClaim): Promise<void> {
  await tx.db
    .deleteFrom('tracker_links')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', link.id)
    .where('state', '=', 'creating')
    .where('claim', '=', claim)
    .executeTakeFirst()
}

/** Ties the issue to its request. @returns the link; null when somebody else has done so, or it is no longer there. */
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

/** What is kept of an issue, and changes there. */
export const toRemoteColumns = ({ identifier, url, title, state }: Issue) => ({
  identifier: toStorableText(identifier, 255),
  url: toStorableText(url, 2_048),
  remote_title: toStorableText(title, 1_000),
  remote_state: toStorableText(state.name, 255),
  remote_state_type: state.type,
})

/** Text of another system as it can be stored: bounded, and without what PostgreSQL has no place for. */
const toStorableText = (text: string, most: number): string => text.replaceAll('\0', '').slice(0, most).toWellFormed()

export const updateLink = ({ db, workspaceId }: Pick<Scope, 'db' | 'workspaceId'>, linkId: string) =>
  db.updateTable('tracker_links').where('workspace_id', '=', workspaceId).where('id', '=', linkId)
