import { defineMessages } from '#i18n/messages.ts'

/** Texts of a member’s own inbox. */
export const inboxMessages = defineMessages({
  title: 'Inbox',
  titleOf: 'Inbox · {workspace}',
  about: 'Requests assigned to you, mentions, and replies.',
  unreadCount: '{count, number} unread',
  list: 'Notifications',
  filter: 'Show',
  all: 'All',
  unread: 'Unread',
  unreadMark: 'Unread:',
  settings: 'Notification settings',
  markAll: 'Mark all as read',
  allMarked: 'Everything is marked as read.',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  markReadOf: 'Mark “{title}” as read',
  markUnreadOf: 'Mark “{title}” as unread',
  older: 'Older',
  newest: 'Back to the newest',
  kinds: {
    assigned: '{hasActor, select, yes {{actor} assigned this to you} other {Assigned to you}}',
    mentioned: '{hasActor, select, yes {{actor} mentioned you} other {You were mentioned}}',
    mentionedInNote:
      '{hasActor, select, yes {{actor} mentioned you in a team note} other {You were mentioned in a team note}}',
    reply: '{hasActor, select, yes {{actor} commented} other {Someone commented}}',
  },
  more: '{count, plural, one {# more notification} other {# more notifications}}',
  review: {
    title: 'To review',
    waiting: '{count, plural, one {# submission} other {# submissions}} to review',
    waitingMore: 'More than {count, number} submissions to review',
  },
  empty: {
    title: 'Your inbox is empty',
    text: 'When a request is assigned to you, a teammate mentions you with @, or a customer replies to you, you’ll see it here.',
    unreadTitle: 'All caught up',
    unreadText: 'You’ve read everything.',
  },
  keys: 'Next, previous, open, mark as read',
})

/** Texts of a member’s notification settings. */
export const inboxSettingsMessages = defineMessages({
  title: 'Notification settings',
  titleOf: 'Notification settings · {workspace}',
  back: 'Inbox',
  about: 'How {workspace} notifies you. Your teammates choose for themselves.',
  email: 'Email',
  emailText:
    'Immediate email is sent after two minutes, unless you read the item here first. Daily and weekly email arrives at 09:00 ({zone}), weekly on Mondays.',
  noMail: 'No mail server is set up, so nothing is emailed',
  noMailText: 'Your choices apply once your server’s administrator sets SMTP_URL. Your inbox works without it.',
  kinds: {
    assigned: { label: 'Requests assigned to me', help: '' },
    mentions: { label: 'Mentions of me', help: 'In team notes, public replies, and comments on changelog entries.' },
    replies: {
      label: 'Replies',
      help: 'Customers’ comments on requests that I own or have answered, and on changelog entries that I have answered.',
    },
    review: { label: 'New submissions to review', help: 'One email about all of them, at most every 15 minutes.' },
  },
  frequencies: { immediately: 'Immediately', daily: 'Once a day', weekly: 'Once a week', off: 'Never' },
  digest: {
    title: 'Weekly digest',
    wanted: 'Email me a summary of the week',
    help: 'New, most-voted, unanswered, and completed requests, and published entries: every Monday at 09:00 ({zone}), if anything happened.',
    off: 'This workspace sends no weekly digest',
    offText: 'Owners and admins can turn it on in Settings → Email.',
  },
  inbox: 'Inbox',
  showsReview: 'Show submissions to review in my inbox',
  showsReviewHelp: 'As one item at the top, until nothing is left to review.',
  save: 'Save changes',
  saved: 'Your notification settings were saved.',
})
