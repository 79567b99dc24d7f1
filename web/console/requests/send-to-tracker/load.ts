import type { MemberContext } from '#server/console/page-context.ts'
import { requireId } from '#server/console/require-id.ts'
import { getFeedback } from '#server/feedback/queries.ts'
import { Problem } from '#server/platform/problems.ts'
import { providerNames } from '#server/tracker/client/errors.ts'
import { type CurrentConnection, getCurrentConnection } from '#server/tracker/connection/queries.ts'
import { getActiveLink, getOpenLink } from '#server/tracker/links.ts'
import type { TrackerPreview } from '#server/tracker/schema.ts'
import { type IssueChoices, listIssueChoices } from '#server/tracker/send/issue-choices.ts'
import { previewIssue } from '#server/tracker/send/preview.ts'
import { workspaceCan } from '#server/workspaces/permissions.ts'

/** The issue that the tracker would get, or why it could not be previewed. */
type TrackerPreviewResult =
  | { kind: 'proposal'; preview: TrackerPreview; choices: IssueChoices; hasDefault: Defaults; sendsContext: boolean }
  | { kind: 'unusable'; status: 'revoked' | 'stale'; message: string }
  | { kind: 'failed'; message: string }

/** Whether the connection has a default for a member, which then cannot be left empty. */
interface Defaults {
  project: boolean
  assignee: boolean
}

/** Loads the page that sends a request. Asks the tracker only if the request can be sent. @throws 404 */
export async function loadSendPage(context: MemberContext) {
  const { scope, params, home, membership } = context
  const id = requireId(params)
  const [feedback, connection, link, openLink] = await Promise.all([
    getFeedback(scope, id),
    getCurrentConnection(scope),
    getActiveLink(scope, id),
    getOpenLink(scope, id),
  ])
  const canBeSent = feedback.status === 'approved' && link === null
  return {
    home,
    workspace: membership.name,
    feedback: { id, title: feedback.title, status: feedback.status },
    tracker: connection && { provider: connection.provider, name: providerNames[connection.provider] },
    link: link && { ...link, tracker: providerNames[link.provider] },
    isUnconfirmed: openLink?.state === 'creating',
    preview: canBeSent && connection !== null ? await loadTrackerPreview(context, id, connection) : null,
    can: { seeSettings: workspaceCan(scope.actor).seeSettings },
  }
}

export type SendPageData = Awaited<ReturnType<typeof loadSendPage>>

async function loadTrackerPreview(
  { deps, scope, url }: MemberContext,
  id: string,
  connection: CurrentConnection,
): Promise<TrackerPreviewResult> {
  const teamId = url.searchParams.get('teamId') || undefined
  try {
    const preview = await previewIssue(deps.trackers, scope, id, teamId === undefined ? {} : { teamId })
    const { status, guidance } = preview.connection
    if (status === 'revoked' || status === 'stale')
      return { kind: 'unusable', status, message: guidance?.message ?? '' }
    const choices = await listIssueChoices(deps.trackers, scope, connection, preview.proposedIssue.teamId)
    const isDefaultTeam = preview.proposedIssue.teamId === connection.team_id
    const hasDefault = {
      project: isDefaultTeam && connection.project_id !== null,
      assignee: isDefaultTeam && connection.assignee_id !== null,
    }
    return { kind: 'proposal', preview, choices, hasDefault, sendsContext: connection.sends_context }
  } catch (error) {
    // The page still works if the tracker does not answer.
    if (error instanceof Problem && error.code === 'internal_error') return { kind: 'failed', message: error.message }
    throw error
  }
}
