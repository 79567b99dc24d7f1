import { defineMessages } from '#i18n/messages.ts'

/** Texts of the sign-in pages. */
export const signInMessages = defineMessages({
  title: 'Sign in to {workspace}',
  lead: 'We’ll email you a code. You don’t need a password.',
  outboxLead: 'No mail server is set up, so the code will be written to the outbox folder on the server.',
  noCodes:
    'Sign-in codes aren’t available, because {workspace} hasn’t set up email yet. If {workspace} has given you a sign-in link, use that.',
  yourText: 'Your text',
  notSent: 'It hasn’t been sent. Copy it if you want to keep it.',
  backToForm: 'Back to the form',
  privateLead: 'This portal is for customers of {workspace}.',
  email: 'Email address',
  sendCode: 'Send code',
  codeTitle: 'Enter the code we emailed you',
  sent: 'We sent a six-digit code to {email}.',
  sentIfKnown: 'If {email} can sign in here, we’ve sent it a six-digit code.',
  inOutbox: 'No mail server is set up. The code for {email} is in the newest file of the outbox folder on the server.',
  validity: 'The code is valid for {minutes, plural, one {# minute} other {# minutes}}.',
  spam: 'If it doesn’t arrive, check your spam folder.',
  code: 'Code',
  signIn: 'Sign in',
  updates: {
    label: 'Email me when {workspace} publishes updates',
    help: 'Optional. You can unsubscribe at any time.',
  },
  ownRequests:
    'We’ll email you when a request you submit or vote for gets a reply or makes progress. Each email has an unsubscribe link.',
  sendAnother: 'Send another code',
  otherAddress: 'Use another address',
  invalidEmail: 'Enter an email address such as name@example.com.',
  wrongCode: 'That code is wrong or has expired. Check the latest email, or send another code.',
  errorTitle: 'Error: {title}',
  purpose:
    '{action, select, vote {Sign in to vote for “{title}”.} follow {Sign in to follow “{title}”.} reaction {Sign in to react to “{title}”.} request {Sign in to send your request “{title}”.} other {Sign in to post your comment on “{title}”.}}',
  oneMoreStep: 'One more step',
  signedIn: 'You’re signed in.',
  signedInAs: 'You’re signed in as {name}.',
  confirmation:
    '{action, select, vote {Vote for “{title}”?} follow {Follow “{title}”?} reaction {React to “{title}”?} request {Send your request “{title}”?} other {Post your comment on “{title}”?}}',
  notDone: 'You’re signed in, but we couldn’t complete your action',
  gone: 'The item no longer exists.',
  tryAgain: 'Try again',
  continue: 'Continue',
  skip: 'Not now',
  continueAs: 'Continue as {name}?',
  continueAsLead: 'Another page is signing you in to the {workspace} portal. Continue only if this is you.',
  notMe: 'That’s not me',
})
