import type { MultiStepOperation } from '../../platform/http/api/multi-step-operation.ts'
import { problem } from '../../platform/problems.ts'
import { deleteUnusedLink, type LinkClaim, recordAttempt } from '../links.ts'
import type { TrackerOverrides } from '../schema.ts'
import {
  type Issue,
  type IssueIdentity,
  type ProposedIssue,
  type Tracker,
  TrackerError,
  type TrackerSession,
} from '../tracker.ts'
import { backlinkPath, backlinkUrl } from './proposed-issue.ts'
import { validateTarget } from './validate-target.ts'

interface CreateOnceInput {
  turn: LinkClaim
  proposed: ProposedIssue
  overrides: TrackerOverrides
  publicUrl: string
}

/**
 * Creates the issue of a link, or finds the one that an earlier try has made. What the tracker was asked for is written
 * down, and committed, before it is asked.
 * @throws {TrackerError}; a 400 about the overrides; a 500 while an earlier try may still come to something.
 */
export async function createIssueOnce(
  { write }: Pick<MultiStepOperation, 'write'>,
  { session, tracker }: { session: TrackerSession; tracker: Tracker },
  { turn, proposed, overrides, publicUrl }: CreateOnceInput,
): Promise<Issue> {
  const { link } = turn
  const backlink = backlinkUrl(publicUrl, link.feedback_id)
  if (link.first_attempt_at !== null) {
    const earlier = {
      linkId: link.id,
      backlink: backlinkPath(link.feedback_id),
      teamId: link.team_id,
      firstAttemptAt: link.first_attempt_at,
    }
    const found = await findEarlierIssue(session, tracker, earlier, turn)
    if (found !== null) return requireNotDeleted(write, turn, found)
  }
  await validateTarget(session, proposed, overrides, '/')
  const isMine = await write((tx) =>
    recordAttempt(tx, turn, { teamId: proposed.teamId, settleMs: tracker.visibilityDelayMs }),
  )
  if (!isMine) throw new TrackerError('unavailable', 'Somebody else is sending this request', { isOutcomeKnown: false })
  turn.isAttempted = true
  const askedAt = link.first_attempt_at ?? new Date().toISOString()
  const issue = await session.createIssue(
    { linkId: link.id, backlink, teamId: proposed.teamId, firstAttemptAt: askedAt },
    proposed,
  )
  return requireNotDeleted(write, turn, issue)
}

/** @throws for the issue of an earlier try that was deleted before anybody knew of it: the next try begins anew. */
async function requireNotDeleted(write: MultiStepOperation['write'], turn: LinkClaim, issue: Issue): Promise<Issue> {
  if (!issue.isGone) return issue
  await write((tx) => deleteUnusedLink(tx, turn))
  throw new TrackerError('unavailable', 'The issue of an earlier try has been deleted meanwhile')
}

// Somebody has to give the account its access back, or a month to pass (jobs.ts).
const retryWhenHiddenMs = 3_600_000

/**
 * The issue of an earlier try. Where the tracker cannot be given an id, one that it is still working on would not be
 * found and then be made twice: so nothing is created until that time is over. Nor where nobody can look: that the
 * place it was asked for in is out of sight says nothing about the connection as it is now.
 */
async function findEarlierIssue(
  session: TrackerSession,
  { name, visibilityDelayMs: settleMs }: Tracker,
  identity: IssueIdentity,
  { outcomeUnknownMs: unsettledMs }: LinkClaim,
): Promise<Issue | null> {
  const issue = await session.findIssue(identity).catch((error) => {
    if (!(error instanceof TrackerError) || error.kind !== 'stale') throw error
    throw mayExistProblem(name, retryWhenHiddenMs)
  })
  // Not the tracker's wish: others are sent meanwhile.
  if (issue === null && settleMs > 0 && unsettledMs > 0) throw mayExistProblem(name, unsettledMs)
  return issue
}

const mayExistProblem = (name: string, forMs: number) =>
  problem(
    'internal_error',
    `${name} may have created this issue, or be at it, and it cannot be found yet. Send again later.`,
    {
      headers: { 'retry-after': String(Math.ceil(forMs / 1_000)) },
    },
  )
