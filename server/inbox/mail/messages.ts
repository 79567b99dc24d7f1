import { defineMessages } from '#i18n/messages.ts'

/** The texts of the mail to members about their inbox. */
export const memberMailMessages = defineMessages({
  subjects: {
    assigned: '{hasActor, select, yes {{actor} assigned “{title}” to you} other {“{title}” was assigned to you}}',
    mentioned: '{hasActor, select, yes {{actor} mentioned you in “{title}”} other {You were mentioned in “{title}”}}',
    reply: 'New comment on “{title}”',
    several: '{count, plural, one {# update} other {# updates}} in {workspace}',
    review: '{count, plural, one {# new submission} other {# new submissions}} to review in {workspace}',
  },
  headings: {
    assigned: '{hasActor, select, yes {{actor} assigned this request to you} other {This request was assigned to you}}',
    mentioned: '{hasActor, select, yes {{actor} mentioned you} other {You were mentioned}}',
    mentionedInNote:
      '{hasActor, select, yes {{actor} mentioned you in a team note} other {You were mentioned in a team note}}',
    reply: '{hasActor, select, yes {{actor} commented} other {Someone commented}}',
  },
  title: '“{title}”',
  open: { requests: 'Open the request', changelog: 'Open the entry' },
  openLine: { requests: 'Open the request:\n{url}', changelog: 'Open the entry:\n{url}' },
  review: {
    heading: '{count, plural, one {# new submission} other {# new submissions}} to review',
    open: 'Review submissions',
    openLine: 'Review submissions:\n{url}',
  },
  more: 'And {count, number} more in your inbox.',
  inbox: 'Open your inbox',
  inboxLine: 'Open your inbox:\n{url}',
  truncated: 'The comment continues in the console.',
  footer: 'You’re receiving this email because you’re on the {workspace} team.',
  settings: 'Notification settings',
  unsubscribeLine: 'Unsubscribe from these emails:\n{url}',
})

/** The texts of the page that stops mail of some kinds to a member. */
export const memberUnsubscribeMessages = defineMessages({
  kinds: {
    assigned: 'Requests assigned to you',
    mentions: 'Mentions of you',
    replies: 'Customers’ comments on requests you own or have answered, and on changelog entries you have answered',
    review: 'New submissions to review',
  },
  ask: {
    title: 'Unsubscribe from these emails?',
    text: '{workspace} sends you email about:',
    button: 'Unsubscribe',
  },
  done: {
    title: 'You’re unsubscribed',
    text: '{workspace} no longer sends you email about:',
  },
  inbox: 'You’ll still find them in your inbox.',
  settings: 'Notification settings',
})
