import { defineMessages } from '#i18n/messages.ts'
import { stageLabels } from '../../../ui/messages.ts'

/** Texts of the list of requests. */
export const requestListMessages = defineMessages({
  title: 'Requests',
  review: 'To review',
  create: 'New request',
  stages: 'Stages',
  all: 'All',
  filters: 'Filter requests',
  search: 'Search requests',
  sorts: {
    relevance: 'Best match',
    newest: 'Newest',
    oldest: 'Oldest',
    votes: 'Most votes',
    'fewest-votes': 'Fewest votes',
    trend: 'Trending',
    active: 'Recently active',
    'least-active': 'Least recently active',
  },
  list: 'Requests',
  votes: '{count, plural, one {vote} other {votes}}',
  comments: '{count, plural, one {comment} other {comments}}',
  anonymous: 'Anonymous',
  onRoadmap: 'On the roadmap',
  inTracker: 'In the tracker',
  ownedBy: 'Owner: {name}',
  moreTags: '+{count, number}',
  shown: '{count, plural, one {# request shown} other {# requests shown}}',
  shownOf: '{count, number} of {total, number}',
  found: '{count, plural, one {# request found} other {# requests found}}',
  foundMore: 'More than {count, number} requests found',
  shownOfMore: '{count} of more than {total, number}',
  export: 'Export CSV',
  toFirst: 'Back to the start of the list',
  select: 'Select {title}',
  changeStage: '{stage}, change stage',
  actionsFor: 'Actions for {title}',
  setStage: 'Set stage',
  stageOf: 'Stage of {title}',
  stageOfSelected: 'Stage of {count, plural, one {# selected request} other {# selected requests}}',
  keys: {
    move: 'Move',
    open: 'Open',
    edit: 'Edit',
    stage: 'Stage',
    organize: 'Owner, tags, board',
    select: 'Select',
    search: 'Search',
    undo: 'Undo',
  },
  empty: {
    title: 'No requests yet',
    text: 'Requests from your portal, your widget, and the API appear here. You can also add what a customer told you.',
  },
  nothing: {
    title: 'No matching requests',
    search: 'No request matches “{text}” with these filters.',
    similar: 'Similar requests',
    filter: 'No requests match these filters.',
    clear: 'Show all requests',
  },
})

/** Texts of notices and errors that only the server writes, kept separate so that the browser does not load them. */
export const bulkOutcomeMessages = defineMessages({
  edited: 'The author edited the text after you opened this page. Read it again, then decide.',
  none: 'Select requests first.',
  gone: 'This request no longer exists.',
  someGone: 'One of these requests no longer exists, so nothing was changed.',
  unchanged: 'Nothing to change.',
  undone: '{count, plural, one {# request restored} other {# requests restored}}',
  notUndone: 'These requests have changed since, so nothing was restored.',
})

/** Texts of what is done with one or several requests at once. */
export const bulkMessages = defineMessages({
  label: 'Actions for the selected requests',
  selected: '{count, number} selected',
  selectedOnes: 'Selected requests',
  setStage: 'Set stage…',
  set: 'Set',
  approve: 'Approve',
  reject: 'Reject',
  spam: 'Spam',
  merge: 'Merge',
  mergeOne: 'Select two or more requests to merge them.',
  clear: 'Clear selection',
  tooMany: 'You can change up to 100 requests at a time. Select fewer.',
})

/** Texts of the choice beside a stage whether the request is added to the roadmap. */
export const roadmapOptionMessages = defineMessages({
  label: 'Add to roadmap',
  help: 'For Planned, In progress, and Completed.',
})

const changeMessages = defineMessages({
  one: '{change}: {title}',
  stage: '{count, plural, one {# request} other {# requests}}: {stage}',
  withRoadmap: '{change} · {of, plural, one {added to the roadmap} other {{added, number} added to the roadmap}}',
  added: {
    one: 'Added to the roadmap',
    many: '{count, plural, one {# request added to the roadmap} other {# requests added to the roadmap}}',
  },
  approved: { one: 'Approved', many: '{count, plural, one {# request approved} other {# requests approved}}' },
  rejected: { one: 'Rejected', many: '{count, plural, one {# request rejected} other {# requests rejected}}' },
  spam: {
    one: 'Marked as spam',
    many: '{count, plural, one {# request marked as spam} other {# requests marked as spam}}',
  },
})

interface Titled {
  title: string
}

const maxTitleLength = 60

/** Names a single request, so that several changes in a row can be told apart; counts several requests. */
export function describeChange(changed: Titled[], change: string, many: (values: { count: number }) => string): string {
  const [only, ...others] = changed
  if (only === undefined || others.length > 0) return many({ count: changed.length })
  return changeMessages.one({ change, title: shorten(only.title) })
}

function shorten(title: string): string {
  const letters = [...title]
  if (letters.length <= maxTitleLength) return title
  return `${letters
    .slice(0, maxTitleLength - 1)
    .join('')
    .trimEnd()}…`
}

/**
 * Says which requests got a stage, and how many were added to the roadmap: "Planned: Dark mode", "3 requests: Planned · 2
 * added to the roadmap".
 */
export function describeStageChange(changed: Titled[], stage: keyof typeof stageLabels, added = 0): string {
  const label = stageLabels[stage]
  const text = describeChange(changed, label, ({ count }) => changeMessages.stage({ count, stage: label }))
  return added === 0 ? text : changeMessages.withRoadmap({ change: text, added, of: changed.length })
}

/** Says which requests were added to the roadmap in their own stage. */
export const describeAdded = (changed: Titled[]): string =>
  describeChange(changed, changeMessages.added.one, changeMessages.added.many)

/** Says which requests were reviewed, and how: "Approved: Dark mode", "3 requests approved". */
export const describeModeration = (changed: Titled[], status: 'approved' | 'rejected' | 'spam'): string =>
  describeChange(changed, changeMessages[status].one, changeMessages[status].many)

/**
 * Says how much of the list is shown: "25 of 120", "25 of more than 1,000", or "25 requests shown" where the total is
 * unknown.
 */
export function describeShown(count: number, total: number | null, isCapped = false): string {
  if (total === null) return requestListMessages.shown({ count })
  return isCapped ? requestListMessages.shownOfMore({ count, total }) : requestListMessages.shownOf({ count, total })
}

export const describeFound = ({ count, isCapped }: { count: number; isCapped: boolean }): string =>
  isCapped ? requestListMessages.foundMore({ count }) : requestListMessages.found({ count })
