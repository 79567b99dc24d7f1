import { defineMessages } from '#i18n/messages.ts'

/** Texts of the list of changelog entries. */
export const changelogMessages = defineMessages({
  title: 'Changelog',
  about: 'Tell everyone who asked what you’ve shipped.',
  write: 'New entry',
  export: 'Export CSV',
  states: 'States',
  tabs: { draft: 'Drafts', scheduled: 'Scheduled', published: 'Published' },
  list: { draft: 'Drafts', scheduled: 'Scheduled entries', published: 'Published entries' },
  empty: {
    draft: {
      title: 'No drafts',
      text: 'New entries start as drafts that only your team can see.',
    },
    scheduled: {
      title: 'Nothing is scheduled',
      text: 'Set a date and time zone on a draft, and it will be published automatically.',
    },
    published: {
      title: 'Nothing published yet',
      text: 'When you publish an entry, customers get one email, and those who asked for a linked request are told it’s done.',
    },
  },
  shown: '{shown, number} of {all, number}',
  edited: 'Edited',
  linked: '{count, plural, one {# linked request} other {# linked requests}}',
  reactions: '{count, plural, one {# reaction} other {# reactions}}',
  comments: '{count, plural, one {# comment} other {# comments}}',
  yourTime: 'your time',
  delivery: {
    running: 'Sending',
    sent: '{count, number} sent',
    failed: '{count, number} failed',
  },
})

/** Texts of the changelog editor. */
export const editorMessages = defineMessages({
  newTitle: 'New entry',
  editTitle: 'Edit entry',
  back: 'Changelog',
  backToEntry: 'Entry',
  states: { draft: 'Draft', scheduled: 'Scheduled', published: 'Published' },
  cover: {
    label: 'Cover image',
    add: 'Add cover image',
    addHelp: 'Or drop an image here.',
    replace: 'Replace',
    remove: 'Remove cover',
    alt: 'Image description',
    altHelp: 'Read aloud to people who can’t see the image. Leave it empty if the image is decorative.',
  },
  title: 'Title',
  titleHint: 'What’s new?',
  body: 'Text',
  bodyHelp: 'Markdown, or type / for blocks',
  modes: 'Editor',
  modeRich: 'Rich text',
  modeMarkdown: 'Markdown',
  richHelp: 'Type / for blocks',
  richLossy: 'Line {line, number} can’t be shown as rich text without changing it, so this entry stays in Markdown.',
  richFailed: 'Rich text couldn’t be loaded. Check your connection and try again. Your text is safe.',
  link: { label: 'Link', url: 'URL', apply: 'Apply', remove: 'Remove link' },
  imageAlt: { label: 'Image', text: 'Image description', apply: 'Apply' },
  table: {
    label: 'Table',
    addRow: 'Add row',
    addColumn: 'Add column',
    deleteRow: 'Delete row',
    deleteColumn: 'Delete column',
    delete: 'Delete table',
  },
  blocks: {
    heading: 'Heading',
    subheading: 'Subheading',
    bullets: 'Bulleted list',
    numbers: 'Numbered list',
    quote: 'Quote',
    code: 'Code block',
    table: 'Table',
    divider: 'Divider',
    file: 'Image or file',
    words: { column: 'Column', cell: 'Cell', code: 'code' },
  },
  panes: 'View',
  paneWrite: 'Write',
  panePreview: 'Preview',
  previewEmpty: 'Your text appears here as customers will see it.',
  previewFailed: 'The preview couldn’t be loaded. Your text is safe.',
  formatting: 'Formatting',
  tools: {
    bold: 'Bold',
    italic: 'Italic',
    heading: 'Heading',
    link: 'Link',
    list: 'List',
    code: 'Code',
    image: 'Images and files',
  },
  placeholders: { bold: 'bold', italic: 'italic', link: 'text', code: 'code', image: 'Image description' },
  details: 'Details',
  version: 'Version label',
  versionHint: 'v2.4',
  tags: 'Tags',
  tagsNone: 'No tags yet.',
  newTag: 'New tag',
  newTagHint: 'Name of the new tag',
  newTagAdd: 'Add',
  newTagHelp: 'Created when you save the entry. You can change its color in Settings → Tags.',
  newTagAdded: '{name}, new',
  linked: 'Linked requests',
  linkedHelp:
    'In the email, customers who submitted or voted for a linked request see that they asked for it. Customers see only public requests.',
  linkedNone: 'No linked requests.',
  linkedSearch: 'Search requests to link',
  linkedMore: 'Recently completed',
  linkedHidden: 'Hidden from customers',
  readers: 'Readers can',
  reactions: 'React with an emoji',
  comments: 'Comment',
  schedule: 'Schedule',
  scheduleHelp: 'Leave empty to publish manually.',
  publishAt: 'Publish at',
  zone: 'Time zone',
  zoneHelp: 'For example, Europe/Berlin.',
  likelyZones: 'Suggested',
  clearSchedule: 'Remove schedule',
  scheduledInZone: '{when} in {zone}',
  scheduledForReader: '{when} your time, {zone}',
  skipped: 'The clocks change that day, so this time doesn’t exist. The entry will be published at {when}.',
  twice: 'The clocks go back that day, so this time occurs twice. The entry will be published the first time.',
  isPast: 'This time is in the past.',
  save: 'Save draft',
  saveScheduled: 'Save and schedule',
  savePublished: 'Save changes',
  publish: 'Publish…',
  more: 'More actions',
  duplicate: 'Duplicate',
  delete: 'Delete…',
  published: {
    title: 'Customers won’t be emailed again',
    text: 'Changes appear on the public page within a minute. Emails that were already sent don’t change.',
  },
  conflict: {
    title: '{name} saved this entry while you were editing',
    titleUnnamed: 'Someone saved this entry while you were editing',
    text: 'Your version hasn’t been saved yet. Compare the two, then choose.',
    theirs: 'Saved version',
    keepMine: 'Save my version',
    takeTheirs: 'Discard my version',
  },
  done: {
    saved: 'Saved.',
    corrected: 'Saved. Customers won’t be emailed again.',
    scheduled: 'Saved. It will be published on {when}, {zone}.',
    duplicated: 'Entry duplicated.',
    deleted: '“{title}” was deleted.',
  },
})

/** Texts of the publication plan of a scheduled entry. */
export const planMessages = defineMessages({
  audience: 'Email',
  everyone: 'Everyone who gets announcements',
  asked: 'People who asked for a linked request',
  nobody: 'No one',
  reached:
    '{count, plural, =0 {No customers would be emailed right now.} one {# customer would be emailed right now.} other {# customers would be emailed right now.}}',
  counting: 'Counting…',
  silent: 'The entry will be published without email.',
  outbox: 'No mail server is set up: messages go to the outbox.',
  completesLinked: 'Mark the linked requests as completed',
  completesLinkedHelp: 'Only requests that are open when the entry is published.',
  listed: {
    everyone: 'Emails everyone',
    asked: 'Emails people who asked',
    board: 'Emails people by board',
    tag: 'Emails people by tag',
    nobody: 'No email',
  },
})

/** Texts of deleting an entry. */
export const deleteEntryMessages = defineMessages({
  draftTitle: 'Delete this draft?',
  draftText: 'You can’t undo this.',
  publishedTitle: 'Delete this entry?',
  publishedText:
    'This deletes its public page with {reactions, plural, one {# reaction} other {# reactions}} and {comments, plural, one {# comment} other {# comments}}. Emails that were already sent remain. You can’t undo this.',
  confirm: 'Delete entry',
})

/** Texts of the page that confirms publishing. */
export const publishMessages = defineMessages({
  title: 'Publish this entry?',
  back: 'Back to the draft',
  backToScheduled: 'Back to the entry',
  confirm: 'Publish',
  confirmAndEmail: '{count, plural, one {Publish and email # customer} other {Publish and email # customers}}',
  cancel: 'Keep as draft',
  keepSchedule: 'Keep the schedule',
  audience: {
    legend: 'Email',
    everyone: 'Everyone who gets announcements ({count, number})',
    asked: 'People who asked ({count, number})',
    askedHelp: 'They submitted or voted for a linked request.',
    filter: 'People who asked on a board or with a tag',
    filterHelp: 'They submitted or voted for a request on the board or with the tag.',
    filterLabel: 'Board or tag',
    board: 'Board: {name}',
    tag: 'Tag: {name}',
    deletedFilter: 'Deleted board or tag',
    nobody: 'No one',
    silent: 'No one will be emailed, now or later.',
  },
  publicAtOnce: 'It appears on your public changelog immediately.',
  mailed:
    '{count, plural, =0 {No one will be emailed: no customer has an address that accepts email.} one {# customer will be emailed once.} other {# customers will be emailed once.}}',
  toOutbox:
    '{count, plural, one {No one will be emailed: the message to # customer goes to the outbox.} other {No one will be emailed: the messages to # customers go to the outbox.}}',
  suppressed:
    '{count, plural, one {# customer won’t be emailed: they unsubscribed, or their address bounced.} other {# customers won’t be emailed: they unsubscribed, or their addresses bounced.}}',
  withoutAddress: '{count, plural, one {# customer has no email address.} other {# customers have no email address.}}',
  linkedRequests: 'The email tells customers which of their requests this entry covers.',
  hidden:
    '{count, plural, one {# linked request isn’t public, so customers won’t see it.} other {# linked requests aren’t public, so customers won’t see them.}}',
  scheduled: 'This entry is scheduled. Publishing it now removes the schedule.',
  noMail: {
    title: 'No mail server is set up',
    text: 'Messages are written to this server’s outbox folder and aren’t delivered. Set SMTP_URL to send them.',
  },
  empty: { title: 'The text is empty', text: 'Customers will see only a title.' },
  completeLinked: 'Mark {count, plural, one {# linked request} other {# linked requests}} as completed',
  completeLinkedAlso: 'The announcement already says which requests it covers. This would be a second email.',
  completed: '{done} {count, plural, one {# request} other {# requests}} marked as completed.',
  notAgain: 'The email is sent two minutes later. Until then, you can cancel it.',
  done: {
    silent: 'Published.',
    unmailed: 'Published without email.',
    asked:
      '{count, plural, one {Published. Emailing # customer who asked in 2 minutes.} other {Published. Emailing # customers who asked in 2 minutes.}}',
    emailed:
      '{count, plural, one {Published. Emailing # customer in 2 minutes.} other {Published. Emailing # customers in 2 minutes.}}',
    outbox: 'Published. No mail server is set up, so the messages go to the outbox in 2 minutes.',
  },
})

/** Texts of a published entry. */
export const entryMessages = defineMessages({
  back: 'Changelog',
  edit: 'Edit',
  publicPage: 'View on portal',
  publishedAt: 'Published',
  version: 'Version',
  tags: 'Tags',
  reactions: 'Reactions',
  noReactions: 'None yet',
  reactionsOff: 'Turned off',
  linked: 'Linked requests',
  facts: 'Details',
  noText: 'This entry has no text.',
  delivery: {
    title: 'Delivery',
    waiting: 'The email is sent two minutes after you publish. Until then, you can cancel it.',
    listing: 'Building the recipient list…',
    progress: 'Messages sent',
    of: '{sent, number} of {total, number}',
    finished: '{sent, plural, =0 {No one was emailed.} one {Sent to # customer.} other {Sent to # customers.}}',
    finishedAsked:
      '{sent, plural, =0 {No one was emailed.} one {Emailed # person who submitted or voted for linked requests.} other {Emailed # people who submitted or voted for linked requests.}}',
    finishedFiltered:
      '{sent, plural, =0 {No one was emailed.} one {Emailed # person who submitted or voted for requests on a board or with a tag.} other {Emailed # people who submitted or voted for requests on a board or with a tag.}}',
    unmailed: 'Published without email.',
    due: '{count, number} still to send',
    failed: '{count, number} failed',
    suppressed: '{count, number} not sent: unsubscribed or bounced',
    nextTry: 'Next attempt',
    reasons: 'Mail server responses',
    failures: 'Couldn’t be delivered',
    latest: 'Latest ten',
    outbox: 'No mail server is set up, so these messages were written to this server’s outbox folder.',
    refresh: 'Refresh',
    unnamed: 'Unnamed customer',
  },
  comments: {
    title: 'Comments',
    none: 'No comments yet.',
    off: 'Comments are turned off for this entry.',
    anonymous: 'Anonymous',
    customer: 'Customer',
    team: 'Team',
    note: 'Team note',
    reply: 'Reply',
    replyTo: 'Reply to {name}',
    yourComment: 'Comment as your team',
    send: 'Send reply',
    post: 'Comment',
    posted: 'Comment posted.',
    delete: 'Delete comment',
    deleteTitle: 'Delete this comment?',
    deleteText: 'This also deletes its replies. You can’t undo this.',
    deleted: 'Comment deleted.',
  },
})

/** Says who saved the entry in the meantime; a member who has left has no name. */
export const describeConflict = (name: string | null): string =>
  name === null ? editorMessages.conflict.titleUnnamed : editorMessages.conflict.title({ name })

/** Labels the button that publishes, with the number of customers who will be emailed. */
export const publishButton = (count: number, sendsMail: boolean): string =>
  count === 0 || !sendsMail ? publishMessages.confirm : publishMessages.confirmAndEmail({ count })

/** Appends to the notice of a publication how many requests it completed. */
export const describeCompleted = (done: string, count: number): string =>
  count === 0 ? done : publishMessages.completed({ done, count })

/** Says whom a scheduled entry emails. @param count null until the number is known */
export function describePlannedMail(audience: string, count: number | null, sendsMail: boolean): string {
  if (audience === 'nobody') return planMessages.silent
  if (count === null) return planMessages.counting
  return sendsMail || count === 0 ? planMessages.reached({ count }) : planMessages.outbox
}

/** Says what publishing did. */
export function describePublished(count: number, sendsMail: boolean, audience = 'everyone'): string {
  if (audience === 'nobody') return publishMessages.done.unmailed
  if (audience !== 'everyone' && count > 0 && sendsMail) return publishMessages.done.asked({ count })
  if (count === 0) return publishMessages.done.silent
  return sendsMail ? publishMessages.done.emailed({ count }) : publishMessages.done.outbox
}
