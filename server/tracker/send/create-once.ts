import type { MultiStepOperation } from '../../platform/http/api/multi-step-operation.ts'
import { problem } from '../../platform/problems.ts'
import type { OpenSession } from '../client/session.ts'
import { deleteUnusedLink, type LinkClaim, recordAttempt } from '../links.ts'
import type { TrackerOverrides } from '../schema.ts'
import { type Issue, type IssueIdentity, type ProposedIssue, TrackerError } from '../tracker.ts'
import { backlinkPath, backlinkUrl } from './proposed-issue.ts'
import { validateTarget } from './validate-target.ts'

interface CreateOnceInput {
  claim: LinkClaim
  proposed: ProposedIssue
  overrides: TrackerOverrides
  publicUrl: string
}

/**
 * Creates the issue of a link, or finds the one that an earlier attempt created. Each attempt is recorded and committed
 * before the tracker is called.
 * @throws {TrackerError}; 400 about the overrides; 500 while an earlier attempt may still produce an issue.
 */
export async function createIssueOnce(
  { write }: Pick<MultiStepOperation, 'write'>,
  open: OpenSession,
  { claim, proposed, overrides, publicUrl }: CreateOnceInput,
): Promise<Issue> {
  const { session, tracker } = open
  const { link } = claim
  if (link.first_attempt_at !== null) {
    const found = await findEarlierIssue(open, claim, link.first_attempt_at)
    if (found !== null) return requireNotDeleted(write, claim, found)
  }
  await validateTarget(session, proposed, overrides, '/')
  const isClaimValid = await write((tx) =>
    recordAttempt(tx, claim, { teamId: proposed.teamId, settleMs: tracker.visibilityDelayMs }),
  )
  if (!isClaimValid) {
    throw new TrackerError('unavailable', 'This request is already being sent', { isOutcomeKnown: false })
  }
  claim.isAttempted = true
  const identity: IssueIdentity = {
    linkId: link.id,
    backlink: backlinkUrl(publicUrl, link.feedback_id),
    teamId: proposed.teamId,
    firstAttemptAt: link.first_attempt_at ?? new Date().toISOString(),
  }
  return requireNotDeleted(write, claim, await session.createIssue(identity, proposed))
}

/**
 * @throws if the issue of an earlier attempt was deleted before its link became active; the next attempt starts over.
 */
async function requireNotDeleted(write: MultiStepOperation['write'], claim: LinkClaim, issue: Issue): Promise<Issue> {
  if (!issue.isGone) return issue
  await write((tx) => deleteUnusedLink(tx, claim))
  throw new TrackerError('unavailable', 'The issue of an earlier attempt has been deleted')
}

// The issue stays hidden until the account regains access or a month has passed (see sync/poll-connection.ts).
const retryWhenHiddenMs = 3_600_000

/**
 * Finds the issue of an earlier attempt. A tracker that accepts no ids may still be creating it, so nothing is created
 * until `outcomeUnknownMs` has passed. Nothing is created either while that attempt's team is not visible; this does
 * not affect the connection's status, because the connection may use another team now.
 */
async function findEarlierIssue(
  { session, tracker: { name, visibilityDelayMs } }: OpenSession,
  { link, outcomeUnknownMs }: LinkClaim,
  firstAttemptAt: string,
): Promise<Issue | null> {
  const backlink = backlinkPath(link.feedback_id)
  const identity: IssueIdentity = { linkId: link.id, backlink, teamId: link.team_id, firstAttemptAt }
  const issue = await session.findIssue(identity).catch((error) => {
    if (!(error instanceof TrackerError) || error.kind !== 'stale') throw error
    throw mayExistProblem(name, retryWhenHiddenMs)
  })
  // A problem rather than a rate limit of the connection, because other requests can still be sent.
  if (issue === null && visibilityDelayMs > 0 && outcomeUnknownMs > 0) throw mayExistProblem(name, outcomeUnknownMs)
  return issue
}

const mayExistProblem = (name: string, retryAfterMs: number) =>
  problem(
    'internal_error',
    `${name} may have created this issue, or may still be creating it, and it cannot be found yet. Send again later.`,
    { headers: { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) } },
  )
