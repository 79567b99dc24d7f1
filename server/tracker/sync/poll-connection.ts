import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { type OpenSession, withTrackerSession } from '../client/session.ts'
import { type CurrentConnection, getCurrentConnectionById } from '../connection/queries.ts'
import { type LinkRow, updateLink } from '../links.ts'
import { backlinkPath } from '../send/proposed-issue.ts'
import { linkIssue } from '../send/send.ts'
import { isAbandoned } from './due.ts'
import {
  backOffIfUnavailable,
  ignoreBrokenConnection,
  ignoreKinds,
  type TrackerJobDeps,
  withTimeout,
} from './job-deps.ts'
import { listDueLinks } from './sync-issue.ts'
import { syncLinks } from './sync-link.ts'

// The limit for a batch of issues, each of which takes a call to GitHub.
const batchTimeoutMs = 30_000
// The limit for one poll. The remaining links stay due for the next one.
const pollTimeoutMs = 60_000
// The maximum of `TrackerSession.getIssues`.
const maxLinksPerCall = 50

/** Syncs all due links of a connection, and recovers links whose issue was never confirmed. */
export async function pollConnection(
  deps: TrackerJobDeps,
  { workspaceId, connectionId }: { workspaceId: string; connectionId: string },
  signal: AbortSignal,
): Promise<void> {
  const scope = deps.read(workspaceId)
  const connection = await getCurrentConnectionById(scope, connectionId)
  if (connection === null) return
  const pollSignal = withTimeout(signal, pollTimeoutMs)
  const poll = async () => {
    let links = await listDueLinks(scope, connectionId, maxLinksPerCall)
    while (links.length > 0 && !pollSignal.aborted) {
      // A single link takes one call, which has the usual timeout.
      const callSignal = links.length > 1 ? withTimeout(pollSignal, batchTimeoutMs) : withTimeout(pollSignal)
      await syncLinks(deps, connection, links, callSignal)
      links = links.length < maxLinksPerCall ? [] : await listDueLinks(scope, connectionId, maxLinksPerCall)
    }
    for (const link of await listAbandonedLinks(scope, connectionId)) {
      if (!pollSignal.aborted) await recoverLink(deps, connection, link, pollSignal)
    }
  }
  await poll().catch(ignoreBrokenConnection).catch(backOffIfUnavailable(deps, connection))
}

const listAbandonedLinks = ({ db, workspaceId }: Scope, connectionId: string): Promise<LinkRow[]> =>
  db
    .selectFrom('tracker_links')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'creating')
    .where(isAbandoned('tracker_links'))
    .orderBy(sql`checked_at nulls first`)
    .limit(maxLinksPerCall)
    .execute()

/**
 * Whether an issue that was not found was certainly never created: a day after the last attempt or, if its team was not
 * visible and no search was possible, after 30 days.
 */
const isCertainlyUnused = (wasSearched: boolean): RawBuilder<boolean> => sql<boolean>`
  (first_attempt_at is null or last_attempt_at < clock_timestamp() - make_interval(days => ${wasSearched ? 1 : 30}))
  and coalesce(outcome_unknown_until, '-infinity') < clock_timestamp()
  and coalesce(claimed_until, created_at) < clock_timestamp()`

/** Activates an abandoned link if its issue exists; deletes it if there certainly is none. */
async function recoverLink(
  deps: TrackerJobDeps,
  connection: CurrentConnection,
  link: LinkRow,
  signal: AbortSignal,
): Promise<void> {
  const { id: linkId, feedback_id: feedbackId } = link
  await updateLink(deps.read(connection.workspace_id), linkId)
    .set({ checked_at: sql`clock_timestamp()` })
    .where('state', '=', 'creating')
    .execute()
  const { issue, wasSearched } = await findIssueOfLink(deps, connection, link, signal)
  await deps.write(connection.workspace_id, async (tx) => {
    if (issue !== null && !issue.isGone) {
      await linkIssue(tx, linkId, feedbackId, issue)
      return
    }
    await tx.db
      .deleteFrom('tracker_links')
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', linkId)
      .where('state', '=', 'creating')
      .where(isCertainlyUnused(wasSearched))
      .execute()
  })
}

async function findIssueOfLink(
  deps: TrackerJobDeps,
  connection: CurrentConnection,
  { id: linkId, feedback_id, team_id: teamId, first_attempt_at: firstAttemptAt }: LinkRow,
  signal: AbortSignal,
) {
  if (firstAttemptAt === null) return { issue: null, wasSearched: true }
  const identity = { linkId, backlink: backlinkPath(feedback_id), teamId, firstAttemptAt }
  let wasSearched = true
  const find = ({ session }: OpenSession) =>
    // A search that is impossible for this link says nothing about the others.
    session.findIssue(identity).catch((error) => {
      ignoreKinds('stale', 'refused')(error)
      wasSearched = false
      return null
    })
  const issue = await withTrackerSession(deps, deps.database.db, connection, withTimeout(signal), find)
  return { issue, wasSearched }
}
