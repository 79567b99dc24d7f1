import { formatList } from '#i18n/format.ts'
import { defineMessages } from '#i18n/messages.ts'

/** Texts of the queue of requests to review. */
export const moderationMessages = defineMessages({
  title: 'To review',
  back: 'Requests',
  waiting: '{count, number} waiting',
  waitingOrMore: '{count, number} or more waiting',
  queue: 'To review, oldest first',
  focused: 'To review: {title}',
  approve: 'Approve',
  reject: 'Reject',
  spam: 'Spam',
  skip: 'Skip',
  decide: 'Decide',
  open: 'Open request',
  filed: 'Submitted',
  noDescription: 'No description.',
  submitter: 'Submitted by',
  anonymous: 'Anonymous',
  anonymousNote: 'Submitted without a name or email address.',
  history: {
    none: 'None of this customer’s requests has been reviewed yet.',
    text: 'Previously: {parts}.',
    approved: '{count, plural, one {# request approved} other {# requests approved}}',
    rejected: '{count, number} rejected or spam',
  },
  context: 'Where it comes from',
  source: 'Source',
  similar: 'Similar requests',
  noSimilar: 'No similar requests.',
  searching: 'Looking for similar requests…',
  merge: 'Merge instead',
  mergeInto: 'Merge instead into {title}',
  tools: 'More actions for this request',
  mergeKey: 'Merge into…',
  mergeTargets: 'Requests to merge into',
  noTargets: 'No requests about the same subject found.',
  searchTarget: 'Search for another request…',
  approveInto: 'Approve as…',
  setBoard: 'Board',
  setOwner: 'Owner',
  noOwner: 'No owner',
  voteCount: '{count, plural, one {# vote} other {# votes}}',
  commentCount: '{count, plural, one {# comment} other {# comments}}',
  loadingMore: 'Loading the next requests…',
  empty: {
    title: 'All caught up',
    text: 'New requests appear here until your team has reviewed them. Each board’s settings say which requests need a review.',
    action: 'All requests',
  },
  keys: { move: 'Next, previous', open: 'Open', merge: 'Merge', approve: 'Approve as', undo: 'Undo' },
})

/** The server counts no further. */
const maxCount = 1000

/** Says how many requests there are to review: "12 waiting", "1,000 or more waiting". */
export const describeWaiting = (count: number): string =>
  count >= maxCount ? moderationMessages.waitingOrMore({ count }) : moderationMessages.waiting({ count })

/** Says how a customer's earlier requests were reviewed. */
export function describeReviewHistory(approved: number, rejected: number): string {
  const { history } = moderationMessages
  const parts = [
    ...(approved > 0 ? [history.approved({ count: approved })] : []),
    ...(rejected > 0 ? [history.rejected({ count: rejected })] : []),
  ]
  return parts.length === 0 ? history.none : history.text({ parts: formatList(parts) })
}
