import type { Moderation, Stage } from '../../../ui/messages.ts'
import type { SentChoice } from '../../notify/notify-options.tsx'

/** A change of stage or status that the browser has sent and the server has not answered yet. */
export interface PendingStageChange extends SentChoice {
  ids: string[]
  intent: 'stage' | 'approve' | 'reject' | 'spam' | ReviewIntent | OrganizeIntent
  stage?: Stage
  /** The field of a change of owner, board or tags, which has the name of its intent. */
  value?: string
  /** When the page was loaded, for a decision on texts. */
  seenAt?: string
  /** The fingerprint of the texts of an edit. */
  version?: string
  /** The choice of a `ReviewIntent`: the request to merge into, the board, or the owner. */
  choice?: string
  /** The page to return to after an undo. */
  next: string
}

/** The decisions in the review queue that change no stage of a request in a list. */
export type ReviewIntent =
  | 'merge'
  | 'board'
  | 'owner'
  | 'approveComment'
  | 'rejectComment'
  | 'spamComment'
  | 'approveEdit'
  | 'rejectEdit'
  | 'keepReported'
  | 'removeReported'

/** Changes of owner, board and tags (organize/actions.ts). */
export type OrganizeIntent = 'owner' | 'board' | 'tag'

export interface StageState {
  id: string
  stage: Stage
  status: Moderation
}

/** Returns a request as it will be once the server has applied the pending changes. */
export function applyPendingChanges<T extends StageState>(row: T, pending: PendingStageChange[]): T {
  let changed = row
  for (const change of pending) {
    if (change.ids.includes(row.id)) changed = { ...changed, ...stateAfter(changed, change) }
  }
  return changed
}

/** Predicts the server's result (server/feedback/lifecycle/derive-stage.ts); a test compares the two. */
function stateAfter(row: StageState, { intent, stage }: PendingStageChange): Pick<StageState, 'stage' | 'status'> {
  if (intent === 'owner' || intent === 'board' || intent === 'tag') return { stage: row.stage, status: row.status }
  if (intent === 'stage') return { stage: stage!, status: stage === 'pending' ? 'pending' : 'approved' }
  if (intent === 'reject') return { stage: 'closed', status: 'rejected' }
  if (intent === 'spam') return { stage: 'closed', status: 'spam' }
  // Only the server knows the product stage of a request that is not approved.
  return { stage: row.status === 'approved' ? row.stage : 'in_review', status: 'approved' }
}
