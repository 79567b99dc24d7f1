import type { PendingComment } from '#server/comments/review/queue.ts'
import type { WaitingEdit } from '#server/edits/review/queue.ts'
import type { TextChange } from '#server/edits/review/text-changes.ts'
import type { PendingFeedback } from '#server/feedback/console/moderation-queue.ts'
import type { ReportedItem } from '#server/reports/queue.ts'
import { reviewMessages } from '../../messages/requests/review.ts'
import type { PendingStageChange } from '../stage-changes/pending-stage-change.ts'

/** One item of the review queue. */
export type ReviewItem =
  | ({ kind: 'request' } & PendingFeedback)
  | ({ kind: 'comment' } & PendingComment)
  | ({ kind: 'edit' } & EditToReview)
  | ({ kind: 'report' } & ReportedItem)

/** An item that belongs to a request or an entry. */
export type BelowThread = Exclude<ReviewItem, { kind: 'request' }>

export type CommentOrReport = Extract<ReviewItem, { kind: 'comment' | 'report' }>

/** A waiting edit, with the words that it changes. */
export interface EditToReview extends WaitingEdit {
  /** `title` is null if the title does not change. */
  changes: { title: TextChange[] | null; body: TextChange[] }
}

interface Queues {
  requests: PendingFeedback[]
  comments: PendingComment[]
  edits: EditToReview[]
  reports: ReportedItem[]
}

/**
 * Merges the queues, oldest first. If `hasMore`, more requests follow: items newer than the last loaded request then
 * wait until those are loaded, so that nothing appears above items that are already shown.
 */
export function mergeQueues({ requests, comments, edits, reports }: Queues, hasMore: boolean): ReviewItem[] {
  const items = [
    ...requests.map((request) => ({ kind: 'request' as const, ...request })),
    ...comments.map((comment) => ({ kind: 'comment' as const, ...comment })),
    ...edits.map((edit) => ({ kind: 'edit' as const, ...edit })),
    ...reports.map((report) => ({ kind: 'report' as const, ...report })),
  ].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.id < b.id ? -1 : 1))
  const last = items.findLastIndex(({ kind }) => kind === 'request')
  return hasMore ? items.slice(0, last + 1) : items
}

/** Returns the name of an item for the list and for screen readers. */
export function titleOf(item: ReviewItem): string {
  if (item.kind === 'request') return item.title
  const { title } = item.thread
  if (item.kind === 'comment') return reviewMessages.commentOn({ title })
  if (item.kind === 'edit')
    return item.item.of === 'feedback_id' ? reviewMessages.editOf({ title }) : reviewMessages.commentEditOn({ title })
  return item.of === 'request' ? reviewMessages.reportedRequest({ title }) : reviewMessages.reportedComment({ title })
}

/** Returns the page of the request or entry that an item belongs to. */
export function pageOf(item: ReviewItem, home: string): string {
  if (item.kind === 'request') return `${home}/requests/${item.id}`
  return item.thread.kind === 'request' ? `${home}/requests/${item.thread.id}` : `${home}/changelog/${item.thread.id}`
}

export type DecisionKey = 'a' | 'r' | 's'

const intents: Record<ReviewItem['kind'], Partial<Record<DecisionKey, PendingStageChange['intent']>>> = {
  request: { a: 'approve', r: 'reject', s: 'spam' },
  comment: { a: 'approveComment', r: 'rejectComment', s: 'spamComment' },
  edit: { a: 'approveEdit', r: 'rejectEdit' },
  report: { a: 'keepReported', r: 'removeReported' },
}

/** Returns the intent that a key stands for, if the item has one. */
export const intentFor = (item: ReviewItem, key: DecisionKey): PendingStageChange['intent'] | undefined =>
  // Content that its author has removed cannot be removed again.
  item.kind === 'report' && item.isRemoved && key === 'r' ? undefined : intents[item.kind][key]

/** Returns the form fields from which the server sees whether the reviewer has read the current texts. */
export const evidenceOf = (item: ReviewItem, seenAt: string): Pick<PendingStageChange, 'seenAt' | 'version'> =>
  item.kind === 'edit' ? { version: item.version } : { seenAt }
