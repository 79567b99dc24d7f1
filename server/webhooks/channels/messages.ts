import { defineMessages } from '#i18n/messages.ts'

/** Texts of the messages in channels. */
export const channelTexts = defineMessages({
  products: { slack: 'Slack', discord: 'Discord', teams: 'Microsoft Teams' },
  headlines: {
    'request.created': 'New request',
    'request.pending': 'Request to review',
    'comment.created': 'New comment',
    'reply.created': 'Reply from the team',
    'request.stage_changed': 'Moved to {stage}',
    'changelog.published': 'Published',
    test: 'Test message',
  },
  summaries: {
    'request.created': '{count, plural, one {# new request} other {# new requests}}',
    'request.pending': '{count, plural, one {# request to review} other {# requests to review}}',
    'comment.created': '{count, plural, one {# new comment} other {# new comments}}',
    'reply.created': '{count, plural, one {# reply from the team} other {# replies from the team}}',
    'request.stage_changed': '{count, plural, one {# request moved to {stage}} other {# requests moved to {stage}}}',
    'changelog.published': '{count, plural, one {# entry published} other {# entries published}}',
  },
  stages: {
    in_review: 'Under consideration',
    planned: 'Planned',
    in_progress: 'In progress',
    completed: 'Completed',
    closed: 'Closed',
  },
  votes: '{count, plural, one {# vote} other {# votes}}',
  by: 'by {name}',
  version: 'Version {version}',
  open: {
    request: 'Open request',
    review: 'Open review',
    entry: 'Open entry',
    requests: 'Open requests',
    changelog: 'Open changelog',
    settings: 'Open settings',
  },
  test: '“{name}” is connected to {workspace}.',
  testTitle: 'Heed can post here',
  samples: {
    title: 'Export reports as CSV',
    description: 'Every month I copy the numbers into a spreadsheet by hand. A download would save me an hour.',
    comment: 'We need this for our auditors, too.',
    reply: 'Good news: we’re working on this. Would one file per report suit you?',
    entry: 'Reports you can download',
    entryBody: 'Every report now has a Download button, for CSV and Excel.',
    board: 'Product ideas',
    customer: 'Ada Chen',
    member: 'Mara Lindqvist',
  },
})
