import { defineMessages } from '#i18n/messages.ts'

/** Texts of the weekly digest. */
export const weeklyDigestMessages = defineMessages({
  subject: '{workspace}: {requests, plural, =0 {no new requests} one {# new request} other {# new requests}} last week',
  title: 'Last week in {workspace}',
  week: '{from} to {to}',
  requests: '{count, plural, one {# new request} other {# new requests}}',
  votes: '{count, plural, one {# vote} other {# votes}}',
  unanswered: '{count, plural, =0 {No unanswered requests} one {# unanswered request} other {# unanswered requests}}',
  unansweredMore: 'At least {count, number} unanswered requests',
  replyTime: 'First reply after {duration} (median)',
  minutes: '{count, plural, one {# minute} other {# minutes}}',
  hours: '{count, plural, one {# hour} other {# hours}}',
  days: '{count, plural, one {# day} other {# days}}',
  mostVoted: 'Most voted last week',
  gained: '+{count, number}',
  completed: 'Completed',
  published: 'Published',
  open: 'Open the overview',
  reason: 'You’re receiving this email because you’re on the {workspace} team.',
  change: 'Notification settings',
  unsubscribe: 'Unsubscribe',
})

/** Texts of the page behind the link at the end of each digest. */
export const digestUnsubscribeMessages = defineMessages({
  wanted: {
    title: 'Unsubscribe from the weekly digest?',
    text: 'Heed emails {address} a summary of {workspace} every Monday.',
    button: 'Unsubscribe',
    resumed: 'You’re subscribed again',
  },
  stopped: {
    title: 'You’re not subscribed to the weekly digest',
    done: 'You’re unsubscribed',
    text: 'Heed no longer sends {address} the weekly digest of {workspace}.',
    button: 'Subscribe again',
  },
})
