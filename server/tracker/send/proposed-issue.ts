import type { Feedback } from '../../feedback/schema.ts'
import type { ProblemDetail } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Connection } from '../connection/queries.ts'
import { closeOpenFence, escapeMarkdownHtml, escapeUntrustedMarkdown } from '../markdown.ts'
import type { TrackerOverrides } from '../schema.ts'
import type { ProposedIssue, TargetMember, Tracker } from '../tracker.ts'

/** Sending is for accepted feedback (specification, Rules for POST /feedback, 5). */
export const approvalProblems = ({ status }: Pick<Feedback, 'status'>): ProblemDetail[] =>
  status === 'approved' ? [] : [{ path: 'path.id', message: `must be an approved request; this one is ${status}` }]

/** Overrides that this tracker has no place for: nothing that was asked for is dropped or cut in silence. */
export function overrideProblems(
  {
    name,
    unsupported: lacks,
    maxTitleLength: titleAtMost,
    maxDescriptionLength: descriptionAtMost,
    hasAttachments,
  }: Tracker,
  overrides: TrackerOverrides,
  at: string,
): ProblemDetail[] {
  const lacking = lacks
    .filter((member: TargetMember) => overrides[member] !== undefined)
    .map((member) => ({ path: at + member, message: `cannot be set: an issue of ${name} has none` }))
  const mostOf = { title: titleAtMost, description: descriptionAtMost - (hasAttachments ? 0 : maxFooterLength) }
  const tooLong = (['title', 'description'] as const)
    .map((member) => ({ member, most: mostOf[member] }))
    .filter(({ member, most }) => [...(overrides[member] ?? '')].length > most)
    .map(({ member, most }) => ({ path: at + member, message: `must be at most ${most} characters for ${name}` }))
  return [...lacking, ...tooLong]
}

// What is put below a description where it must end with the backlink.
const maxFooterLength = 500

export const backlinkUrl = (publicUrl: string, feedbackId: string): string => publicUrl + backlinkPath(feedbackId)

/** What an issue is found by: the address of the request whatever Heed's own was when the issue was made. */
export const backlinkPath = (feedbackId: string): string => `/console/requests/${feedbackId}`

/**
 * What would be sent, or is: overrides, else the connection's defaults, else what the request says. The request's own
 * text is a customer's; it is contained, so that it ends where it ends, and quoted, so that it calls nobody in the tracker.
 */
export async function buildProposedIssue(
  scope: Scope,
  feedback: Feedback,
  overrides: TrackerOverrides,
  { publicUrl, connection, tracker }: { publicUrl: string; connection: Connection | null; tracker: Tracker | null },
): Promise<ProposedIssue> {
  const quote = tracker?.escapeMentions ?? ((text: string) => text)
  const context = connection?.sends_context ? await contextLines(scope, feedback.id, quote) : []
  const backlink = backlinkUrl(publicUrl, feedback.id)
  const described = overrides.description ?? buildDescription(feedback, { quote, context, backlink })
  return {
    title: overrides.title ?? feedback.title,
    // A tracker without attachments has no other place for the way back.
    description: tracker === null || tracker.hasAttachments ? described : withBacklink(described, backlink),
    ...buildTarget(overrides, connection),
  }
}

function buildTarget(overrides: TrackerOverrides, connection: Connection | null) {
  const teamId = overrides.teamId ?? connection?.team_id ?? null
  // The defaults are those of one team: its project and labels mean nothing to another.
  const defaults = connection !== null && teamId === connection.team_id ? connection : null
  return {
    teamId,
    projectId: overrides.projectId ?? defaults?.project_id ?? null,
    labelIds: overrides.labelIds ?? defaults?.label_ids ?? [],
    assigneeId: overrides.assigneeId ?? defaults?.assignee_id ?? null,
    priority: overrides.priority ?? connection?.priority ?? null,
  }
}

interface DescriptionParts {
  quote(text: string): string
  context: string[]
  backlink: string
}

/** The request's text, votes, board and a backlink, as Markdown. */
const buildDescription = (
  { description, votes, board }: Feedback,
  { quote, context, backlink }: DescriptionParts,
): string =>
  [
    ...(description === '' ? [] : [quote(escapeUntrustedMarkdown(description)), '']),
    '---',
    ...(context.length === 0 ? [] : ['', ...context, '']),
    `${votes === 1 ? '1 vote' : `${votes} votes`} · ${toInlineText(board.name, quote)} · ${backlink}`,
  ].join('\n')

const withBacklink = (text: string, backlink: string): string =>
  text.trimEnd().endsWith(backlink) ? text : `${closeOpenFence(text)}\n\n---\n${backlink}`

/** Somebody's words within a line of ours. */
const toInlineText = (text: string, quote: DescriptionParts['quote']): string =>
  quote(escapeMarkdownHtml(text.replaceAll(/\s+/g, ' ')))

/** The private context of a request, as a list in Markdown. */
async function contextLines(
  { db, workspaceId }: Scope,
  feedbackId: string,
  quote: DescriptionParts['quote'],
): Promise<string[]> {
  const row = await db
    .selectFrom('feedback_context as x')
    .leftJoin('customers as c', (join) =>
      join.onRef('c.workspace_id', '=', 'x.workspace_id').onRef('c.id', '=', 'x.customer_id'),
    )
    .select(['x.source_url', 'x.metadata', 'c.name', 'c.email', 'c.external_id'])
    .where('x.workspace_id', '=', workspaceId)
    .where('x.feedback_id', '=', feedbackId)
    .executeTakeFirst()
  if (!row) return []
  const submitter = [row.name, row.email, row.external_id].filter((each) => each !== null).join(' · ')
  const metadata = Object.entries((row.metadata ?? {}) as Record<string, unknown>)
  return [
    ...(submitter === '' ? [] : [['Submitter', submitter]]),
    ...(row.source_url === null ? [] : [['Source', row.source_url]]),
    ...metadata.map(([key, value]) => [key, String(value)]),
  ].map(([name, value]) => `- ${toInlineText(name!, quote)}: ${toInlineText(value!, quote)}`)
}
