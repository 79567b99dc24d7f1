import { defineMessages } from '#i18n/messages.ts'
import type { PublicRoadmapStatus } from '../../roadmap/public.ts'

/** Texts of the roadmap. */
export const roadmapMessages = defineMessages({
  title: 'Roadmap',
  lead: 'What {workspace} is planning, what’s in progress, and what’s completed.',
  leadVotes: 'Vote for what matters most to you.',
  description: 'What {workspace} is planning, what’s in progress, and what’s completed.',
  columns: { planned: 'Planned', in_progress: 'In progress', done: 'Completed' } satisfies Record<
    PublicRoadmapStatus,
    string
  >,
  jump: 'Columns',
  expected: 'Expected {date}',
  announced: 'Announced',
  items: '{count, plural, one {# item} other {# items}}',
  empty: {
    planned: 'Nothing is planned at the moment.',
    in_progress: 'Nothing is in progress at the moment.',
    done: 'Nothing has been completed yet.',
  } satisfies Record<PublicRoadmapStatus, string>,
  first: 'Showing the first {shown, number} of {count, number}.',
  latest: 'Showing the latest {shown, number} of {count, number}.',
  all: {
    planned: 'Everything planned',
    in_progress: 'Everything in progress',
    done: 'Everything completed',
  } satisfies Record<PublicRoadmapStatus, string>,
})
