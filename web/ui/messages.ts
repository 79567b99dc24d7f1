import { defineMessages } from '#i18n/messages.ts'

/** Texts that the components say themselves; callers pass all others. */
export const uiMessages = defineMessages({
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  undo: 'Undo',
  copy: 'Copy',
  copied: 'Copied',
  selected: 'Selected. Press Ctrl+C or ⌘C to copy.',
  clear: 'Clear',
  remove: 'Remove {item}',
  optional: 'optional',
  working: 'Working…',
  loadMore: 'Load more',
  notifications: 'Notifications',
  checkFields: '{count, plural, one {Check this field} other {Check these # fields}}',
  searching: 'Searching…',
  suggestions: 'Suggestions',
  nothingFound: 'No results',
  results: '{count, plural, =0 {No results} one {# result} other {# results}}',
  unsavedTitle: 'Leave without saving?',
  unsavedText: 'Your changes haven’t been saved.',
  leave: 'Leave',
  keepEditing: 'Keep editing',
  pickColor: 'Pick a color',
  justNow: 'just now',
  period: 'Period',
  soFar: '{period} (so far)',
})

export const stageLabels = defineMessages({
  pending: 'To review',
  in_review: 'Under consideration',
  planned: 'Planned',
  in_progress: 'In progress',
  completed: 'Completed',
  closed: 'Closed',
})

export const moderationLabels = defineMessages({
  pending: 'To review',
  approved: 'Approved',
  rejected: 'Rejected',
  spam: 'Spam',
})

export type Stage = keyof typeof stageLabels
export type Moderation = keyof typeof moderationLabels
export type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger'
