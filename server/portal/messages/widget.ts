import { defineMessages } from '#i18n/messages.ts'

/** Texts of the widget that the server provides, and of the page that confirms an address entered in it. */
export const widgetMessages = defineMessages({
  tooManyVotes: 'There have been many votes from your network in a short time. Try again in 10 minutes.',
  /** The checkbox for announcements. Consents store the same text. */
  updates: {
    label: 'Email me when {workspace} publishes updates',
    help: 'Optional. You can unsubscribe at any time.',
  },
  contact: {
    title: 'Is this your request?',
    text: 'Someone sent this request to {workspace} and entered {address}. If it was you, confirm to vote for the request and get email about it. {workspace} will see your address.',
    withUpdates: 'You also asked for an email whenever {workspace} publishes updates.',
    onlyUpdates: 'Confirm to get an email at {address} whenever {workspace} publishes updates.',
    button: 'Confirm',
    ignore: 'If it wasn’t you, close this page. Nothing happens unless you confirm.',
    confirmed: 'Your address is confirmed',
    following: 'We’ll email {address} when the request gets a reply or makes progress.',
    subscribed: 'We’ll also send updates from {workspace}. You can unsubscribe at any time.',
    mailOff:
      'You’ve turned off all email from {workspace}. To get email again, sign in and turn it on under “My account”.',
    gone: 'There’s nothing to follow: the request is no longer open, or this link has already been used.',
    expired: {
      title: 'This link has expired',
      text: 'Links are valid for 7 days, and only while you have access to the portal. Send the request again, or sign in to the portal.',
    },
  },
})
