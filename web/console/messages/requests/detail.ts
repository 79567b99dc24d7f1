import { comments, counted, entries, listed, requests, votes } from '../counts.ts'

/** Texts of the page of one request. */
export const requestMessages = {
  back: 'Requests',
  close: 'Close',
  actions: 'More actions',
  copyLink: 'Copy link',
  viewOnPortal: 'View on the portal',
  edit: 'Edit',
  merge: 'Merge into another…',
  remove: 'Delete…',
  anonymous: 'Anonymous',
  unnamed: 'No name',
  askedBy: 'from',
  noDescription: 'No description.',
  wasMerged: 'That request was merged into this one.',
}

export const editMessages = {
  heading: (title: string) => `Edit “${title}”`,
  title: 'Title',
  description: 'Description',
  help: 'Markdown. Customers see both where the board is public.',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Saved.',
}

export const triageMessages = {
  stage: (stage: string) => `Stage: ${stage}`,
  setStage: 'Set the stage',
  approve: 'Approve',
  reject: 'Reject',
  spam: 'Spam',
  moderation: 'Moderation',
}

export const voteMessages = {
  title: 'Votes',
  count: votes,
  none: 'Nobody has voted yet.',
  showAll: 'Show all',
  add: 'Add a vote',
  addWhy: 'For a customer who asked somewhere else. They are told about news as if they had voted themselves.',
  customer: 'Customer',
  customerHelp: 'By name, e-mail address or id.',
  search: 'Search customers',
  orNew: 'Or somebody new',
  email: 'E-mail address',
  name: 'Name',
  who: 'Choose a customer, or give the e-mail address of one.',
  unknown: 'is no customer any more',
  added: 'Vote added.',
  hasVoted: 'This customer has voted already.',
  remove: (name: string) => `Remove the vote of ${name}`,
  removed: 'Vote removed.',
  hadNone: 'This customer has no vote here any more.',
}

export const contextMessages = {
  title: 'Private context',
  note: 'Only your team sees this.',
  none: 'Nothing came with it.',
  submitter: 'Asked by',
  email: 'E-mail',
  externalId: 'External id',
  source: 'Source',
  others: 'Also asked for',
  active: 'Last activity',
  metadata: 'Metadata',
  empty: 'none',
  yes: 'yes',
  no: 'no',
}

export const roadmapStatusLabels = { planned: 'Planned', in_progress: 'In progress', done: 'Done', closed: 'Closed' }

export const roadmapItemMessages = {
  title: 'Roadmap',
  none: 'Not on the roadmap.',
  promote: 'Promote to roadmap',
  promoteWhy: 'Makes a roadmap item with this title and description, approves the request, and moves it along.',
  change: 'Change',
  changeTitle: 'Change the roadmap item',
  changeWhy: 'The request moves to the stage that says the same.',
  status: 'Status',
  target: 'Target',
  noTarget: 'None',
  byQuarter: 'Quarter',
  byDate: 'Date',
  quarter: 'Which quarter',
  date: 'Which day',
  noDate: 'Choose when, or no target.',
  save: 'Save',
  promoted: (status: string) => `On the roadmap: ${status}.`,
  changed: (status: string) => `Roadmap item changed: ${status}.`,
  hidden: 'Not on the public roadmap while the request waits for review.',
}

export const trackerIssueMessages = {
  title: 'Issue',
  send: (name: string) => `Send to ${name}`,
  notApproved: 'Approve the request first.',
  sent: (name: string) => `in ${name}`,
  none: 'No issue yet.',
  unusable: (name: string) => `The connection to ${name} does not work at present.`,
  notConnected: 'No issue tracker is connected.',
  connect: 'Connect one',
  newWindow: 'opens in a new window',
}

export const linkedEntriesMessages = {
  title: 'Changelog',
  none: 'No entry links this request.',
  states: { draft: 'Draft', published: 'Published' },
}

export const mergedRequestsMessages = {
  title: 'Merged duplicates',
  at: 'Merged',
  undo: 'Undo',
  undoLabel: (title: string) => `Undo the merge of ${title}`,
  undone: (title: string) => `“${title}” is a request of its own again.`,
}

export const threadMessages = {
  title: 'Conversation',
  none: 'Nobody has said anything yet. A reply is public; a team note stays with your team.',
  staff: 'Team',
  note: 'Team note',
  noteWhy: 'only your team sees this',
  reply: 'Reply',
  replyTo: (name: string) => `Reply to ${name}`,
  remove: 'Delete',
  removeLabel: (name: string) => `Delete the comment of ${name}`,
  earlier: 'Answers an earlier comment',
  removeTitle: 'Delete this comment?',
  removeText: (count: number) =>
    count === 0 ? 'It is gone for good.' : `It is gone for good, with ${counted(count, 'reply', 'replies')} to it.`,
  removeConfirm: 'Delete comment',
  removed: 'Comment deleted.',
  fromStart: 'From the start',
}

export const composerMessages = {
  label: 'Write to this thread',
  mode: 'Who reads it',
  reply: 'Reply',
  note: 'Team note',
  replyText: 'Your reply',
  noteText: 'Your note',
  placeholder: 'Write a reply, or a note for your team…',
  replyHelp: (name: string) => `Everybody who sees the request reads it, signed ${name}.`,
  noteHelp: 'Only your team reads it.',
  answering: (name: string) => `Answers ${name}`,
  stopAnswering: 'Do not answer this comment',
  sendReply: 'Send reply',
  sendNote: 'Add note',
  sent: 'Reply sent.',
  noted: 'Note added.',
}

export const historyMessages = {
  title: 'History',
  by: (agent: string) => `by ${agent}`,
}

interface DeletionSummary {
  votes: number
  comments: number
  hasItem: boolean
  merged: number
  entries: number
  issue: { identifier: string; tracker: string } | null
}

export const deleteRequestMessages = {
  title: (title: string) => `Delete “${title}”?`,
  text: (going: DeletionSummary) => {
    const gone = [
      ...(going.votes > 0 ? [votes(going.votes)] : []),
      ...(going.comments > 0 ? [comments(going.comments)] : []),
      ...(going.hasItem ? ['its roadmap item'] : []),
      ...(going.merged > 0
        ? [`${requests(going.merged)} that ${going.merged === 1 ? 'was' : 'were'} merged into it`]
        : []),
    ]
    return [
      gone.length === 0 ? 'It is gone for good.' : `Gone for good with it: ${listed(gone)}.`,
      ...(going.entries > 0 ? [`${entries(going.entries)} no longer link${going.entries === 1 ? 's' : ''} it.`] : []),
      ...(going.issue ? [`Its issue ${going.issue.identifier} stays in ${going.issue.tracker}.`] : []),
    ].join(' ')
  },
  confirm: 'Delete request',
  done: (title: string) => `“${title}” is deleted.`,
}
