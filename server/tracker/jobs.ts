import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { type Connection, connectionById, openConnection } from './connections.ts'
import { converse, type TrackerDeps } from './converse.ts'
import { applyIssue, type Followed, isDue, linksDue, linkToFollow, noteUnseen } from './follow.ts'
import type { LinkRow } from './links.ts'
import { backlinkTo } from './propose.ts'
import { lookQueue } from './queues.ts'
import { tieIssue } from './send.ts'
import { TrackerError, type TrackerErrorKind } from './tracker.ts'

export interface TrackerJobDeps extends TrackerDeps {
  database: Database
  read(workspaceId: string): Scope
  write<T>(workspaceId: string, work: (scope: WriteScope) => Promise<T>): Promise<T>
}

// A job that has waited for a minute gives way; its queue tries it again.
const patienceMs = 60_000

const within = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])

/** Takes a failure of these kinds for an end. */
const unless =
  (...kinds: TrackerErrorKind[]) =>
  (error: unknown): void => {
    if (!(error instanceof TrackerError && kinds.includes(error.kind))) throw error
  }

/** What a connection that no longer works cannot do is no fault of a job: whoever reconnects has it looked at again. */
const unlessDisconnected = unless('revoked', 'stale')

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
  if (link) await follow(deps, connection, [link], signal).catch(unlessDisconnected)
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
  const ending = within(signal)
  const work = async () => {
    let links = await linksDue(scope, connectionId, linksAtOnce)
    while (links.length > 0 && !ending.aborted) {
      await follow(deps, connection, links, ending)
      links = links.length < linksAtOnce ? [] : await linksDue(scope, connectionId, linksAtOnce)
    }
    for (const link of await lostLinks(scope, connectionId)) {
      // One that was asked for where nobody can look any more keeps no other from being found.
      await recover(deps, connection, link, ending).catch(unless('stale'))
    }
  }
  await work().catch(unlessDisconnected)
}

async function follow(
  deps: TrackerJobDeps,
  connection: Connection,
  links: Followed[],
  signal: AbortSignal,
): Promise<void> {
  const ids = links.map(({ issue_id }) => issue_id!)
  const issues = await converse(deps, deps.database.db, connection, signal, ({ session }) => session.read(ids))
  for (const link of links) {
    const issue = issues.get(link.issue_id!)
    await deps.write(connection.workspace_id, (tx) =>
      issue === null ? noteUnseen(tx, link) : applyIssue(tx, connection, link, issue ?? null),
    )
  }
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
    .orderBy('created_at')
    .limit(linksAtOnce)
    .execute()

const isLost = sql<boolean>`coalesce(claimed_until, created_at) < clock_timestamp() - interval '1 minute'`

// An issue that has not been found for a day was never made.
const forgottenAfter = sql`interval '1 day'`

/** Ties the issue of such a link to its request, when there is one; forgets the link when there certainly is none. */
async function recover(
  deps: TrackerJobDeps,
  connection: Connection,
  link: LinkRow,
  signal: AbortSignal,
): Promise<void> {
  const { id: linkId, feedback_id: feedbackId, asked_at: askedAt, team_id: teamId } = link
  const identity = { linkId, backlink: backlinkTo(deps.publicUrl, feedbackId), teamId, askedAt: askedAt ?? '' }
  const issue =
    askedAt === null
      ? null
      : await converse(deps, deps.database.db, connection, signal, ({ session }) => session.find(identity))
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
      .where(sql<boolean>`(asked_at is null or asked_at < clock_timestamp() - ${forgottenAfter})`)
      .where(isLost)
      .execute()
  })
}

const connectionsAtOnce = 1_000

/** Gives a job to each connection that something is due for and that has none yet. */
export async function beginRound({ db }: Database, write: TrackerJobDeps['write']): Promise<void> {
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select c.workspace_id, c.id from tracker_connections c
    where c.disconnected_at is null and c.status <> 'revoked'
      and (c.paused_until is null or c.paused_until < clock_timestamp())
      and exists (select from tracker_links l where l.workspace_id = c.workspace_id and l.connection_id = c.id
        and ((l.state = 'active' and ${isDue}) or (l.state = 'creating' and ${isLost})))
      and not exists (select from pgboss.job j where j.name = ${lookQueue.name}
        and j.state in ('created', 'retry', 'active') and j.data->>'connectionId' = c.id::text)
    limit ${connectionsAtOnce}`.execute(db)
  for (const { workspace_id: workspaceId, id: connectionId } of rows) {
    await write(workspaceId, (tx) => tx.enqueue(lookQueue, { workspaceId, connectionId }))
  }
}
