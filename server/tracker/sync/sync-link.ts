import { withTrackerSession } from '../client/session.ts'
import { type CurrentConnection, getCurrentConnection } from '../connection/queries.ts'
import { backOffIfUnavailable, ignoreBrokenConnection, type TrackerJobDeps, withTimeout } from './job-deps.ts'
import {
  applyIssueUpdate,
  getLinkToSync,
  isUnchanged,
  type LinkToSync,
  markPollDue,
  recordUnchanged,
} from './sync-issue.ts'

/** Reads the issue of one link from the tracker, after a webhook reported a change. */
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
  await syncLinks(deps, connection, [link], withTimeout(signal)).catch(async (error) => {
    await backOffIfUnavailable(deps, connection)(error).catch(ignoreBrokenConnection)
    // The next poll reads it instead.
    await markPollDue(scope, link)
  })
}

/** Reads the issues of these links and applies what has changed. @throws {TrackerError} */
export async function syncLinks(
  deps: TrackerJobDeps,
  connection: CurrentConnection,
  links: LinkToSync[],
  signal: AbortSignal,
): Promise<void> {
  const ids = links.map(({ issue_id }) => issue_id!)
  const teamIds = new Map(links.flatMap(({ issue_id, team_id }) => (team_id === null ? [] : [[issue_id!, team_id]])))
  const issues = await withTrackerSession(deps, deps.database.db, connection, signal, ({ session }) =>
    session.getIssues(ids, teamIds),
  )
  // Null: nothing is known at present. Missing: the issue no longer exists.
  const hasUpdate = (link: LinkToSync) => {
    const issue = issues.get(link.issue_id!)
    return issue !== null && (issue === undefined || !isUnchanged(link, issue))
  }
  for (const link of links.filter(hasUpdate)) {
    const issue = issues.get(link.issue_id!) ?? null
    await deps.write(connection.workspace_id, (tx) => applyIssueUpdate(tx, connection, link, issue))
  }
  await recordUnchanged(
    deps.read(connection.workspace_id),
    links.filter((link) => !hasUpdate(link)),
  )
}
