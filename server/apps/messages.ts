import { defineMessages } from '#i18n/messages.ts'

/** Texts of the authorization server’s own pages. */
export const appMessages = defineMessages({
  rejected: {
    title: 'This app can’t be connected',
    text: 'The app sent a request that Heed can’t accept: {reason}. Go back to the app and try again, or tell its developer.',
  },
  /** `target` is a host, or the scheme of a native app with its colon. */
  returnTo: 'Return to the app at {target}',
  unstorable: 'a parameter contains a NUL character',
  failed: {
    title: 'Something went wrong',
    text: 'The app couldn’t be connected. Go back to the app and try again.',
  },
  tooMany: {
    title: 'Too many requests',
    text: 'Too many apps were opened from your network. Wait a few minutes, then go back to the app and try again.',
  },
})
