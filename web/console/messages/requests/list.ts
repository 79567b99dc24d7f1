import { formatNumber } from '#i18n/format.ts'
import { stageLabels } from '../../../ui/messages.ts'

const plural = new Intl.PluralRules('en')

/** "1 request", "1,204 requests". */
export const requestCount = (count: number): string =>
  `${formatNumber(count)} ${plural.select(count) === 'one' ? 'request' : 'requests'}`

/** Texts of the list of requests and of what is done with many at once. */
export const requestListMessages = {
  title: 'Requests',
  review: 'Review',
  create: 'New request',
  stages: 'Stages',
  all: 'All',
  filters: 'Filter requests',
  search: 'Search requests',
  board: 'Board',
  allBoards: 'All boards',
  apply: 'Apply',
  sortBy: 'Sort by',
  sorts: { newest: 'Newest', votes: 'Most votes', active: 'Recently active' },
  list: 'Requests',
  votes: (count: number) => (plural.select(count) === 'one' ? 'vote' : 'votes'),
  comments: (count: number) => (plural.select(count) === 'one' ? 'comment' : 'comments'),
  anonymous: 'Anonymous',
  onRoadmap: 'On the roadmap',
  inTracker: 'In the tracker',
  shown: (shown: number, total: number | null) =>
    total === null ? `${requestCount(shown)} shown` : `${formatNumber(shown)} of ${formatNumber(total)}`,
  toFirst: 'Back to the first ones',
  select: (title: string) => `Select ${title}`,
  changeStage: (stage: string) => `${stage}, change the stage`,
  stageOf: (title: string) => `Stage of ${title}`,
  keys: { move: 'Move', open: 'Open', edit: 'Edit', stage: 'Stage', select: 'Select', search: 'Search', undo: 'Undo' },
  empty: {
    title: 'No requests yet',
    text: 'What customers ask for arrives here through the API and your portal. You can also note what somebody told you.',
  },
  nothing: {
    title: 'No request matches',
    search: (text: string) => `Nothing in title or description holds “${text}” with these filters.`,
    filter: 'There is none with these filters.',
    clear: 'Show all requests',
  },
}

interface Titled {
  title: string
}

const longestTitle = 60

/** One is named, so that what was done in a row can be told apart; several are counted. */
function summarize(moved: Titled[], what: string, ofMany: string): string {
  const [only, ...others] = moved
  if (only === undefined || others.length > 0) return ofMany
  const letters = [...only.title]
  const title =
    letters.length > longestTitle
      ? `${letters
          .slice(0, longestTitle - 1)
          .join('')
          .trimEnd()}…`
      : only.title
  return `${what}: ${title}`
}

export const bulkMessages = {
  label: 'What to do with the selected requests',
  selected: (count: number) => `${formatNumber(count)} selected`,
  selectedOnes: 'Selected requests',
  setStage: 'Set stage…',
  set: 'Set',
  approve: 'Approve',
  reject: 'Reject',
  spam: 'Spam',
  clear: 'Clear the selection',
  tooMany: 'At most 100 at a time. Select fewer.',
  none: 'Select requests first.',
  gone: 'This request is no longer there.',
  someGone: 'One of these requests is no longer there, so none was changed.',
  moved: (moved: Titled[], stage: keyof typeof stageLabels) =>
    summarize(moved, stageLabels[stage], `${requestCount(moved.length)}: ${stageLabels[stage]}`),
  approved: (moved: Titled[]) => summarize(moved, 'Approved', `${requestCount(moved.length)} approved`),
  rejected: (moved: Titled[]) => summarize(moved, 'Rejected', `${requestCount(moved.length)} rejected`),
  markedSpam: (moved: Titled[]) => summarize(moved, 'Marked as spam', `${requestCount(moved.length)} marked as spam`),
  unchanged: 'Nothing had to change.',
  undone: (count: number) => `${requestCount(count)} put back`,
  notUndone: 'Somebody has moved them since, so they stay as they are.',
}
