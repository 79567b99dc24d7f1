import { pickChanges } from '../../audit/changes.ts'
import { getFeedback } from '../../feedback/queries.ts'
import type { Feedback } from '../../feedback/schema.ts'
import type { ProblemDetail } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'
import type { TrackerDeps } from '../client/session.ts'
import { type Connection, getCurrentConnection, toDefaultTarget } from '../connection/queries.ts'
import { closeOpenFence, escapeMarkdownHtml, escapeUntrustedMarkdown, withoutFiles } from '../markdown.ts'
import { loadTracker } from '../registry.ts'
import type { TrackerOverrides } from '../schema.ts'
import type { ProposedIssue, Target, Tracker } from '../tracker.ts'

/** Returns a problem unless the request is approved (specification, Rules for POST /feedback, 5). */
export const approvalProblems = ({ status }: Pick<Feedback, 'status'>): ProblemDetail[] =>
  status === 'approved'
    ? []
    : [{ path: 'path.id', message: `must be an approved request; this one is ${status}`, code: 'not-allowed' }]

/**
 * Returns a problem for each override that the tracker cannot store: no input is silently dropped or truncated.
 * @param at prefix of the path: `query.` or `/`.
 */
export function overrideProblems(
  { name, unsupported, maxTitleLength, maxDescriptionLength, hasAttachments }: Tracker,
  overrides: TrackerOverrides,
  at: string,
): ProblemDetail[] {
  const maxLength = {
    title: maxTitleLength,
    description: maxDescriptionLength - (hasAttachments ? 0 : maxFooterLength),
  }
  const unsupportedMembers = unsupported
    .filter((member) => overrides[member] !== undefined)
    .map((member) => ({
      path: at + member,
      message: `is not supported for issues in ${name}`,
      code: 'unsupported',
      values: { tracker: name },
    }))
  const tooLong = (['title', 'description'] as const)
    .filter((member) => [...(overrides[member] ?? '')].length > maxLength[member])
    .map((member) => ({
      path: at + member,
      message: `must be at most ${maxLength[member]} characters for ${name}`,
      code: 'maxLength',
      values: { limit: maxLength[member] },
    }))
  return [...unsupportedMembers, ...tooLong]
}

// Room for what `withBacklink` appends to the description.
const maxFooterLength = 500

export const backlinkUrl = (publicUrl: string, feedbackId: string): string => publicUrl + backlinkPath(feedbackId)

/** The part of the backlink that finds an issue again, whatever PUBLIC_URL was when the issue was created. */
export const backlinkPath = (feedbackId: string): string => `/console/requests/${feedbackId}`

/**
 * Builds the issue to send: overrides first, then the connection's defaults, then the request itself. The request's
 * text comes from a customer, so it is escaped: it cannot affect what follows it, or mention anyone in the tracker.
 */
export async function buildProposedIssue(
  scope: Scope,
  feedback: Feedback,
  overrides: TrackerOverrides,
  { publicUrl, connection, tracker }: { publicUrl: string; connection: Connection | null; tracker: Tracker | null },
): Promise<ProposedIssue> {
  const escapeMentions = tracker?.escapeMentions ?? ((text: string) => text)
  const context = connection?.sends_context ? await contextLines(scope, feedback.id, escapeMentions) : []
  const backlink = backlinkUrl(publicUrl, feedback.id)
  const description = overrides.description ?? buildDescription(feedback, { escapeMentions, context, backlink })
  return {
    title: overrides.title ?? feedback.title,
    // Without attachments, the description is the only place for the backlink.
    description: tracker === null || tracker.hasAttachments ? description : withBacklink(description, backlink),
    ...buildTarget(overrides, connection),
  }
}

function buildTarget(overrides: TrackerOverrides, connection: Connection | null): Target {
  const defaults = connection && toDefaultTarget(connection)
  const teamId = overrides.teamId ?? defaults?.teamId ?? null
  // Default project, labels and assignee belong to the default team and mean nothing in another one.
  const teamDefaults = teamId === defaults?.teamId ? defaults : null
  return {
    teamId,
    projectId: overrides.projectId ?? teamDefaults?.projectId ?? null,
    labelIds: overrides.labelIds ?? teamDefaults?.labelIds ?? [],
    assigneeId: overrides.assigneeId ?? teamDefaults?.assigneeId ?? null,
    priority: overrides.priority ?? defaults?.priority ?? null,
  }
}

interface DescriptionParts {
  escapeMentions(text: string): string
  context: string[]
  backlink: string
}

/**
 * Builds the Markdown description: the request's text, votes, board and backlink. Uploaded files are only named, because the
 * URLs in the text work within Heed only.
 */
const buildDescription = (
  { description, votes, board }: Feedback,
  { escapeMentions, context, backlink }: DescriptionParts,
): string =>
  [
    ...(description === '' ? [] : [escapeMentions(escapeUntrustedMarkdown(withoutFiles(description))), '']),
    '---',
    ...(context.length === 0 ? [] : ['', ...context, '']),
    `${votes === 1 ? '1 vote' : `${votes} votes`} · ${toInlineText(board.name, escapeMentions)} · ${backlink}`,
  ].join('\n')

const withBacklink = (text: string, backlink: string): string =>
  text.trimEnd().endsWith(backlink) ? text : `${closeOpenFence(text)}\n\n---\n${backlink}`

/** Escapes untrusted text for use within one line. */
const toInlineText = (text: string, escapeMentions: DescriptionParts['escapeMentions']): string =>
  escapeMentions(escapeMarkdownHtml(text.replaceAll(/\s+/g, ' ')))

/** Lists the private context of a request in Markdown. */
async function contextLines(
  { db, workspaceId }: Scope,
  feedbackId: string,
  escapeMentions: DescriptionParts['escapeMentions'],
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
  ].map(([name, value]) => `- ${toInlineText(name!, escapeMentions)}: ${toInlineText(value!, escapeMentions)}`)
}

/**
 * Returns the form values that differ from what sending would propose anyway, so that an untouched form follows the
 * connection's defaults at the time of sending. Reads only the database. @throws 404
 */
export async function changedOverrides(
  { publicUrl }: Pick<TrackerDeps, 'publicUrl'>,
  scope: Scope,
  feedbackId: string,
  values: TrackerOverrides,
): Promise<TrackerOverrides> {
  const [feedback, connection] = await Promise.all([getFeedback(scope, feedbackId), getCurrentConnection(scope)])
  const tracker = connection && (await loadTracker(connection.provider))
  const { teamId, labelIds } = values
  const team = teamId === undefined ? {} : { teamId }
  const proposed = await buildProposedIssue(scope, feedback, team, { publicUrl, connection, tracker })
  const unchanged = { ...proposed, teamId: connection?.team_id ?? null }
  const labels = labelIds && isSameSet(labelIds, unchanged.labelIds) ? { labelIds: unchanged.labelIds } : {}
  return (pickChanges(unchanged, { ...values, ...labels }) ?? {}) as TrackerOverrides
}

const isSameSet = (some: string[], others: string[]): boolean =>
  new Set(some).symmetricDifference(new Set(others)).size === 0
