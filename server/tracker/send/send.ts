import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from '../../audit/record.ts'
import { getFeedback, lockFeedback } from '../../feedback/queries.ts'
import type { Feedback } from '../../feedback/schema.ts'
import type { Finished, Phases } from '../../platform/http/api/multi-step-operation.ts'
import { Reply } from '../../platform/http/api/response.ts'
import { invalid } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { heldConnection, noteStatus, type OpenConnection } from '../connection/queries.ts'
import { converse, type TrackerDeps } from '../client/session.ts'
import { createOnce } from './create-once.ts'
import { isOfDefaults } from './validate-target.ts'
import { asProblem, connectGuidance } from '../client/errors.ts'
import { activateLink, activeLink, beginLink, endTurn, forgetLink, openLink, type Turn, takeOver } from '../links.ts'
import { acceptanceProblems, overrideProblems, proposeIssue } from './proposed-issue.ts'
import { attachQueue } from '../queues.ts'
import { trackerOf } from '../registry.ts'
import type { TrackerLink, TrackerOverrides } from '../schema.ts'
import { type Issue, TrackerError } from '../tracker.ts'

const lookAgainMs = 150

/**
 * Creates the issue of a request, once: 201 with its link, or 200 when it has one. In three phases, each committed: the
 * link is stored and claimed; the tracker is asked; the link is activated. Two at once: the second waits for the first.
 * @throws 404; 400 for a request that is not approved, overrides that the tracker does not know, or, with `guidance`, a
 * connection that does not work; 500 when there is no answer in ten seconds, after which trying again is safe.
 */
export async function sendToTracker(
  deps: TrackerDeps,
  phases: Phases,
  feedbackId: string,
  overrides: TrackerOverrides,
): Promise<Finished> {
  const until = performance.now() + deps.patienceMs
  for (;;) {
    const begun = await phases.write((tx) => takeTurn(tx, feedbackId, deps.publicUrl))
    if (begun.kind === 'linked') return phases.finish(async () => new Reply(200, { link: begun.link }))
    const { connection } = begun
    const left = until - performance.now()
    if (begun.kind === 'mine') {
      const turn = { ...begun, signal: AbortSignal.timeout(Math.max(Math.ceil(left), 1)) }
      return carryOut(deps, phases, turn, overrides)
    }
    if (left < lookAgainMs) {
      const busy = new TrackerError('unavailable', 'Somebody else is sending this request')
      throw asProblem(busy, connection.provider, deps.publicUrl)
    }
    await sleep(lookAgainMs)
  }
}

type Begun =
  | { kind: 'linked'; link: TrackerLink }
  | { kind: 'busy'; connection: OpenConnection }
  | { kind: 'mine'; connection: OpenConnection; turn: Turn; feedback: Feedback }

/** The first phase. The lock of the request lines up everybody who sends it. */
async function takeTurn(tx: WriteScope, feedbackId: string, publicUrl: string): Promise<Begun> {
  await lockFeedback(tx, feedbackId)
  // Before the link is read: whoever connects another tracker, and is waited for here, ends links.
  const connection = await heldConnection(tx)
  const [feedback, link] = await Promise.all([getFeedback(tx, feedbackId), openLink(tx, feedbackId)])
  const problems = acceptanceProblems(feedback)
  if (problems.length === 0 && link?.state === 'active') {
    return { kind: 'linked', link: (await activeLink(tx, feedbackId))! }
  }
  if (connection === null) {
    const missing = { path: '', message: 'cannot be sent: no issue tracker is connected' }
    throw invalid([...problems, missing], { guidance: connectGuidance(publicUrl) })
  }
  if (problems.length > 0) throw invalid(problems)
  if (link === null) return { kind: 'mine', connection, feedback, turn: await beginLink(tx, feedbackId, connection) }
  const turn = await takeOver(tx, link.id)
  return turn === null ? { kind: 'busy', connection } : { kind: 'mine', connection, feedback, turn }
}

interface Work extends Extract<Begun, { kind: 'mine' }> {
  signal: AbortSignal
}

/** The second phase and the third. Whatever goes wrong in between, the link says how far it has come. */
async function carryOut(deps: TrackerDeps, phases: Phases, work: Work, overrides: TrackerOverrides): Promise<Finished> {
  const { connection, feedback, turn } = work
  const { publicUrl } = deps
  let issue: Issue
  try {
    const tracker = await trackerOf(connection.provider)
    const problems = overrideProblems(tracker, overrides, '/')
    if (problems.length > 0) throw invalid(problems)
    const proposed = await proposeIssue(phases.scope, feedback, overrides, { publicUrl, connection, tracker })
    issue = await converse(deps, phases.scope.db, connection, work.signal, (conversation) =>
      createOnce(phases, conversation, { turn, proposed, overrides, publicUrl }),
    )
    // An issue that was found needed no look at the defaults.
    if (turn.isAsked && isOfDefaults(overrides)) await noteStatus(phases.scope.db, connection, 'connected')
  } catch (error) {
    await phases.write((tx) => leave(tx, turn, error))
    throw error instanceof TrackerError ? asProblem(error, connection.provider, publicUrl) : error
  }
  return phases.finish(async (tx) => {
    const link = await tieIssue(tx, turn.link.id, feedback.id, issue)
    return new Reply(201, { link })
  })
}

/** Ends a turn that has made no issue that is known of. */
async function leave(tx: WriteScope, turn: Turn, error: unknown): Promise<void> {
  const wasAsked = turn.link.asked_at !== null || turn.isAsked
  // A failure of ours tells nothing about what the tracker has done.
  const isSettled = error instanceof TrackerError && error.isSettled
  const wasRefused = error instanceof TrackerError && error.kind === 'refused'
  if (!wasAsked || (wasRefused && turn.link.asked_at === null)) await forgetLink(tx, turn)
  else await endTurn(tx, turn, isSettled && turn.isAsked)
}

/** The last phase: the request has its issue. Also for one that was found later. */
export async function tieIssue(tx: WriteScope, linkId: string, feedbackId: string, issue: Issue): Promise<TrackerLink> {
  const row = await activateLink(tx, linkId, issue)
  const link = await activeLink(tx, feedbackId)
  if (link === null) throw new Error('The link of an issue is gone: its request or its connection was removed.')
  if (row !== null) {
    audit(tx, 'feedback.sent_to_tracker', feedbackId, { linkId, provider: link.provider, issue: link.identifier })
    await tx.enqueue(attachQueue, { workspaceId: tx.workspaceId, linkId })
  }
  return link
}
