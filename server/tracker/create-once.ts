import type { Phases } from '../platform/http/phases.ts'
import { problem } from '../platform/problems.ts'
import { examine } from './examine.ts'
import { forgetLink, noteAsked, type Turn } from './links.ts'
import { backlinkTo } from './propose.ts'
import type { TrackerOverrides } from './schema.ts'
import {
  type Identity,
  type Issue,
  type ProposedIssue,
  type Tracker,
  TrackerError,
  type TrackerSession,
} from './tracker.ts'

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
    const earlier = { linkId: link.id, backlink, teamId: link.team_id, askedAt: link.asked_at }
    const found = await findEarlier(session, tracker, earlier, link.unsettled_until)
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

/**
 * The issue of an earlier try. Where the tracker cannot be given an id, one that it is still working on would not be
 * found and then be made twice: so nothing is created until that time is over.
 */
async function findEarlier(
  session: TrackerSession,
  { name, settleMs }: Tracker,
  identity: Identity,
  unsettledUntil: string | null,
): Promise<Issue | null> {
  const issue = await session.find(identity)
  if (issue !== null) return issue
  const waitMs = settleMs === 0 || unsettledUntil === null ? 0 : Date.parse(unsettledUntil) - Date.now()
  if (waitMs <= 0) return null
  // Not the tracker's wish: others are sent meanwhile.
  throw problem('internal_error', `${name} may still be creating this issue. Send again in a minute.`, {
    headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)) },
  })
}
