import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from '../../audit/record.ts'
import { getFeedback, lockFeedback } from '../../feedback/queries.ts'
import type { Feedback } from '../../feedback/schema.ts'
import type { FinalResponse, MultiStepOperation } from '../../platform/http/api/multi-step-operation.ts'
import { ApiResponse } from '../../platform/http/api/response.ts'
import { invalid } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { connectGuidance, toTrackerProblem } from '../client/errors.ts'
import { type TrackerDeps, withTrackerSession } from '../client/session.ts'
import { type CurrentConnection, lockCurrentConnection, recordStatus } from '../connection/queries.ts'
import {
  activateLink,
  deleteUnusedLink,
  getActiveLink,
  getOpenLink,
  insertLink,
  type LinkClaim,
  reclaimLink,
  releaseClaim,
} from '../links.ts'
import { attachQueue } from '../queues.ts'
import { loadTracker } from '../registry.ts'
import type { TrackerLink, TrackerOverrides } from '../schema.ts'
import { type Issue, TrackerError } from '../tracker.ts'
import { createIssueOnce } from './create-once.ts'
import { approvalProblems, buildProposedIssue, overrideProblems } from './proposed-issue.ts'
import { usesDefaultTarget } from './validate-target.ts'

const claimPollMs = 150

/**
 * Creates the issue of a request, once: 201 with its link, or 200 when it has one. In three phases, each committed: the
 * link is stored and claimed; the tracker is asked; the link is activated. Two at once: the second waits for the first.
 * @throws 404; 400 for a request that is not approved, overrides that the tracker does not know, or, with `guidance`, a
 * connection that does not work; 500 when there is no answer in ten seconds, after which trying again is safe.
 */
export async function sendToTracker(
  deps: TrackerDeps,
  phases: MultiStepOperation,
  feedbackId: string,
  overrides: TrackerOverrides,
): Promise<FinalResponse> {
  const until = performance.now() + deps.timeoutMs
  for (;;) {
    const begun = await phases.write((tx) => claimLink(tx, feedbackId, deps.publicUrl))
    if (begun.kind === 'linked') return phases.finish(async () => new ApiResponse(200, { link: begun.link }))
    const { connection } = begun
    const left = until - performance.now()
    if (begun.kind === 'mine') {
      const turn = { ...begun, signal: AbortSignal.timeout(Math.max(Math.ceil(left), 1)) }
      return createAndLinkIssue(deps, phases, turn, overrides)
    }
    if (left < claimPollMs) {
      const busy = new TrackerError('unavailable', 'Somebody else is sending this request')
      throw toTrackerProblem(busy, connection.provider, deps.publicUrl)
    }
    await sleep(claimPollMs)
  }
}

type ClaimAttempt =
  | { kind: 'linked'; link: TrackerLink }
  | { kind: 'busy'; connection: CurrentConnection }
  | { kind: 'mine'; connection: CurrentConnection; turn: LinkClaim; feedback: Feedback }

/** The first phase. The lock of the request lines up everybody who sends it. */
async function claimLink(tx: WriteScope, feedbackId: string, publicUrl: string): Promise<ClaimAttempt> {
  await lockFeedback(tx, feedbackId)
  // Before the link is read: whoever connects another tracker, and is waited for here, ends links.
  const connection = await lockCurrentConnection(tx)
  const [feedback, link] = await Promise.all([getFeedback(tx, feedbackId), getOpenLink(tx, feedbackId)])
  const problems = approvalProblems(feedback)
  if (problems.length === 0 && link?.state === 'active') {
    return { kind: 'linked', link: (await getActiveLink(tx, feedbackId))! }
  }
  if (connection === null) {
    const missing = { path: '', message: 'cannot be sent: no issue tracker is connected' }
    throw invalid([...problems, missing], { guidance: connectGuidance(publicUrl) })
  }
  if (problems.length > 0) throw invalid(problems)
  if (link === null) return { kind: 'mine', connection, feedback, turn: await insertLink(tx, feedbackId, connection) }
  const turn = await reclaimLink(tx, link.id)
  return turn === null ? { kind: 'busy', connection } : { kind: 'mine', connection, feedback, turn }
}

interface ClaimedSend extends Extract<ClaimAttempt, { kind: 'mine' }> {
  signal: AbortSignal
}

/** The second phase and the third. Whatever goes wrong in between, the link says how far it has come. */
async function createAndLinkIssue(
  deps: TrackerDeps,
  phases: MultiStepOperation,
  work: ClaimedSend,
  overrides: TrackerOverrides,
): Promise<FinalResponse> {
  const { connection, feedback, turn } = work
  const { publicUrl } = deps
  let issue: Issue
  try {
    const tracker = await loadTracker(connection.provider)
    const problems = overrideProblems(tracker, overrides, '/')
    if (problems.length > 0) throw invalid(problems)
    const proposed = await buildProposedIssue(phases.scope, feedback, overrides, { publicUrl, connection, tracker })
    issue = await withTrackerSession(deps, phases.scope.db, connection, work.signal, (conversation) =>
      createIssueOnce(phases, conversation, { turn, proposed, overrides, publicUrl }),
    )
    // An issue that was found needed no look at the defaults.
    if (turn.isAttempted && usesDefaultTarget(overrides)) await recordStatus(phases.scope.db, connection, 'connected')
  } catch (error) {
    await phases.write((tx) => releaseAfterFailure(tx, turn, error))
    throw error instanceof TrackerError ? toTrackerProblem(error, connection.provider, publicUrl) : error
  }
  return phases.finish(async (tx) => {
    const link = await linkIssue(tx, turn.link.id, feedback.id, issue)
    return new ApiResponse(201, { link })
  })
}

/** Ends a turn that has made no issue that is known of. */
async function releaseAfterFailure(tx: WriteScope, turn: LinkClaim, error: unknown): Promise<void> {
  const wasAsked = turn.link.first_attempt_at !== null || turn.isAttempted
  // A failure of ours tells nothing about what the tracker has done.
  const isSettled = error instanceof TrackerError && error.isOutcomeKnown
  const wasRefused = error instanceof TrackerError && error.kind === 'refused'
  if (!wasAsked || (wasRefused && turn.link.first_attempt_at === null)) await deleteUnusedLink(tx, turn)
  else await releaseClaim(tx, turn, isSettled && turn.isAttempted)
}

/** The last phase: the request has its issue. Also for one that was found later. */
export async function linkIssue(
  tx: WriteScope,
  linkId: string,
  feedbackId: string,
  issue: Issue,
): Promise<TrackerLink> {
  const row = await activateLink(tx, linkId, issue)
  const link = await getActiveLink(tx, feedbackId)
  if (link === null) throw new Error('The link of an issue is gone: its request or its connection was removed.')
  if (row !== null) {
    audit(tx, 'feedback.sent_to_tracker', feedbackId, { linkId, provider: link.provider, issue: link.identifier })
    await tx.enqueue(attachQueue, { workspaceId: tx.workspaceId, linkId })
  }
  return link
}
