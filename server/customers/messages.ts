import { defineMessages } from '#i18n/messages.ts'

/** Why a name that a customer entered was refused. */
export const customerNameMessages = defineMessages({
  invisible: 'Enter a name that people can see, or leave the field blank.',
  address: 'Choose a name without a web or email address.',
  tooOften: 'You can change your name {limit, number} times a day. Try again tomorrow.',
  resemblesTeam: 'Choose a name that can’t be mistaken for the {workspace} team.',
})

/** Texts of the email with a customer's sign-in code. */
export const signInCodeMessages = defineMessages({
  subject: 'Your code for {workspace}',
  lead: 'Enter this code on the sign-in page. It expires in {minutes, plural, one {# minute} other {# minutes}}.',
  reason:
    'Someone requested this code to sign in with your address. If it wasn’t you, ignore this email and don’t share the code.',
})

/** Texts of the email that asks the owner of an address to confirm a request sent with it. */
export const contactEmailMessages = defineMessages({
  subject: 'Confirm your email address for your request to {workspace}',
  lead: 'Someone, probably you, sent a request to {workspace} and asked for replies to be sent to this address.',
  button: 'See the request and confirm',
  buttonLine: 'See the request and confirm:\n{url}',
  footer:
    'If this wasn’t you, ignore this email: you won’t get email about the request unless you confirm. The link expires in {days, plural, one {# day} other {# days}}.',
})

/** Texts that remain after a customer's data has been deleted. */
export const deletionMessages = defineMessages({
  comment: 'Deleted by its author.',
})
