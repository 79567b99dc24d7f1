import type { Emoji } from '../../changelog/reactions/emoji.ts'
import type { OwnComment } from '../../comments/post-own.ts'
import type { Thread } from '../../comments/queries.ts'
import type { Submission } from '../../feedback/public/submit.ts'
import { notFound } from '../../platform/problems.ts'
import { setReaction } from '../changelog/set-reaction.ts'
import { submitComment } from '../comments/submit.ts'
import type { PortalContext, Section } from '../http/context.ts'
import { setFollow } from '../own/set-follow.ts'
import { setVote } from '../requests/set-vote.ts'
import { submitRequest } from '../requests/submit.ts'

/** An action that a signed-out visitor started. It is carried through sign-in as a signed value and run afterwards. */
export type PendingAction =
  | { kind: 'vote'; feedbackId: string; title: string }
  | { kind: 'follow'; feedbackId: string; title: string }
  | { kind: 'reaction'; entryId: string; emoji: Emoji; title: string }
  | { kind: 'request'; submission: Submission }
  | ({ kind: 'comment'; title: string; comment: OwnComment } & Thread)

/** A pending action and its signed form. */
export interface SignedAction {
  action: PendingAction
  signed: string
}

/**
 * Returns whether a link may carry the action. Visitors can read the signed action and send it to someone else. A link
 * may suggest a vote, a follow or a reaction, which the page names, but not text to be posted in another person's name. Only our
 * own forms carry text.
 */
export const isAllowedInUrl = ({ kind }: PendingAction): boolean =>
  kind === 'vote' || kind === 'follow' || kind === 'reaction'

/** Serializes and signs an action for a hidden field, so that nobody else can post text as a customer. */
export function signAction({ deps, workspace }: PortalContext, action: PendingAction): string {
  const text = JSON.stringify(action)
  const signature = deps.actionSigner.sign(`${workspace.id} ${text}`)
  return Buffer.concat([signature, Buffer.from(text)]).toString('base64url')
}

/** Returns the action, or null if `signAction` did not sign it for this workspace. */
export function verifyAction({ deps, workspace }: PortalContext, signed: string): PendingAction | null {
  const bytes = Buffer.from(signed, 'base64url')
  const text = bytes.subarray(16).toString()
  if (!deps.actionSigner.isSignature(bytes.subarray(0, 16), `${workspace.id} ${text}`)) return null
  return JSON.parse(text) as PendingAction
}

/** Returns the title of the request or entry that the action is about. */
export const titleOfAction = (action: PendingAction): string =>
  action.kind === 'request' ? action.submission.title : action.title

/** Returns what the visitor wrote; null for an action without text. */
export function writtenText(action: PendingAction): string | null {
  if (action.kind === 'comment') return action.comment.body
  if (action.kind !== 'request') return null
  const { title, description } = action.submission
  return description ? `${title}\n\n${description}` : title
}

const sectionOf = (action: PendingAction): Section => {
  const isOnEntry = action.kind === 'reaction' || (action.kind === 'comment' && action.of === 'entry_id')
  return isOnEntry ? 'changelog' : 'requests'
}

/** Runs an action as the customer who has signed in. @returns the path to continue at, below the base */
export async function runPendingAction(
  context: PortalContext,
  customerId: string,
  action: PendingAction,
): Promise<string> {
  // The section may have been turned off during sign-in.
  if (!context.workspace.sections[sectionOf(action)]) throw notFound()
  switch (action.kind) {
    case 'vote':
      await setVote(context, customerId, action.feedbackId, true)
      return `/requests/${action.feedbackId}`
    case 'follow':
      await setFollow(context, customerId, action.feedbackId, true)
      return `/requests/${action.feedbackId}`
    case 'reaction':
      await setReaction(context, customerId, action.entryId, { emoji: action.emoji, isOn: true })
      return `/changelog/${action.entryId}`
    case 'request':
      return submitRequest(context, customerId, { submission: action.submission })
    case 'comment': {
      const thread = { of: action.of, id: action.id }
      return submitComment(context, customerId, thread, { comment: action.comment })
    }
  }
}
