import { defineMessages } from '#i18n/messages.ts'

/** Texts of the unsubscribe page. */
export const unsubscribeMessages = defineMessages({
  recipient: 'you',
  inFlight: 'An email that’s already on its way may still arrive.',
  optedOut: {
    title: 'You’re unsubscribed from all emails',
    done: 'You’re unsubscribed',
    text: '{workspace} no longer sends any email to {recipient}.',
  },
  bounced: {
    title: 'Our emails to you bounced',
    text: '{workspace} stopped sending email to {recipient}, because the mail server for that address rejected several messages.',
  },
  unsubscribed: {
    title: 'You’re not subscribed to these emails',
    done: 'You’re unsubscribed',
    text: '{workspace} doesn’t send email to {recipient} {kinds, select, changelog {when it publishes an update: what’s new, what has changed, and what happened to the requests you care about} replies {when someone replies to your comment, or the team responds to a request you follow} stages {when a request you follow changes stage} other {when a request you follow gets a reply or changes stage}}.',
  },
  subscribed: {
    title: 'Unsubscribe from these emails?',
    resumed: 'You’re subscribed again',
    saved: 'Your settings were saved',
    text: '{workspace} sends email to {recipient} {kinds, select, changelog {when it publishes an update: what’s new, what has changed, and what happened to the requests you care about} replies {when someone replies to your comment, or the team responds to a request you follow} stages {when a request you follow changes stage} other {when a request you follow gets a reply or changes stage}}.',
  },
  settings: {
    title: 'Email settings',
    changelog: 'Changelog updates',
    replies: 'Replies to me, and on requests I follow',
    stages: 'Progress of requests I follow',
  },
  buttons: {
    unsubscribe: 'Unsubscribe',
    resume: 'Resume emails',
    stopAll: 'Stop all emails',
    save: 'Save settings',
    optOut: 'No emails at all',
  },
})

/** Texts of the page that stops mail about one request. */
export const unfollowMessages = defineMessages({
  request: '“{title}”',
  following: {
    title: 'Stop emails about this request?',
    resumed: 'You’re following this request again',
    text: '{workspace} sends email to {recipient} when the team replies to this request or changes its stage.',
    button: 'Stop these emails',
  },
  stopped: {
    title: 'You’re not getting emails about this request',
    done: 'You’ve stopped emails about this request',
    text: '{workspace} doesn’t send email to {recipient} about this request.',
    button: 'Follow the request again',
  },
})

/** Texts of the mail preview, which only developers of Heed see. */
export const mailPreviewMessages = defineMessages({
  title: 'Mail preview',
  lead: 'Newest entry first.',
  empty: 'There are no changelog entries yet. Create one, or run npx heed demo.',
  all: 'All messages',
  html: 'HTML',
  frame: 'The HTML part',
  text: 'Text',
  headers: 'Headers',
})
