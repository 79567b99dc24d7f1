import { defineMessages } from '#i18n/messages.ts'
import type { PublicSort } from '../../feedback/public/list.ts'

export const sortLabels = defineMessages({
  trending: 'Trending',
  votes: 'Most votes',
  newest: 'Newest',
} satisfies Record<PublicSort, string>)

/** Texts of the request pages. */
export const requestMessages = defineMessages({
  title: 'Requests',
  lead: 'Vote for what you need from {workspace}, or submit a new request.',
  description: 'What customers of {workspace} have requested, what’s planned, and what’s completed.',
  newRequest: 'New request',
  boards: 'Boards',
  allBoards: 'All boards',
  stages: 'Stages',
  openStages: 'Open',
  allStages: 'All',
  sort: 'Sort by',
  bestMatch: 'Best match',
  search: 'Search requests',
  found: '{count, plural, one {# request found} other {# requests found}}',
  foundMore: 'More than {count, number} requests found',
  apply: 'Apply',
  more: 'Load more',
  results: 'Requests',
  pending: 'Your requests waiting for review',
  pendingText: 'Only you can see them until the team has reviewed them.',
  votes: '{count, plural, one {# vote} other {# votes}}',
  comments: '{count, plural, one {# comment} other {# comments}}',
  voteButton: 'Vote for “{title}”, {count, plural, one {# vote} other {# votes}}',
  none: { title: 'No requests yet', text: 'Be the first to submit one.' },
  noMatch: {
    title: 'Nothing matches',
    text: 'No request matches “{search}”. Submit it as a new request, or try other words.',
    narrowed: 'No request on this board and in this stage matches “{search}”.',
    similar: 'Similar requests',
    searchAll: 'Search all requests',
    filtered: 'There are no requests on this board in this stage.',
    clear: 'Show all requests',
  },
  back: 'All requests',
  board: 'Board',
  target: 'Expected',
  announcedAt: 'Announced',
  announced: 'Announced in',
  pendingNotice: 'This request is waiting for review. Only you can see it for now.',
  submitted: {
    pending: 'Your request was submitted, and your vote was added. Only you can see it until the team has reviewed it.',
    public: 'Your request was published, and your vote was added.',
    duplicate: 'You’ve already submitted this request. Here it is; nothing was submitted twice.',
  },
})
