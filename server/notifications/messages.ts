import { defineMessages } from '#i18n/messages.ts'

/** Texts of the email that announces a changelog entry. */
export const announcementMessages = defineMessages({
  requested: 'You asked for {requests}.',
  moreRequests: 'more',
  readOnline: 'Read it online',
  readRestOnline: 'Read the rest online',
  onlineLine: 'Read it online:\n{url}',
  restOnlineLine: 'Read the rest online:\n{url}',
  footer: 'You’re receiving this email because you gave feedback to {workspace} or subscribed to its updates.',
})

/** Texts of the email about one request. */
export const digestMessages = defineMessages({
  stages: {
    in_review: {
      subject: '“{title}” is under consideration',
      sentence: 'The team is considering this request.',
    },
    planned: {
      subject: '“{title}” is planned',
      sentence: 'The team plans to work on this request.',
    },
    in_progress: {
      subject: '“{title}” is in progress',
      sentence: 'The team is working on this request.',
    },
    completed: {
      subject: '“{title}” has been completed',
      sentence: 'The team has completed this request.',
    },
    closed: {
      subject: '“{title}” is closed',
      sentence: 'The team has closed this request. It’s no longer public.',
    },
  },
  // For stages that the workspace has renamed.
  renamed: {
    subject: '“{title}”: {label}',
    sentence: 'The team has moved this request to “{label}”.',
    closed: 'The team has moved this request to “{label}”. It’s no longer public.',
  },
  approved: {
    subject: '“{title}” is now public',
    sentence: 'The team has approved this request. Others can now read it and vote.',
  },
  teamReplySubject: 'The {workspace} team replied on “{title}”',
  commentSubject: 'New comment on “{title}”',
  title: '“{title}”',
  note: 'Note from the {workspace} team',
  teamReply: 'Reply from the {workspace} team',
  signature: '— {author}',
  anonymous: 'A customer',
  customerByline: '{author} commented:',
  truncated: 'Read the rest online.',
  seeRequest: 'See the request',
  onlineLine: 'See the request:\n{url}',
  footer: 'You’re receiving this email because you follow this request in {workspace}’s feedback portal.',
  unfollow: 'Stop emails about this request',
})

/** Texts of the email that asks to confirm a subscription. */
export const confirmationMessages = defineMessages({
  subject: 'Confirm your subscription to {workspace}',
  lead: 'Someone, probably you, asked for updates from {workspace} to be sent to this address.',
  button: 'Confirm subscription',
  buttonLine: 'Confirm your subscription:\n{url}',
  footer:
    'If this wasn’t you, ignore this email: you won’t receive updates unless you confirm. The link expires in {days, plural, one {# day} other {# days}}.',
})

/** Texts that every notification shares. */
export const notificationMessages = defineMessages({
  unsubscribeLine: 'Unsubscribe: {url}',
})
