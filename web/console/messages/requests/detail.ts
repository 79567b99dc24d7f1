import { formatList } from '#i18n/format.ts'
import { defineMessages } from '#i18n/messages.ts'

/** Texts of notices that only the server writes, kept separate so that the browser does not load them. */
export const outcomeMessages = defineMessages({
  merged: 'The request you opened was merged into this one.',
  voteAdded: 'Vote added.',
  hasVoted: 'This customer has already voted.',
  voteRemoved: 'Vote removed.',
  hadNoVote: 'This customer’s vote was already removed.',
  promoted: 'On the roadmap: {status}.',
  itemChanged: 'Roadmap item updated: {status}.',
  commentEdited: 'Comment saved.',
  commentNotEditable: 'This comment no longer exists, or you can’t edit it.',
  replied: 'Reply sent.',
  noted: 'Note added.',
})

export const requestMessages = defineMessages({
  votes: '{count, plural, one {# vote} other {# votes}}',
  onRoadmap: 'Roadmap: {status}',
  notOnRoadmap: 'Not on the roadmap',
  addToRoadmap: 'Add to roadmap',
  back: 'Requests',
  close: 'Close',
  actions: 'More actions',
  reply: 'Write a reply',
  copyLink: 'Copy link',
  viewOnPortal: 'View on portal',
  edit: 'Edit',
  merge: 'Merge into another request…',
  remove: 'Delete…',
  anonymous: 'Anonymous',
  unnamed: 'No name',
  noDescription: 'No description.',
})

export const editMessages = defineMessages({
  heading: 'Edit “{title}”',
  title: 'Title',
  description: 'Description',
  help: 'Markdown. Customers can see the title and description if the board is public.',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Saved.',
})

export const triageMessages = defineMessages({
  stage: 'Stage: {stage}',
  setStage: 'Set stage',
  approve: 'Approve',
  reject: 'Reject',
  spam: 'Spam',
  moderation: 'Review: {status}',
})

export const voteMessages = defineMessages({
  title: 'Votes',
  none: 'No votes yet.',
  showAll: 'Show all',
  add: 'Add a vote',
  addWhy:
    'For a customer who asked for this somewhere else. They get the same updates as if they had voted themselves.',
  customer: 'Customer',
  customerHelp: 'Search by name, email address, or ID.',
  search: 'Search customers',
  orNew: 'Or a new customer',
  email: 'Email address',
  name: 'Name',
  who: 'Choose a customer or enter an email address.',
  unknown: 'This customer no longer exists.',
  remove: 'Remove the vote from {name}',
})

export const votersMessages = defineMessages({
  title: 'Who voted',
  titleOf: 'Who voted for {title}',
  lead: '{votes} for {title}',
  back: 'Back to the request',
  find: 'Find a voter',
  export: 'Export CSV',
  submit: 'Find',
  none: 'No votes yet.',
  noMatch: 'No voter matches “{text}”.',
  shown: '{shown, number} of {count, number}',
})

export const contextMessages = defineMessages({
  title: 'Private context',
  note: 'Only your team can see this.',
  submitter: 'Submitted by',
  externalId: 'External ID',
  source: 'Source',
  others: 'Also asked for',
  metadata: 'Metadata',
  empty: 'none',
  yes: 'yes',
  no: 'no',
})

export const roadmapItemMessages = defineMessages({
  promote: 'Promote to roadmap',
  promoteWhy: 'Creates a roadmap item with this title and description, approves the request, and sets its stage.',
  changeTitle: 'Edit roadmap item',
  changeWhy: 'The request moves to the matching stage.',
  status: 'Status',
  target: 'Target',
  noTarget: 'None',
  byQuarter: 'Quarter',
  byDate: 'Date',
  quarter: 'Target quarter',
  date: 'Target date',
  noDate: 'Choose a date, or no target.',
  save: 'Save',
  hidden: 'Hidden from the public roadmap until the request is approved.',
})

export const trackerIssueMessages = defineMessages({
  send: 'Send to {tracker}',
  notApproved: 'Approve the request first.',
  sent: 'in {tracker}',
  unusable: 'The connection to {tracker} isn’t working right now.',
  connect: 'Connect a tracker',
  newWindow: 'opens in a new window',
})

export const linkedEntriesMessages = defineMessages({
  title: 'Changelog',
  none: 'No changelog entry links to this request.',
  states: { draft: 'Draft', published: 'Published' },
})

export const mergedRequestsMessages = defineMessages({
  title: 'Merged duplicates',
  at: 'Merged',
  undo: 'Undo',
  undoLabel: 'Undo merging {title}',
  undone: '“{title}” is a separate request again.',
})

export const earlierTextMessages = defineMessages({
  summary: 'Edited by its author · {count, plural, one {# earlier version} other {# earlier versions}}',
  until: 'Until',
  noText: 'No description.',
})

export const threadMessages = defineMessages({
  title: 'Conversation',
  none: 'No comments yet. Replies are public; team notes stay with your team.',
  staff: 'Team',
  note: 'Team note',
  noteWhy: 'only your team can see this',
  reply: 'Reply',
  replyTo: 'Reply to {name}',
  edit: 'Edit',
  editLabel: 'Edit your comment',
  editText: 'Your comment',
  editHelp: 'Only people you newly mention are notified. Your team can see the earlier text.',
  saveEdit: 'Save',
  cancelEdit: 'Cancel',
  remove: 'Delete',
  removeLabel: 'Delete the comment by {name}',
  earlier: 'In reply to an earlier comment',
  removeTitle: 'Delete this comment?',
  removeText:
    '{replies, plural, =0 {You can’t undo this.} one {Its reply will be deleted too. You can’t undo this.} other {Its # replies will be deleted too. You can’t undo this.}}',
  removeConfirm: 'Delete comment',
  removed: 'Comment deleted.',
  fromStart: 'From the beginning',
})

export const composerMessages = defineMessages({
  label: 'Write a comment',
  mode: 'Visibility',
  reply: 'Reply',
  note: 'Team note',
  replyText: 'Your reply',
  noteText: 'Your note',
  placeholder: 'Write a reply, or a note for your team…',
  replyHelp: 'Visible to everyone who can see the request. Posted as {name}.',
  noteHelp: 'Only your team can see it.',
  answering: 'Replying to {name}',
  stopAnswering: 'Stop replying to this comment',
  sendReply: 'Send reply',
  sendNote: 'Add note',
})

export const historyMessages = defineMessages({
  title: 'History',
  by: 'via {agent}',
})

/** Texts of the list of people who were emailed about an event. */
export const toldMessages = defineMessages({
  emailed: 'Emailed {count, plural, one {# person} other {# people}}',
  loading: 'Loading…',
  offline: 'We couldn’t reach the server. Open this again when you’re connected.',
  more: 'and more',
})

export interface DeletionSummary {
  votes: number
  comments: number
  hasItem: boolean
  merged: number
  entries: number
  issue: { identifier: string; tracker: string } | null
}

export const deleteRequestMessages = defineMessages({
  title: 'Delete “{title}”?',
  votes: '{count, plural, one {# vote} other {# votes}}',
  comments: '{count, plural, one {# comment} other {# comments}}',
  roadmapItem: 'its roadmap item',
  merged: '{count, plural, one {# request that was merged into it} other {# requests that were merged into it}}',
  permanent: 'You can’t undo this.',
  alsoDeleted: 'This also deletes {parts}. You can’t undo it.',
  entries:
    '{count, plural, one {# changelog entry will no longer link to it.} other {# changelog entries will no longer link to it.}}',
  issue: 'Its issue {identifier} stays in {tracker}.',
  confirm: 'Delete request',
  done: '“{title}” was deleted.',
})

/** Describes what is deleted together with a request, and what remains. */
export function describeDeletion({ votes, comments, hasItem, merged, entries, issue }: DeletionSummary): string {
  const messages = deleteRequestMessages
  const parts = [
    ...(votes > 0 ? [messages.votes({ count: votes })] : []),
    ...(comments > 0 ? [messages.comments({ count: comments })] : []),
    ...(hasItem ? [messages.roadmapItem] : []),
    ...(merged > 0 ? [messages.merged({ count: merged })] : []),
  ]
  return [
    parts.length === 0 ? messages.permanent : messages.alsoDeleted({ parts: formatList(parts) }),
    ...(entries > 0 ? [messages.entries({ count: entries })] : []),
    ...(issue ? [messages.issue(issue)] : []),
  ].join(' ')
}
