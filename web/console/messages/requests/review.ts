import { formatList } from '#i18n/format.ts'
import { defineMessages } from '#i18n/messages.ts'

/** Texts of the comments, edits and reports in the review queue. */
export const reviewMessages = defineMessages({
  comment: 'Comment',
  edit: 'Edit',
  editOf: 'Edit of “{title}”',
  commentEditOn: 'Edit of a comment on “{title}”',
  editHelp:
    'Removed words are crossed out, and added words are underlined. The current text stays public until you approve the edit.',
  editApproved: 'Edit approved and public.',
  editRejected: 'Edit rejected. The public text hasn’t changed.',
  reported: 'Reported',
  commentOn: 'Comment on “{title}”',
  reportedRequest: 'Reported request “{title}”',
  reportedComment: 'Reported comment on “{title}”',
  author: 'Written by',
  replyTo: 'In reply to',
  reasons: 'Reported as',
  reason: {
    spam: 'spam ({count, number})',
    offensive: 'offensive ({count, number})',
    private: 'private information ({count, number})',
    other: 'something else ({count, number})',
  },
  noText: 'No description.',
  keep: 'Keep',
  remove: 'Remove',
  removalHelp: 'A removed request is rejected. A removed comment with replies keeps its place without its text.',
  removedHelp: 'The author removed it from the portal. You can still block them on their customer page.',
  edited: 'The author edited it',
  editedHelp: 'The request’s page shows the earlier versions.',
  close: 'Close',
  openThread: { request: 'Open request', entry: 'Open entry' },
  approved: 'Comment approved and public.',
  rejected: 'Comment rejected.',
  markedSpam: 'Comment marked as spam.',
  kept: 'Kept. The reports are closed.',
  removed: 'Removed from the portal.',
  merged: 'Merged into “{title}”',
  boardSet: 'Moved to another board.',
  ownerSet: 'Owner changed.',
  undone: 'The decision was undone.',
  notUndone: 'This has changed since, so the decision couldn’t be undone.',
  gone: 'This was deleted or reviewed in the meantime.',
})

type Reasons = Partial<Record<keyof (typeof reviewMessages)['reason'], number>>

/** Lists the reasons of reports with their numbers: "spam (2), offensive (1)". */
export const describeReasons = (reasons: Reasons): string =>
  formatList(
    (Object.entries(reasons) as [keyof Reasons, number][]).map(([reason, count]) =>
      reviewMessages.reason[reason]!({ count }),
    ),
  )
