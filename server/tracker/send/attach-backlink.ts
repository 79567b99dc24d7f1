import { withTrackerSession } from '../client/session.ts'
import { getCurrentConnection } from '../connection/queries.ts'
import { issueMessages } from '../messages.ts'
import { ignoreBrokenConnection, ignoreKinds, type TrackerJobDeps, withTimeout } from '../sync/job-deps.ts'
import { getLinkToSync } from '../sync/sync-issue.ts'
import { backlinkUrl } from './proposed-issue.ts'

/** Attaches the backlink to a new issue, in trackers that have attachments. */
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
    subtitle: issueMessages.votes({ count: votes }),
  }
  // A refusal is final: most likely the issue is gone, and a retry would not change that.
  await withTrackerSession(deps, scope.db, connection, withTimeout(signal), ({ session }) =>
    session.attachBacklink(link.issue_id!, backlink).catch(ignoreKinds('refused')),
  ).catch(ignoreBrokenConnection)
}
