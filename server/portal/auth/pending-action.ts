import type { Emoji } from '../../changelog/reactions/emoji.ts'
import { setOwnReaction } from '../../changelog/reactions/set.ts'
import type { OwnComment } from '../../comments/post-own.ts'
import type { Thread } from '../../comments/queries.ts'
import type { Submission } from '../../feedback/public/submit.ts'
import { notFound } from '../../platform/problems.ts'
import { setOwnVote } from '../../votes/set-own.ts'
import { commentPath, submitComment } from '../comments/submit.ts'
import type { PortalContext, Section } from '../http/context.ts'
import { submitRequest } from '../requests/submit.ts'

/** What somebody was about to do when they were asked to sign in. It is carried through signing in and done then. */
export type PendingAction =
  | { kind: 'vote'; feedbackId: string; title: string }
  | { kind: 'reaction'; entryId: string; emoji: Emoji; title: string }
  | { kind: 'request'; submission: Submission }
  | ({ kind: 'comment'; title: string; comment: OwnComment } & Thread)

/** An act, and the text that carries it. */
export interface SignedAction {
  action: PendingAction
  signed: string
}

/**
 * Whether a link may lead to it. Whoever is asked to sign in has its text, and could send it to somebody else: they may lend
 * them a vote or a reaction that is named on the page, and no words of theirs. Those come by a form of ours alone.
 */
export const isAllowedInUrl = ({ kind }: PendingAction): boolean => kind === 'vote' || kind === 'reaction'

/** As it stands in a hidden field: signed, so that nobody else can put words into a customer's mouth. */
export function signAction({ services: portal, workspace }: PortalContext, act: PendingAction): string {
  const text = JSON.stringify(act)
  const signature = portal.actionSigner.sign(`${workspace.id} ${text}`)
  return Buffer.concat([signature, Buffer.from(text)]).toString('base64url')
}

/** @returns null for what `sealAct` has not made for this workspace. */
export function verifyAction({ services: portal, workspace }: PortalContext, sealed: string): PendingAction | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const text = bytes.subarray(16).toString()
  if (!portal.actionSigner.isSignature(bytes.subarray(0, 16), `${workspace.id} ${text}`)) return null
  return JSON.parse(text) as PendingAction
}

/** What signing in is for: stands on its page, after "to". */
export function describeAction(act: PendingAction): string {
  switch (act.kind) {
    case 'vote':
      return `vote for “${act.title}”`
    case 'reaction':
      return `react to “${act.title}”`
    case 'request':
      return `send your request “${act.submission.title}”`
    case 'comment':
      return `publish your comment on “${act.title}”`
  }
}

const sectionOf = (act: PendingAction): Section => {
  const isOfEntry = act.kind === 'reaction' || (act.kind === 'comment' && act.of === 'entry_id')
  return isOfEntry ? 'changelog' : 'requests'
}

/** Does what was meant, by somebody who is signed in. @returns where to go on, below the base. */
export async function runPendingAction(visit: PortalContext, customerId: string, act: PendingAction): Promise<string> {
  const caps = visit.services.settings.trackedCustomerCaps
  // It may have been switched off meanwhile.
  if (!visit.workspace.sections[sectionOf(act)]) throw notFound()
  switch (act.kind) {
    case 'vote':
      await visit.write((tx) => setOwnVote(tx, act.feedbackId, true, { customerId, caps }))
      return `/requests/${act.feedbackId}`
    case 'reaction':
      await visit.write((tx) => setOwnReaction(tx, act.entryId, { emoji: act.emoji, isOn: true }, { customerId, caps }))
      return `/changelog/${act.entryId}`
    case 'request':
      return submitRequest(visit, customerId, act.submission)
    case 'comment': {
      const thread = { of: act.of, id: act.id }
      return commentPath(thread, await submitComment(visit, customerId, thread, act.comment))
    }
  }
}
