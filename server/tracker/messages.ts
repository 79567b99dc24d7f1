import { defineMessages } from '#i18n/messages.ts'

/** Texts that Heed puts into issues. */
export const issueMessages = defineMessages({
  votes: '{count, plural, one {# vote} other {# votes}}',
})

/** Texts of the page that an authorization started on the command line returns to. */
export const oauthCallbackMessages = defineMessages({
  expired: {
    title: 'This link has expired',
    text: 'It was already used, or is more than 15 minutes old. Start again with: heed tracker connect',
  },
  denied: {
    title: 'Not connected',
    text: 'The tracker reports that access was not granted. Start again with: heed tracker connect',
  },
  connected: {
    title: '{tracker} is connected',
    text: 'Requests of this workspace can now be sent to {team} of {account}. You can close this page.',
  },
  failed: { title: 'Not connected', text: '{reason}. Start again with: heed tracker connect' },
})
