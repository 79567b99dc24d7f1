import type { MemberVisit } from '#server/console/page-context.ts'
import { feedbackCan } from '#server/feedback/permissions.ts'
import { getFeedback } from '#server/feedback/queries.ts'
import { isAdministrator, permit } from '#server/members/roles.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound, Problem } from '#server/platform/problems.ts'
import { type OpenConnection, openConnection } from '#server/tracker/connection/queries.ts'
import { names } from '#server/tracker/client/errors.ts'
import { type IssueChoices, issueChoices } from '#server/tracker/send/issue-choices.ts'
import { activeLink, openLink } from '#server/tracker/links.ts'
import { previewIssue } from '#server/tracker/send/preview.ts'
import type { TrackerPreview } from '#server/tracker/schema.ts'

/** What the tracker has said about the issue that would be, or why it has said nothing. */
type Asked =
  | { kind: 'proposal'; preview: TrackerPreview; choices: IssueChoices; hasDefault: Defaults; sendsContext: boolean }
  | { kind: 'unusable'; status: 'revoked' | 'stale'; message: string }
  | { kind: 'failed'; message: string }

/** Members that go by the connection's default when nothing is chosen: they cannot be had empty. */
interface Defaults {
  project: boolean
  assignee: boolean
}

/** The page that sends a request. The tracker is asked only where it could be sent. @throws 404 */
export async function sendingOf(visit: MemberVisit) {
  const { scope, params, home, membership } = visit
  permit(feedbackCan(scope.actor).send)
  const id = params.id ?? ''
  if (!isUuid(id)) throw notFound()
  const [feedback, connection, link, open] = await Promise.all([
    getFeedback(scope, id),
    openConnection(scope),
    activeLink(scope, id),
    openLink(scope, id),
  ])
  const mayBeSent = feedback.status === 'approved' && link === null
  return {
    home,
    workspace: membership.name,
    feedback: { id, title: feedback.title, status: feedback.status },
    tracker: connection && { provider: connection.provider, name: names[connection.provider] },
    link: link && { ...link, tracker: names[link.provider] },
    isBegun: open?.state === 'creating',
    asked: mayBeSent && connection !== null ? await ask(visit, id, connection) : null,
    can: { seeSettings: isAdministrator(scope.actor) },
  }
}

export type Sending = Awaited<ReturnType<typeof sendingOf>>

async function ask({ deps, scope, url }: MemberVisit, id: string, connection: OpenConnection): Promise<Asked> {
  const teamId = url.searchParams.get('teamId') || undefined
  try {
    const preview = await previewIssue(deps.trackers, scope, id, teamId === undefined ? {} : { teamId })
    const { status, guidance } = preview.connection
    if (status === 'revoked' || status === 'stale')
      return { kind: 'unusable', status, message: guidance?.message ?? '' }
    const choices = await issueChoices(deps.trackers, scope, connection, preview.proposedIssue.teamId)
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
