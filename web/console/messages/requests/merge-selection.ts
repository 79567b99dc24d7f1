import { defineMessages } from '#i18n/messages.ts'
import type { MergeEffect } from './merge.ts'

/** Texts of merging requests that were selected in the list. */
export const mergeSelectionMessages = defineMessages({
  pageTitle: 'Merge requests',
  title: 'Merge {count, number} requests',
  lead: 'The request that stays keeps its title, description, and stage. The others redirect to it. You can undo this at any time.',
  back: 'Requests',
  stays: 'Which request do you want to keep?',
  confirm: 'Merge {count, number} requests',
  cancel: 'Cancel',
  none: { title: 'Nothing to merge', text: 'Select two or more requests in the list first.' },
  tooMany: 'You can merge up to 25 requests at a time. The others stay as they are.',
  beingSent: 'One of these requests is being sent to the issue tracker. Try again once that has finished.',
  gone: 'One of these requests no longer exists, so nothing was merged.',
  merged: '{count, plural, one {# request} other {# requests}} merged into “{title}”',
  undone: '{count, plural, one {# request is} other {# requests are}} separate again',
  notUndone: 'These requests have changed since, so the merge couldn’t be undone.',
})

const effectMessages = defineMessages({
  votes: {
    name: 'Votes',
    distinct: 'No customer voted for more than one.',
    several: 'Customers who voted for more than one count once.',
  },
  comments: { name: 'Comments', none: 'No comments to move.', moved: 'All comments move to the request that stays.' },
  roadmap: { name: 'Roadmap', text: 'One item remains. The others are set aside until you undo the merge.' },
  issue: { name: 'Issue', text: 'One issue remains linked. The others are set aside until you undo the merge.' },
})

interface Request {
  votes: number
  comments: number
  roadmapItem: unknown
  issue: unknown
}

/** Says what the merge does, whichever request stays, line by line. */
export function describeMergeOfSeveral(requests: Request[], after: { votes: number; comments: number }): MergeEffect[] {
  const { votes, comments, roadmap, issue } = effectMessages
  const total = requests.reduce((sum, request) => sum + request.votes, 0)
  const count = (name: 'roadmapItem' | 'issue') => requests.filter((request) => request[name] !== null).length
  return [
    {
      name: votes.name,
      sum: [...requests.map((request) => request.votes), after.votes],
      text: total === after.votes ? votes.distinct : votes.several,
    },
    after.comments === 0
      ? { name: comments.name, text: comments.none }
      : {
          name: comments.name,
          sum: [...requests.map((request) => request.comments), after.comments],
          text: comments.moved,
        },
    ...(count('roadmapItem') > 1 ? [roadmap] : []),
    ...(count('issue') > 1 ? [issue] : []),
  ]
}
