/** The words that the parts say by themselves; all others are given to them. */
export const uiMessages = {
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  undo: 'Undo',
  copy: 'Copy',
  copied: 'Copied',
  selected: 'Selected. Press Ctrl+C or ⌘C to copy.',
  clear: 'Clear',
  remove: (what: string) => `Remove ${what}`,
  optional: 'optional',
  working: 'Working…',
  loadMore: 'Load more',
  notifications: 'Notifications',
  checkFields: (count: number) => (count === 1 ? 'Check this field' : `Check these ${count} fields`),
  restored: {
    title: 'Text that was not saved has been put back',
    text: 'This browser kept what you last wrote here.',
    discard: 'Discard it',
  },
  searching: 'Searching…',
  suggestions: 'Suggestions',
  nothingFound: 'Nothing found',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  leaveTitle: 'Leave without saving?',
  leaveText: 'What you changed here has not been saved.',
  leave: 'Leave',
  stay: 'Keep editing',
  pickColor: 'Pick a colour',
  justNow: 'just now',
  period: 'Period',
}

export const stageLabels = {
  pending: 'Pending',
  in_review: 'In review',
  planned: 'Planned',
  in_progress: 'In progress',
  completed: 'Completed',
  closed: 'Closed',
}

export const moderationLabels = {
  pending: 'To moderate',
  approved: 'Approved',
  rejected: 'Rejected',
  spam: 'Spam',
}

export type Stage = keyof typeof stageLabels
export type Moderation = keyof typeof moderationLabels
export type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger'
