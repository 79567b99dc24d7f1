import { defineMessages } from '#i18n/messages.ts'

/** Texts of the pages that the server sends instead of a page of the console. */
export const consolePageMessages = defineMessages({
  crossOrigin: {
    title: 'This form wasn’t sent from the console',
    text: 'Nothing was changed. Open the page again and retry.',
  },
  notBuilt: { title: 'The console hasn’t been built', text: 'On the server, run: npm run build' },
  unknownForm: 'This form is out of date. Reload the page and try again.',
  uploadFailed: 'The file couldn’t be stored. Try again in a moment.',
  signedOut: 'You’ve been signed out. Open another tab to sign in, then try again.',
  unreadableForm: 'We couldn’t read this form. Go back and try again.',
})
