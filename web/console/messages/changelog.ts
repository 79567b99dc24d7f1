import { formatNumber } from '#i18n/format.ts'

const counted = (count: number, one: string, many: string) => `${formatNumber(count)} ${count === 1 ? one : many}`
const customers = (count: number) => counted(count, 'customer', 'customers')

/** Texts of the changelog: its list, the editor, publishing, and an entry that is out. */
export const changelogMessages = {
  title: 'Changelog',
  about: 'What you have shipped, told to everybody who asked for it.',
  write: 'New entry',
  states: 'States',
  tabs: { draft: 'Drafts', scheduled: 'Scheduled', published: 'Published' },
  list: { draft: 'Drafts', scheduled: 'Scheduled entries', published: 'Published entries' },
  empty: {
    draft: {
      title: 'No drafts',
      text: 'An entry starts as a draft that only the team sees. Publishing it tells your customers.',
    },
    scheduled: {
      title: 'Nothing is scheduled',
      text: 'Give a draft a date and a time zone, and it publishes itself at that moment.',
    },
    published: {
      title: 'Nothing is published yet',
      text: 'When you publish an entry, customers are told by mail, once, and those who asked for it read that they did.',
    },
  },
  shown: (shown: number, all: number) => `${formatNumber(shown)} of ${formatNumber(all)}`,
  toNewest: 'Back to the first',
  edited: 'Edited',
  linked: (count: number) => counted(count, 'linked request', 'linked requests'),
  reactions: (count: number) => counted(count, 'reaction', 'reactions'),
  comments: (count: number) => counted(count, 'comment', 'comments'),
  yourTime: 'your time',
  delivery: {
    running: 'Sending',
    sent: (count: number) => `${formatNumber(count)} sent`,
    failed: (count: number) => `${formatNumber(count)} failed`,
  },
}

export const editorMessages = {
  newTitle: 'New entry',
  editTitle: 'Edit entry',
  back: 'Changelog',
  backToEntry: 'Entry',
  states: { draft: 'Draft', scheduled: 'Scheduled', published: 'Published' },
  title: 'Title',
  titleHint: 'What is new?',
  body: 'Text',
  bodyHelp: 'Markdown',
  panes: 'View',
  paneWrite: 'Write',
  panePreview: 'Preview',
  previewEmpty: 'What you write appears here as customers will read it.',
  previewFailed: 'The preview could not be made just now. Your text is safe.',
  formatting: 'Formatting',
  tools: {
    bold: 'Bold',
    italic: 'Italic',
    heading: 'Heading',
    link: 'Link',
    list: 'List',
    code: 'Code',
    image: 'Image by its address, or paste one',
  },
  placeholders: { bold: 'bold', italic: 'italic', link: 'text', code: 'code', image: 'What the picture shows' },
  details: 'Details',
  version: 'Version label',
  versionHint: 'v2.4',
  tags: 'Tags',
  tagsNone: 'There are no tags yet.',
  newTag: 'New tag',
  newTagHint: 'Name of a new tag',
  newTagAdd: 'Add',
  newTagHelp: 'Made when the entry is saved; its colour can be changed in the settings.',
  newTagAdded: (name: string) => `${name}, new`,
  linked: 'Linked requests',
  linkedHelp:
    'Whoever asked or voted reads in the mail that this is their request. Customers are only shown public ones.',
  linkedNone: 'No request is linked.',
  linkedSearch: 'Search requests to link',
  linkedMore: 'Completed of late',
  linkedHidden: 'Customers are not shown this one',
  readers: 'Readers may',
  reactions: 'React with an emoji',
  comments: 'Comment',
  schedule: 'Schedule',
  scheduleHelp: 'Leave it empty to publish by hand.',
  publishAt: 'Publish at',
  zone: 'Time zone',
  zoneHelp: 'A name such as Europe/Berlin.',
  zoneUnknown: (zone: string) => (zone === '' ? 'Name a time zone.' : `There is no time zone “${zone}”.`),
  clearSchedule: 'Do not schedule',
  scheduleThere: (when: string, zone: string) => `${when} in ${zone}`,
  scheduleHere: (when: string, zone: string) => `${when} for you, in ${zone}`,
  skipped: (when: string) =>
    `On that day the clocks there are put forward over this time. The entry will be published at ${when}.`,
  twice: 'On that day the clocks there are put back over this time. The first of the two is meant.',
  isPast: 'This moment has passed.',
  audience: (mailed: number) =>
    mailed === 0
      ? 'No customer would be mailed as things are now.'
      : `Then ${customers(mailed)} will be mailed, as things are now.`,
  audienceOutbox: 'No mail leaves this server: messages will be in the outbox.',
  save: 'Save draft',
  saveScheduled: 'Save and schedule',
  savePublished: 'Save changes',
  publish: 'Publish…',
  more: 'More actions',
  duplicate: 'Duplicate',
  delete: 'Delete…',
  published: {
    title: 'Customers are not mailed again',
    text: 'What you change is seen on the public page within a minute. The mail that went out stays as it was.',
  },
  conflict: {
    title: (name: string | null) => `${name ?? 'Somebody'} saved this entry while you were writing`,
    text: 'Yours has not been saved yet. Compare, then decide.',
    theirs: 'What is saved now',
    keepMine: 'Save mine over it',
    takeTheirs: 'Discard mine',
  },
  done: {
    saved: 'Saved',
    corrected: 'Saved. Customers are not mailed again.',
    scheduled: (when: string, zone: string) => `Saved. Publishes itself on ${when}, ${zone}.`,
    duplicated: 'A copy has been made. This is it.',
    deleted: (title: string) => `“${title}” has been deleted`,
  },
}

export const deleteEntryMessages = {
  draftTitle: 'Delete this draft?',
  draftText: 'It cannot be brought back.',
  publishedTitle: 'Delete this entry?',
  publishedText: (reactions: number, comments: number) =>
    `Its page is gone at once, and with it ${changelogMessages.reactions(reactions)} and ${changelogMessages.comments(comments)}. Mail that went out stays where it is. It cannot be brought back.`,
  confirm: 'Delete entry',
}

export const publishMessages = {
  title: 'Publish this entry?',
  back: 'Back to the draft',
  confirm: (mailed: number, sendsMail: boolean) =>
    mailed === 0 || !sendsMail ? 'Publish' : `Publish and notify ${customers(mailed)}`,
  cancel: 'Keep as draft',
  publicAtOnce: 'Everybody can read it at once on your public changelog.',
  mailed: (count: number) =>
    count === 0
      ? 'Nobody is mailed: no customer has an address that takes mail.'
      : `${customers(count)} ${count === 1 ? 'is' : 'are'} mailed, once.`,
  toOutbox: (count: number) => `Nobody is mailed: messages to ${customers(count)} stay in the outbox.`,
  silent: (count: number) =>
    `${customers(count)} ${count === 1 ? 'is' : 'are'} left out, who opted out or whose mail server has refused.`,
  withoutAddress: (count: number) => `${customers(count)} ${count === 1 ? 'has' : 'have'} no address.`,
  asked: (count: number) =>
    `Whoever asked for ${count === 1 ? 'the linked request' : `one of the ${formatNumber(count)} linked requests`} reads that in their mail.`,
  hidden: (count: number) =>
    `${counted(count, 'linked request is', 'linked requests are')} not public, and will not be shown to customers.`,
  scheduled: 'It was scheduled for later; that is forgotten when you publish it now.',
  noMail: {
    title: 'No mail server is set up',
    text: 'Messages are written to the outbox folder of this instance, and reach nobody. Set SMTP_URL to send them.',
  },
  empty: { title: 'The text is empty', text: 'Customers will read a title and nothing below it.' },
  notAgain: 'Publishing cannot be undone: a mail that is sent is sent.',
  changed: 'This entry was changed since you looked. Here it is as it is now; read it again.',
  done: (mailed: number, sendsMail: boolean) => {
    if (mailed === 0) return 'Published'
    return sendsMail
      ? `Published. ${customers(mailed)} will have mail.`
      : 'Published. No mail leaves this server: messages are in the outbox.'
  },
}

export const entryMessages = {
  back: 'Changelog',
  edit: 'Edit',
  publicPage: 'View on the portal',
  publishedAt: 'Published',
  version: 'Version',
  tags: 'Tags',
  reactions: 'Reactions',
  noReactions: 'None yet',
  reactionsOff: 'Turned off',
  linked: 'Linked requests',
  facts: 'About',
  noText: 'This entry has a title and no text.',
  delivery: {
    title: 'Delivery',
    listing: 'Finding out who is to hear…',
    progress: 'Messages sent',
    of: (sent: number, total: number) => `${formatNumber(sent)} of ${formatNumber(total)}`,
    isOver: (sent: number) => (sent === 0 ? 'Nobody was mailed.' : `Sent to ${customers(sent)}.`),
    due: (count: number) => `${formatNumber(count)} still to be sent`,
    failed: (count: number) => `${formatNumber(count)} failed`,
    suppressed: (count: number) => `${formatNumber(count)} left out: opted out, or refused before`,
    nextTry: 'Next try',
    reasons: 'What mail servers said',
    failures: 'Could not be delivered',
    latest: 'The latest ten',
    outbox: 'No mail server is set up: these messages were written to the outbox folder of this instance.',
    refresh: 'Look again',
    unnamed: 'Customer without a name',
  },
  comments: {
    title: 'Comments',
    none: 'Nobody has commented yet.',
    off: 'Comments are turned off for this entry.',
    anonymous: 'Somebody',
    customer: 'Customer',
    team: 'Team',
    note: 'Team note',
    reply: 'Reply',
    replyTo: (name: string) => `Reply to ${name}`,
    yours: 'Your reply',
    yourComment: 'Comment as the team',
    send: 'Send reply',
    post: 'Comment',
    posted: 'Your comment is on the public page',
    delete: 'Delete comment',
    deleteTitle: 'Delete this comment?',
    deleteText: 'Replies to it go with it. It cannot be brought back.',
    deleted: 'The comment has been deleted',
  },
}
