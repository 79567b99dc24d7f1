import { defineMessages } from '#i18n/messages.ts'

/** Texts of the pages about channels of Slack, Discord and Microsoft Teams. */
export const channelsMessages = defineMessages({
  about: 'Post new feedback to your team’s channels in Slack, Discord, or Microsoft Teams.',
  list: 'Channels',
  add: 'Add channel',
  empty: 'No channels yet',
  emptyText:
    'Heed can post new requests, comments, stage changes, and published entries to the channels where your team already talks.',
  full: 'This workspace has {max, number} channels, the most it can have. Delete one first.',
  channel: 'Channel',
  hears: 'Messages',
  allKinds: 'Everything',
  moreKinds: '{first} and {count, number} more',
  status: 'Status',
  lastSuccess: 'Last message',
  never: 'Never',
  health: {
    enabled: 'Enabled',
    failingSince: 'Failing since {time}',
    manual: 'Disabled',
    gone: 'Disabled: webhook deleted',
    failing: 'Disabled: kept failing',
  },

  back: 'Channels',
  backToChannel: 'Channel',
  edit: 'Edit channel',
  provider: 'Service',
  providers: { slack: 'Slack', discord: 'Discord', teams: 'Microsoft Teams' },
  steps: {
    slack:
      'In Slack, create an app at api.slack.com/apps, turn on Incoming Webhooks, add a webhook to the channel, and copy its URL.',
    discord:
      'In Discord, open the channel’s settings, then Integrations, then Webhooks. Create a webhook and copy its URL.',
    teams:
      'In Teams, open the channel’s menu, then Workflows. Choose “Send webhook alerts to a channel” and copy the URL.',
  },
  webhookUrl: 'Webhook URL',
  webhookUrlHelp: 'Anyone with this URL can post to the channel, so Heed encrypts it and never shows it again.',
  webhookUrlKept: 'Currently {address}. Leave this empty to keep it.',
  name: 'Name',
  nameHelp: 'The channel in which messages appear, such as #feedback.',
  kinds: 'Post a message for',
  kindLabels: {
    'request.created': { label: 'New requests', help: 'Once they are public: posted without review, or approved.' },
    'request.pending': {
      label: 'Requests to review',
      help: 'As soon as a customer submits one that needs review.',
    },
    'comment.pending': { label: 'Comments to review', help: '' },
    'report.created': {
      label: 'Reported requests and comments',
      help: 'When a customer reports something. Who reported it is never posted.',
    },
    'request.milestone': {
      label: 'Vote milestones',
      help: 'When a request first reaches 10, 25, 50, 100, 250, 500, 1,000 votes, and so on.',
    },
    'comment.created': { label: 'Comments by customers', help: '' },
    'reply.created': { label: 'Replies from your team', help: 'Public replies. Team notes are never posted.' },
    'request.stage_changed': { label: 'Stage changes', help: 'Such as planned or completed.' },
    'changelog.published': { label: 'Published changelog entries', help: '' },
    'tracker.failed': {
      label: 'Issue tracker problems',
      help: 'When Linear, GitHub, or Jira no longer accepts the connection.',
    },
  },
  testKind: 'Test message',
  boards: 'Boards',
  boardsHelp:
    'Choose none to include all boards, even future ones. Messages that don’t belong to a board, such as published entries, are always posted.',
  allBoards: 'All boards',
  deletedBoards:
    'Its boards have been deleted, so Heed posts nothing about requests. Edit the channel to choose others.',
  burst:
    'If more than five events of one kind happen together, such as in a bulk change, Heed posts one message with the number.',
  create: 'Add channel',
  cancel: 'Cancel',
  created: 'Channel added. Send a test message to check that it arrives.',
  saved: 'Channel saved.',

  preview: 'Preview',
  previewOf: 'Message to preview',
  app: 'APP',
  bot: 'Heed',
  time: '9:41 AM',

  sendTest: 'Send test message',
  testSent: 'Test message sent. It appears in the log.',
  editAction: 'Edit',
  menu: 'More actions',
  enable: 'Enable',
  enabled: 'Channel enabled. Heed posts what happens from now on.',
  disable: 'Disable…',
  disableTitle: 'Disable this channel?',
  disableText: 'Heed stops posting to it and discards messages that are waiting.',
  disableConfirm: 'Disable channel',
  disabled: 'Channel disabled.',
  delete: 'Delete…',
  deleteTitle: 'Delete this channel?',
  deleteText: 'Heed stops posting to “{name}” and deletes its log and its webhook URL. You can’t undo this.',
  deleteConfirm: 'Delete channel',
  deleted: 'Channel deleted.',
  disabledReason: 'Enable the channel first.',

  disabledTitle: 'This channel is disabled',
  disabledText: {
    manual: 'Heed posts nothing to it. Once you enable it, Heed posts what happens from then on.',
    gone: '{product} responded that this webhook no longer exists. Create a new one, enter its URL under Edit, then enable the channel.',
    failing: 'No message has arrived for five days. Fix the problem, then enable the channel.',
  },
  failingTitle: 'Messages aren’t arriving',
  failingText:
    'No message has arrived since {time}. Heed retries each one for about three days and disables the channel after five days of failures.',
  overview: 'Overview',
  address: 'Webhook URL',
  createdAt: 'Added',

  log: 'Log',
  logAbout: 'The last 50 messages from the past 30 days, including those waiting to be sent.',
  logEmpty: 'No messages yet',
  logEmptyText: 'Send a test message, or wait for the next request.',
  refresh: 'Refresh',
  statuses: { pending: 'Waiting', succeeded: 'Sent', failed: 'Failed', skipped: 'Not needed' },
  events: '{count, plural, one {# event} other {# events}}',
  attempts: '{count, plural, one {# attempt} other {# attempts}}',
  nextAttempt: 'Next attempt',
  response: 'Response: {text}',
  retry: 'Send again',
  retryOf: 'Send again: {kind}, {time}',
  retried: 'Sending the message again.',
})
