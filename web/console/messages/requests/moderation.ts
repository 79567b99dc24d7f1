import { formatNumber } from '#i18n/format.ts'

const plural = new Intl.PluralRules('en')
const times = (count: number) => (plural.select(count) === 'one' ? 'request' : 'requests')

/** Texts of the queue of requests that wait for review. */
export const moderationMessages = {
  title: 'Review',
  back: 'Requests',
  /** The server counts no further than a thousand. */
  waiting: (count: number) => `${formatNumber(count)}${count >= 1000 ? ' or more' : ''} waiting`,
  queue: 'Waiting, oldest first',
  focused: (title: string) => `To review: ${title}`,
  approve: 'Approve',
  reject: 'Reject',
  spam: 'Spam',
  skip: 'Skip',
  decide: 'Decide',
  open: 'Open the request',
  filed: 'Filed',
  noDescription: 'No description.',
  submitter: 'Submitted by',
  anonymous: 'Anonymous',
  anonymousNote: 'Sent without a name or an address.',
  history: (approved: number, rejected: number) => {
    if (approved + rejected === 0) return 'Nothing of theirs was reviewed before.'
    const parts = [
      approved > 0 && `${formatNumber(approved)} ${times(approved)} approved`,
      rejected > 0 && `${formatNumber(rejected)} rejected or spam`,
    ].filter((part) => part !== false)
    return `Before this: ${parts.join(', ')}.`
  },
  context: 'Where it comes from',
  source: 'Source',
  similar: 'Similar requests',
  noSimilar: 'None says about the same.',
  searching: 'Looking for similar requests…',
  merge: 'Merge instead',
  mergeInto: (title: string) => `Merge instead into ${title}`,
  voteCount: (count: number) => `${formatNumber(count)} ${plural.select(count) === 'one' ? 'vote' : 'votes'}`,
  commentCount: (count: number) => `${formatNumber(count)} ${plural.select(count) === 'one' ? 'comment' : 'comments'}`,
  empty: {
    title: 'Nothing waits for review',
    text: 'New requests stand here until somebody of your team has looked at them. Boards say in their settings which ones wait.',
    action: 'All requests',
  },
  keys: { move: 'Next, previous', open: 'Open', undo: 'Undo' },
}
