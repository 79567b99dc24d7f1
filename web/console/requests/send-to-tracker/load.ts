import type { MemberContext } from '#server/console/page-context.ts'
import { feedbackCan } from '#server/feedback/permissions.ts'
import { getFeedback } from '#server/feedback/queries.ts'
import { isAdministrator, permit } from '#server/platform/authorization.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound, Problem } from '#server/platform/problems.ts'
import { providerNames } from '#server/tracker/client/errors.ts'
import { type CurrentConnection, getCurrentConnection } from '#server/tracker/connection/queries.ts'
import { getActiveLink, getOpenLink } from '#server/tracker/links.ts'
import type { TrackerPreview } from '#server/tracker/schema.ts'
import { type IssueChoices, listIssueChoices } from '#server/tracker/send/issue-choices.ts'
import { previewIssue } from '#server/tracker/send/preview.ts'

/** What the tracker has said about the issue that would be, or why it has said nothing. */
type TrackerPreviewResult =
  | { kind: 'proposal'; preview: TrackerPreview; choices: IssueChoices; hasDefault: Defaults; sendsContext: boolean }
  | { kind: 'unusable'; status: 'revoked' | 'stale'; message: string }
  | { kind: 'failed'; message: string }

/** Members that go by the connection's default when nothing is chosen: they cannot be had empty. */
interface Defaults {
  project: boolean
  assignee: boolean
}

/** The page that sends a request. The tracker is asked only where it could be sent. @throws 404 */
export async function loadSendPage(visit: MemberContext) {
  const { scope, params, home, membership } = visit
  permit(feedbackCan(scope.actor).send)
  const id = params.id ?? ''
  if (!isUuid(id)) throw notFound()
  const [feedback, connection, link, open] = await Promise.all([
    getFeedback(scope, id),
    getCurrentConnection(scope),
    getActiveLink(scope, id),
    getOpenLink(scope, id),
  ])
  const mayBeSent = feedback.status === 'approved' && link === null
  return {
    home,
    workspace: membership.name,
    feedback: { id, title: feedback.title, status: feedback.status },
    tracker: connection && { provider: connection.provider, name: providerNames[connection.provider] },
    link: link && { ...link, tracker: providerNames[link.provider] },
    isBegun: open?.state === 'creating',
    asked: mayBeSent && connection !== null ? await loadTrackerPreview(visit, id, connection) : null,
    can: { seeSettings: isAdministrator(scope.actor) },
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
    // What the tracker does not answer is no failure of the page.
    if (error instanceof Problem && error.code === 'internal_error') return { kind: 'failed', message: error.message }
    throw error
  }
}
