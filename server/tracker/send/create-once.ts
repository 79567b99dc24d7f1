import type { Phases } from '../../platform/http/api/multi-step-operation.ts'
import { problem } from '../../platform/problems.ts'
import { examine } from './validate-target.ts'
import { forgetLink, noteAsked, type Turn } from '../links.ts'
import { backlinkEnd, backlinkTo } from './proposed-issue.ts'
import type { TrackerOverrides } from '../schema.ts'
import {
  type Identity,
  type Issue,
  type ProposedIssue,
  type Tracker,
  TrackerError,
  type TrackerSession,
} from '../tracker.ts'

interface Order {
  turn: Turn
  proposed: ProposedIssue
  overrides: TrackerOverrides
  publicUrl: string
}

/**
 * Creates the issue of a link, or finds the one that an earlier try has made. What the tracker was asked for is written
 * down, and committed, before it is asked.
 * @throws {TrackerError}; a 400 about the overrides; a 500 while an earlier try may still come to something.
 */
export async function createOnce(
  { write }: Pick<Phases, 'write'>,
  { session, tracker }: { session: TrackerSession; tracker: Tracker },
  { turn, proposed, overrides, publicUrl }: Order,
): Promise<Issue> {
  const { link } = turn
  const backlink = backlinkTo(publicUrl, link.feedback_id)
  if (link.asked_at !== null) {
    const earlier = {
      linkId: link.id,
      backlink: backlinkEnd(link.feedback_id),
      teamId: link.team_id,
      askedAt: link.asked_at,
    }
    const found = await findEarlier(session, tracker, earlier, turn)
    if (found !== null) return unlessGone(write, turn, found)
  }
  await examine(session, proposed, overrides, '/')
  const isMine = await write((tx) => noteAsked(tx, turn, { teamId: proposed.teamId, settleMs: tracker.settleMs }))
  if (!isMine) throw new TrackerError('unavailable', 'Somebody else is sending this request', { isSettled: false })
  turn.isAsked = true
  const askedAt = link.asked_at ?? new Date().toISOString()
  const issue = await session.create({ linkId: link.id, backlink, teamId: proposed.teamId, askedAt }, proposed)
  return unlessGone(write, turn, issue)
}

/** @throws for the issue of an earlier try that was deleted before anybody knew of it: the next try begins anew. */
async function unlessGone(write: Phases['write'], turn: Turn, issue: Issue): Promise<Issue> {
  if (!issue.isGone) return issue
  await write((tx) => forgetLink(tx, turn))
  throw new TrackerError('unavailable', 'The issue of an earlier try has been deleted meanwhile')
}

// Somebody has to give the account its access back, or a month to pass (jobs.ts).
const outOfSightMs = 3_600_000

/**
 * The issue of an earlier try. Where the tracker cannot be given an id, one that it is still working on would not be
 * found and then be made twice: so nothing is created until that time is over. Nor where nobody can look: that the
 * place it was asked for in is out of sight says nothing about the connection as it is now.
 */
async function findEarlier(
  session: TrackerSession,
  { name, settleMs }: Tracker,
  identity: Identity,
  { unsettledMs }: Turn,
): Promise<Issue | null> {
  const issue = await session.find(identity).catch((error) => {
    if (!(error instanceof TrackerError) || error.kind !== 'stale') throw error
    throw mayExist(name, outOfSightMs)
  })
  // Not the tracker's wish: others are sent meanwhile.
  if (issue === null && settleMs > 0 && unsettledMs > 0) throw mayExist(name, unsettledMs)
  return issue
}

const mayExist = (name: string, forMs: number) =>
  problem(
    'internal_error',
    `${name} may have created this issue, or be at it, and it cannot be found yet. Send again later.`,
    {
      headers: { 'retry-after': String(Math.ceil(forMs / 1_000)) },
    },
  )
