import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { connectionById, type OpenConnection, openConnection, ownConnection } from '../connection/queries.ts'
import { type Conversation, converse, type TrackerDeps } from '../client/session.ts'
import { applyIssue, type Followed, isDue, isUnchanged, linksDue, linkToFollow, makeDue, noteNoNews } from './sync-issue.ts'
import { type LinkRow, ownLink } from '../links.ts'
import { backlinkEnd, backlinkTo } from '../send/proposed-issue.ts'
import { lookQueue } from '../queues.ts'
import { tieIssue } from '../send/send.ts'
import { TrackerError, type TrackerErrorKind } from '../tracker.ts'

export interface TrackerJobDeps extends TrackerDeps {
  database: Database
  read(workspaceId: string): Scope
  write<T>(workspaceId: string, work: (scope: WriteScope) => Promise<T>): Promise<T>
}

// Of one call. A tracker that takes longer is asked again later.
const patienceMs = 10_000
// Of many issues: GitHub is asked for each of them.
const manyPatienceMs = 30_000
// Of one look. What is left is due in the next.
const lookMs = 60_000

const within = (signal: AbortSignal, ms = patienceMs): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(ms)])

/** Takes a failure of these kinds for an end. */
const unless =
  (...kinds: TrackerErrorKind[]) =>
  (error: unknown): void => {
    if (!(error instanceof TrackerError && kinds.includes(error.kind))) throw error
  }

/** What a connection that no longer works cannot do is no fault of a job: whoever reconnects has it looked at again. */
const unlessDisconnected = unless('revoked', 'stale')

// Long enough that a hundred silent trackers leave most of the time to the others.
const restSeconds = 300

/** A tracker that does not answer is left alone for a while. What is due stays due, and the next round comes back to it. */
const restIfSilent =
  ({ database: { db } }: TrackerJobDeps, connection: OpenConnection) =>
  async (error: unknown): Promise<void> => {
    if (!(error instanceof TrackerError) || error.kind !== 'unavailable') throw error
    // It has said itself for how long (converse.ts).
    if (error.retryAfterSeconds !== null) return
    const until = sql<string>`clock_timestamp() + make_interval(secs => ${restSeconds})`
    await ownConnection(db, connection)
      .set({ resting_until: until })
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
  const connection = await openConnection(scope)
  if (connection === null) return
  const link = await linkToFollow(scope, linkId, connection.id)
  if (link === null) return
  const { title, votes } = await scope.db
    .selectFrom('feedback')
    .select(['title', 'votes'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', link.feedback_id)
    .executeTakeFirstOrThrow()
  const backlink = {
    url: backlinkTo(deps.publicUrl, link.feedback_id),
    title,
    subtitle: votes === 1 ? '1 vote' : `${votes} votes`,
  }
  // Refused for good, most likely because the issue is gone by now: trying again would not change that.
  await converse(deps, scope.db, connection, within(signal), ({ session }) =>
    session.attach(link.issue_id!, backlink).catch(unless('refused')),
  ).catch(unlessDisconnected)
}

/** Looks at the issue of one link, because the tracker said that it changed. */
export async function followLink(
  deps: TrackerJobDeps,
  { workspaceId, linkId }: { workspaceId: string; linkId: string },
  signal: AbortSignal,
): Promise<void> {
  const scope = deps.read(workspaceId)
  const connection = await openConnection(scope)
  const link = connection && (await linkToFollow(scope, linkId, connection.id))
  if (!link) return
  if (connection.resting_seconds > 0) return makeDue(scope, link)
  await follow(deps, connection, [link], signal).catch(async (error) => {
    await restIfSilent(deps, connection)(error).catch(unlessDisconnected)
    // The next round asks.
    await makeDue(scope, link)
  })
}

// As many as a tracker is asked about at once (tracker.ts, `read`).
const linksAtOnce = 50

/** Looks at everything of a connection that is due, and for issues that were asked for and never heard of. */
export async function lookAtConnection(
  deps: TrackerJobDeps,
  { workspaceId, connectionId }: { workspaceId: string; connectionId: string },
  signal: AbortSignal,
): Promise<void> {
  const scope = deps.read(workspaceId)
  const connection = await connectionById(scope, connectionId)
  if (connection === null) return
  const ending = within(signal, lookMs)
  const work = async () => {
    let links = await linksDue(scope, connectionId, linksAtOnce)
    while (links.length > 0 && !ending.aborted) {
      await follow(deps, connection, links, ending)
      links = links.length < linksAtOnce ? [] : await linksDue(scope, connectionId, linksAtOnce)
    }
    for (const link of await lostLinks(scope, connectionId)) {
      if (!ending.aborted) await recover(deps, connection, link, ending)
    }
  }
  await work().catch(unlessDisconnected).catch(restIfSilent(deps, connection))
}

async function follow(
  deps: TrackerJobDeps,
  connection: OpenConnection,
  links: Followed[],
  signal: AbortSignal,
): Promise<void> {
  const ids = links.map(({ issue_id }) => issue_id!)
  const teamIds = new Map(links.flatMap(({ issue_id, team_id }) => (team_id === null ? [] : [[issue_id!, team_id]])))
  const ending = within(signal, links.length > 1 ? manyPatienceMs : patienceMs)
  const issues = await converse(deps, deps.database.db, connection, ending, ({ session }) => session.read(ids, teamIds))
  const newsOf = (link: Followed) => {
    const issue = issues.get(link.issue_id!)
    return issue === null || (issue !== undefined && isUnchanged(link, issue)) ? null : { link, issue: issue ?? null }
  }
  for (const news of links.map(newsOf)) {
    if (news === null) continue
    await deps.write(connection.workspace_id, (tx) => applyIssue(tx, connection, news.link, news.issue))
  }
  await noteNoNews(
    deps.read(connection.workspace_id),
    links.filter((link) => newsOf(link) === null),
  )
}

/** Links whose turn ended without an answer, a minute ago or longer: nobody may have tried again. */
const lostLinks = ({ db, workspaceId }: Scope, connectionId: string): Promise<LinkRow[]> =>
  db
    .selectFrom('tracker_links')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'creating')
    .where(isLost)
    .orderBy(sql`checked_at nulls first`)
    .limit(linksAtOnce)
    .execute()

const isLost = sql<boolean>`coalesce(claimed_until, created_at) < statement_timestamp() - interval '1 minute'
  and (look_at is null or ${isDue})`

// An issue that has not been found for a day after it was last asked for was never made. Where nobody could look, because
// its team is out of sight, a month must pass.
const isOver = (wasLookedFor: boolean) => sql<boolean>`
  (asked_at is null or last_asked_at < clock_timestamp() - make_interval(days => ${wasLookedFor ? 1 : 30}))
  and coalesce(unsettled_until, '-infinity') < clock_timestamp()
  and coalesce(claimed_until, created_at) < clock_timestamp()`

/** Ties the issue of such a link to its request, when there is one; forgets the link when there certainly is none. */
async function recover(
  deps: TrackerJobDeps,
  connection: OpenConnection,
  link: LinkRow,
  signal: AbortSignal,
): Promise<void> {
  const { id: linkId, feedback_id: feedbackId, asked_at: askedAt, team_id: teamId } = link
  const identity = { linkId, backlink: backlinkEnd(feedbackId), teamId, askedAt: askedAt ?? '' }
  await ownLink(deps.read(connection.workspace_id), linkId)
    .set({ checked_at: sql`clock_timestamp()` })
    .where('state', '=', 'creating')
    .execute()
  let wasLookedFor = true
  const find = ({ session }: Conversation) =>
    // Where nobody can look any more, or not for this one, keeps no other from being found, and says nothing else.
    session.find(identity).catch((error) => {
      unless('stale', 'refused')(error)
      wasLookedFor = false
      return null
    })
  const issue = askedAt === null ? null : await converse(deps, deps.database.db, connection, within(signal), find)
  await deps.write(connection.workspace_id, async (tx) => {
    if (issue !== null && !issue.isGone) {
      await tieIssue(tx, linkId, feedbackId, issue)
      return
    }
    await tx.db
      .deleteFrom('tracker_links')
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', linkId)
      .where('state', '=', 'creating')
      .where(isOver(wasLookedFor))
      .execute()
  })
}

const connectionsAtOnce = 1_000
// Twenty thousand connections in a round, which comes every five minutes.
const batchesAtMost = 20

/**
 * Gives a job to each connection whose time has come and that something is due for. Taking it sets its next time, which
 * is when the next of its links is due, so that two workers share a round and each connection has its turn.
 */
export async function beginRound({ db }: Database, write: TrackerJobDeps['write']): Promise<void> {
  for (let batch = 0; batch < batchesAtMost; batch++) {
    const { rows } = await sql<{ workspace_id: string; id: string; is_due: boolean }>`
      update tracker_connections c set look_at = case status
        when 'revoked' then statement_timestamp() + interval '1 day'
        else greatest(statement_timestamp() + interval '4 minutes', least(statement_timestamp() + interval '15 minutes', (
          select min(l.look_at) at time zone 'UTC' from tracker_links l
          where l.workspace_id = c.workspace_id and l.connection_id = c.id and l.state = 'active'))) end
      where (workspace_id, id) in (
        select workspace_id, id from tracker_connections
        where disconnected_at is null and look_at < statement_timestamp()
          and coalesce(greatest(paused_until, resting_until), '-infinity') < statement_timestamp()
        order by look_at limit ${connectionsAtOnce} for update skip locked)
      returning workspace_id, id,
        exists (select from tracker_links l where l.workspace_id = c.workspace_id and l.connection_id = c.id
          and l.state = 'active' and l.look_at < statement_timestamp() at time zone 'UTC')
        or exists (select from tracker_links l where l.workspace_id = c.workspace_id and l.connection_id = c.id
          and l.state = 'creating' and coalesce(l.claimed_until, l.created_at) < statement_timestamp() - interval '1 minute'
          and (l.look_at is null or l.look_at < statement_timestamp() at time zone 'UTC')) as is_due`.execute(db)
    for (const { workspace_id: workspaceId, id: connectionId, is_due } of rows) {
      if (is_due) await write(workspaceId, (tx) => tx.enqueue(lookQueue, { workspaceId, connectionId }))
    }
    if (rows.length < connectionsAtOnce) return
  }
}
