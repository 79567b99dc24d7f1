import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from '../../audit/record.ts'
import { feedbackCan } from '../../feedback/permissions.ts'
import { getFeedback, lockFeedback } from '../../feedback/queries.ts'
import type { Feedback } from '../../feedback/schema.ts'
import { permit } from '../../platform/authorization.ts'
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
  recordLinked,
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
 * Creates the issue of a request exactly once: 201 with the new link, or 200 with the existing one. Commits three
 * phases: store and claim the link; call the tracker; activate the link. A concurrent second call waits for the first.
 * @throws 404; 403; 400 if the request is not approved, the tracker does not know an override or, with `guidance`, the
 * connection does not work; 500 without an answer in ten seconds, after which it is safe to retry.
 */
export async function sendToTracker(
  deps: TrackerDeps,
  operation: MultiStepOperation,
  feedbackId: string,
  overrides: TrackerOverrides,
): Promise<FinalResponse> {
  permit(feedbackCan(operation.scope.actor).send)
  const deadline = performance.now() + deps.timeoutMs
  for (;;) {
    const attempt = await operation.write((tx) => claimLink(tx, feedbackId, deps.publicUrl))
    if (attempt.kind === 'linked') return operation.finish(async () => new ApiResponse(200, { link: attempt.link }))
    const remainingMs = deadline - performance.now()
    if (attempt.kind === 'claimed') {
      const signal = AbortSignal.timeout(Math.max(Math.ceil(remainingMs), 1))
      return createAndLinkIssue(deps, operation, { ...attempt, signal }, overrides)
    }
    if (remainingMs < claimPollMs) {
      const busy = new TrackerError('unavailable', 'This request is already being sent')
      throw toTrackerProblem(busy, attempt.connection.provider, deps.publicUrl)
    }
    await sleep(claimPollMs)
  }
}

type ClaimAttempt =
  | { kind: 'linked'; link: TrackerLink }
  | { kind: 'busy'; connection: CurrentConnection }
  | { kind: 'claimed'; connection: CurrentConnection; claim: LinkClaim; feedback: Feedback }

/** Runs the first phase. The lock on the request serializes concurrent sends. */
async function claimLink(tx: WriteScope, feedbackId: string, publicUrl: string): Promise<ClaimAttempt> {
  await lockFeedback(tx, feedbackId)
  // Locks before reading the link: a transaction that connects another tracker may hold this lock and end the link.
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
  const claim = link === null ? await insertLink(tx, feedbackId, connection) : await reclaimLink(tx, link.id)
  return claim === null ? { kind: 'busy', connection } : { kind: 'claimed', connection, feedback, claim }
}

interface ClaimedSend extends Extract<ClaimAttempt, { kind: 'claimed' }> {
  signal: AbortSignal
}

/** Runs the second and third phases. If anything fails in between, the link records how far the attempt got. */
async function createAndLinkIssue(
  deps: TrackerDeps,
  operation: MultiStepOperation,
  { connection, feedback, claim, signal }: ClaimedSend,
  overrides: TrackerOverrides,
): Promise<FinalResponse> {
  const { publicUrl } = deps
  let issue: Issue
  try {
    const tracker = await loadTracker(connection.provider)
    const problems = overrideProblems(tracker, overrides, '/')
    if (problems.length > 0) throw invalid(problems)
    const proposed = await buildProposedIssue(operation.scope, feedback, overrides, { publicUrl, connection, tracker })
    issue = await withTrackerSession(deps, operation.scope.db, connection, signal, (open) =>
      createIssueOnce(operation, open, { claim, proposed, overrides, publicUrl }),
    )
    // Only an attempt to create the issue validates the defaults; finding an existing one does not.
    if (claim.isAttempted && usesDefaultTarget(overrides))
      await recordStatus(operation.scope.db, connection, 'connected')
  } catch (error) {
    await operation.write((tx) => releaseAfterFailure(tx, claim, error))
    throw error instanceof TrackerError ? toTrackerProblem(error, connection.provider, publicUrl) : error
  }
  return operation.finish(async (tx) => {
    const link = await linkIssue(tx, claim.link.id, feedback.id, issue)
    return new ApiResponse(201, { link })
  })
}

/** Ends a claim that has produced no known issue. */
async function releaseAfterFailure(tx: WriteScope, claim: LinkClaim, error: unknown): Promise<void> {
  const wasAttempted = claim.link.first_attempt_at !== null || claim.isAttempted
  // An error of our own says nothing about what the tracker has done.
  const isSettled = error instanceof TrackerError && error.isOutcomeKnown
  const wasRefused = error instanceof TrackerError && error.kind === 'refused'
  if (!wasAttempted || (wasRefused && claim.link.first_attempt_at === null)) await deleteUnusedLink(tx, claim)
  else await releaseClaim(tx, claim, isSettled && claim.isAttempted)
}

/** Runs the last phase: links the request to its issue. Also used for an issue that a job has found. */
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
    recordLinked(tx, [{ ...link, feedbackId }])
    await tx.enqueue(attachQueue, { workspaceId: tx.workspaceId, linkId })
  }
  return link
}
