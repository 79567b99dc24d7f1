import type { PublicSort } from '../../feedback/public/list.ts'
import type { Stage } from '../../feedback/schema.ts'

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`

export const stageLabels: Record<Stage, string> = {
  pending: 'Waiting for review',
  in_review: 'In review',
  planned: 'Planned',
  in_progress: 'In progress',
  completed: 'Completed',
  closed: 'Closed',
}

/** Every text of the pages of requests. */
export const requestMessages = {
  title: 'Requests',
  lead: (workspace: string) => `What customers ask ${workspace} for. Vote for what you need, or ask for something new.`,
  description: (workspace: string) => `What customers of ${workspace} ask for, what is planned and what is done.`,
  ask: 'New request',
  boards: 'Boards',
  allBoards: 'All boards',
  stages: 'Stages',
  allStages: 'All',
  sort: 'Sort by',
  sorts: { trending: 'Trending', votes: 'Most votes', newest: 'Newest' } satisfies Record<PublicSort, string>,
  search: 'Search requests',
  searchButton: 'Search',
  apply: 'Apply',
  more: 'Load more',
  results: 'Requests',
  waiting: 'Your requests that wait for review',
  waitingText: 'Only you see them until the team has looked at them.',
  votes: (count: number) => counted(count, 'vote', 'votes'),
  comments: (count: number) => counted(count, 'comment', 'comments'),
  vote: (title: string) => `Vote for “${title}”`,
  voteShort: 'Vote',
  voted: 'Voted',
  none: {
    title: 'No requests yet',
    text: 'Nobody has asked for anything here so far. Be the first.',
  },
  noMatch: {
    title: 'Nothing matches',
    text: (search: string) => `No request mentions “${search}”. Ask for it, or try other words.`,
    here: (search: string) => `No request in this board and stage mentions “${search}”.`,
    everywhere: 'Search all requests',
    filtered: 'No request is in this board and stage at the moment.',
    clear: 'Show all requests',
  },
  back: 'All requests',
  asked: 'Asked on',
  board: 'Board',
  target: 'Expected',
  targetDone: 'Was expected',
  shipped: 'Announced in',
  waitingHere: 'This request waits for review. Only you see it so far.',
  signInToVote: 'Sign in to vote',
  filed: {
    waiting:
      'Your request is filed, with your vote. It waits for review: until the team has looked at it, only you see it.',
    public: 'Your request is published, with your vote.',
    before: 'You have asked for this already. Here it is; nothing was filed twice.',
  },
}
