import { defineMessages } from '#i18n/messages.ts'

/** Texts of the roadmap. */
export const roadmapMessages = defineMessages({
  title: 'Roadmap',
  lead: 'What {workspace} is planning, what’s in progress, and what’s completed.',
  leadVotes: 'Vote for what matters most to you.',
  description: 'What {workspace} is planning, what’s in progress, and what’s completed.',
  jump: 'Columns',
  expected: 'Expected {date}',
  announced: 'Announced',
  items: '{count, plural, one {# item} other {# items}}',
  empty: 'Nothing here at the moment.',
  first: 'Showing the first {shown, number} of {count, number}.',
  latest: 'Showing the latest {shown, number} of {count, number}.',
  all: 'Show all',
})
