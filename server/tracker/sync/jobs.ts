import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { type OpenSession, type TrackerDeps, withTrackerSession } from '../client/session.ts'
import {
  type CurrentConnection,
  getCurrentConnection,
  getCurrentConnectionById,
  updateConnection,
} from '../connection/queries.ts'
import { type LinkRow, updateLink } from '../links.ts'
import { pollQueue } from '../queues.ts'
import { backlinkPath, backlinkUrl } from '../send/proposed-issue.ts'
import { linkIssue } from '../send/send.ts'
import { TrackerError, type TrackerErrorKind } from '../tracker.ts'
import {
  applyIssueUpdate,
  getLinkToSync,
  isPollDue,
  isUnchanged,
  type LinkToSync,
  listDueLinks,
  markPollDue,
  recordUnchanged,
} from './sync-issue.ts'

export interface TrackerJobDeps extends TrackerDeps {
  database: Database
  read(workspaceId: string): Scope
  write<T>(workspaceId: string, work: (scope: WriteScope) => Promise<T>): Promise<T>
}

// Of one call. A tracker that takes longer is asked again later.
const timeoutMs = 10_000
// Of many issues: GitHub is asked for each of them.
const batchTimeoutMs = 30_000
// Of one look. What is left is due in the next.
const pollTimeoutMs = 60_000

const withTimeout = (signal: AbortSignal, ms = timeoutMs): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(ms)])

/** Takes a failure of these kinds for an end. */
const ignoreKinds =
  (...kinds: TrackerErrorKind[]) =>
  (error: unknown): void => {
    if (!(error instanceof TrackerError && kinds.includes(error.kind))) throw error
  }

/** What a connection that no longer works cannot do is no fault of a job: whoever reconnects has it looked at again. */
const ignoreBrokenConnection = ignoreKinds('revoked', 'stale')

// Long enough that a hundred silent trackers leave most of the time to the others.
const backoffSeconds = 300

/** A tracker that does not answer is left alone for a while. What is due stays due, and the next round comes back to it. */
const backOffIfUnavailable =
  ({ database: { db } }: TrackerJobDeps, connection: CurrentConnection) =>
  async (error: unknown): Promise<void> => {
    if (!(error instanceof TrackerError) || error.kind !== 'unavailable') throw error
    // It has said itself for how long (converse.ts).
    if (error.retryAfterSeconds !== null) return
    const until = sql<string>`clock_timestamp() + make_interval(secs => ${backoffSeconds})`
    await updateConnection(db, connection)
      .set({ backoff_until: until })
      .where('credential_version', '=', connection.credential_version)
      .execute()
  }

/** Puts the backlink beside a new issue, where the tracker has such a place. */
export async function attachBacklink(
  deps: TrackerJobDeps,
  { workspaceId, linkId }: { workspaceId: string; linkId: string },
  signal: AbortSignal,
): Promise<void> {
  const scope = deps.read(workspaceId)
  const connection = await getCurrentConnection(scope)
  if (connection === null) return
  const link = await getLinkToSync(scope, linkId, connection.id)
  if (link === null) return
  const { title, votes } = await scope.db
    .selectFrom('feedback')
    .select(['title', 'votes'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', link.feedback_id)
    .executeTakeFirstOrThrow()
  const backlink = {
    url: backlinkUrl(deps.publicUrl, link.feedback_id),
    title,
    subtitle: votes === 1 ? '1 vote' : `${votes} votes`,
  }
  // Refused for good, most likely because the issue is gone by now: trying again would not change that.
  await withTrackerSession(deps, scope.db, connection, withTimeout(signal), ({ session }) =>
    session.attachBacklink(link.issue_id!, backlink).catch(ignoreKinds('refused')),
  ).catch(ignoreBrokenConnection)
}

/** Looks at the issue of one link, because the tracker said that it changed. */
export async function syncLink(
  deps: TrackerJobDeps,
  { workspaceId, linkId }: { workspaceId: string; linkId: string },
  signal: AbortSignal,
): Promise<void> {
  const scope = deps.read(workspaceId)
  const connection = await getCurrentConnection(scope)
  const link = connection && (await getLinkToSync(scope, linkId, connection.id))
  if (!link) return
  if (connection.backoff_seconds > 0) return markPollDue(scope, link)
  await syncLinks(deps, connection, [link], signal).catch(async (error) => {
    await backOffIfUnavailable(deps, connection)(error).catch(ignoreBrokenConnection)
    // The next round asks.
    await markPollDue(scope, link)
  })
}

// As many as a tracker is asked about at once (tracker.ts, `read`).
const maxLinksPerCall = 50

/** Looks at everything of a connection that is due, and for issues that were asked for and never heard of. */
export async function pollConnection(
  deps: TrackerJobDeps,
  { workspaceId, connectionId }: { workspaceId: string; connectionId: string },
  signal: AbortSignal,
): Promise<void> {
  const scope = deps.read(workspaceId)
  const connection = await getCurrentConnectionById(scope, connectionId)
  if (connection === null) return
  const ending = withTimeout(signal, pollTimeoutMs)
  const work = async () => {
    let links = await listDueLinks(scope, connectionId, maxLinksPerCall)
    while (links.length > 0 && !ending.aborted) {
      await syncLinks(deps, connection, links, ending)
      links = links.length < maxLinksPerCall ? [] : await listDueLinks(scope, connectionId, maxLinksPerCall)
    }
    for (const link of await listLostLinks(scope, connectionId)) {
      if (!ending.aborted) await recoverLink(deps, connection, link, ending)
    }
  }
  await work().catch(ignoreBrokenConnection).catch(backOffIfUnavailable(deps, connection))
}

async function syncLinks(
  deps: TrackerJobDeps,
  connection: CurrentConnection,
  links: LinkToSync[],
  signal: AbortSignal,
): Promise<void> {
  const ids = links.map(({ issue_id }) => issue_id!)
  const teamIds = new Map(links.flatMap(({ issue_id, team_id }) => (team_id === null ? [] : [[issue_id!, team_id]])))
  const ending = withTimeout(signal, links.length > 1 ? batchTimeoutMs : timeoutMs)
  const issues = await withTrackerSession(deps, deps.database.db, connection, ending, ({ session }) =>
    session.getIssues(ids, teamIds),
  )
  const newsOf = (link: LinkToSync) => {
    const issue = issues.get(link.issue_id!)
    return issue === null || (issue !== undefined && isUnchanged(link, issue)) ? null : { link, issue: issue ?? null }
  }
  for (const news of links.map(newsOf)) {
    if (news === null) continue
    await deps.write(connection.workspace_id, (tx) => applyIssueUpdate(tx, connection, news.link, news.issue))
  }
  await recordUnchanged(
    deps.read(connection.workspace_id),
    links.filter((link) => newsOf(link) === null),
  )
}

/** Links whose turn ended without an answer, a minute ago or longer: nobody may have tried again. */
const listLostLinks = ({ db, workspaceId }: Scope, connectionId: string): Promise<LinkRow[]> =>
  db
    .selectFrom('tracker_links')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'creating')
    .where(isLost)
    .orderBy(sql`checked_at nulls first`)
    .limit(maxLinksPerCall)
    .execute()

const isLost = sql<boolean>`coalesce(claimed_until, created_at) < statement_timestamp() - interval '1 minute'
  and (poll_after is null or ${isPollDue})`

// An issue that has not been found for a day after it was last asked for was never made. Where nobody could look, because
// its team is out of sight, a month must pass.
const isAbandoned = (wasLookedFor: boolean) => sql<boolean>`
  (first_attempt_at is null or last_attempt_at < clock_timestamp() - make_interval(days => ${wasLookedFor ? 1 : 30}))
  and coalesce(outcome_unknown_until, '-infinity') < clock_timestamp()
  and coalesce(claimed_until, created_at) < clock_timestamp()`

/** Ties the issue of such a link to its request, when there is one; forgets the link when there certainly is none. */
async function recoverLink(
  deps: TrackerJobDeps,
  connection: CurrentConnection,
  link: LinkRow,
  signal: AbortSignal,
): Promise<void> {
  const { id: linkId, feedback_id: feedbackId, first_attempt_at: firstAttemptAt, team_id: teamId } = link
  const identity = { linkId, backlink: backlinkPath(feedbackId), teamId, firstAttemptAt: firstAttemptAt ?? '' }
  await updateLink(deps.read(connection.workspace_id), linkId)
    .set({ checked_at: sql`clock_timestamp()` })
    .where('state', '=', 'creating')
    .execute()
  let wasLookedFor = true
  const find = ({ session }: OpenSession) =>
    // Where nobody can look any more, or not for this one, keeps no other from being found, and says nothing else.
    session.findIssue(identity).catch((error) => {
      ignoreKinds('stale', 'refused')(error)
      wasLookedFor = false
      return null
    })
  const issue =
    firstAttemptAt === null
      ? null
      : await withTrackerSession(deps, deps.database.db, connection, withTimeout(signal), find)
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
      .where(isAbandoned(wasLookedFor))
      .execute()
  })
}

const pollBatchSize = 1_000
// Twenty thousand connections in a round, which comes every five minutes.
const maxPollBatches = 20

/**
 * Gives a job to each connection whose time has come and that something is due for. Taking it sets its next time, which
 * is when the next of its links is due, so that two workers share a round and each connection has its turn.
 */
export async function schedulePolls({ db }: Database, write: TrackerJobDeps['write']): Promise<void> {
  for (let batch = 0; batch < maxPollBatches; batch++) {
    const { rows } = await sql<{ workspace_id: string; id: string; is_due: boolean }>`
      update tracker_connections c set poll_after = case status
        when 'revoked' then statement_timestamp() + interval '1 day'
        else greatest(statement_timestamp() + interval '4 minutes', least(statement_timestamp() + interval '15 minutes', (
          select min(l.poll_after) at time zone 'UTC' from tracker_links l
          where l.workspace_id = c.workspace_id and l.connection_id = c.id and l.state = 'active'))) end
      where (workspace_id, id) in (
        select workspace_id, id from tracker_connections
        where disconnected_at is null and poll_after < statement_timestamp()
          and coalesce(greatest(rate_limited_until, backoff_until), '-infinity') < statement_timestamp()
        order by poll_after limit ${pollBatchSize} for update skip locked)
      returning workspace_id, id,
        exists (select from tracker_links l where l.workspace_id = c.workspace_id and l.connection_id = c.id
          and l.state = 'active' and l.poll_after < statement_timestamp() at time zone 'UTC')
        or exists (select from tracker_links l where l.workspace_id = c.workspace_id and l.connection_id = c.id
          and l.state = 'creating' and coalesce(l.claimed_until, l.created_at) < statement_timestamp() - interval '1 minute'
          and (l.poll_after is null or l.poll_after < statement_timestamp() at time zone 'UTC')) as is_due`.execute(db)
    for (const { workspace_id: workspaceId, id: connectionId, is_due } of rows) {
      if (is_due) await write(workspaceId, (tx) => tx.enqueue(pollQueue, { workspaceId, connectionId }))
    }
    if (rows.length < pollBatchSize) return
  }
}
