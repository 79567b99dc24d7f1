import { defineMessages } from '#i18n/messages.ts'

/** Texts that the portal’s scripts add to its pages; compiled by web/compile-messages.ts when they are built. */
export const messages = defineMessages({
  number: '{count, number}',
  voteButton: 'Vote for “{title}”, {count, plural, one {# vote} other {# votes}}',
  reaction: '{label}, {count, plural, one {# reaction} other {# reactions}}',
  checking: 'Checking your browser. This takes a few seconds.',
  offline: 'You’re offline. Nothing was changed.',
  listOffline: 'You’re offline. The list will load when you’re connected again.',
  uploadPlaceholder: 'Uploading {name}…',
  uploading: '{count, plural, one {Uploading # file…} other {Uploading # files…}}',
  uploadTooLarge: '{name} wasn’t uploaded: it’s larger than 10 MB.',
  uploadCancel: 'Cancel upload',
  uploadRetry: 'Try again',
  uploadOffline: 'The server can’t be reached. Check your connection and try again.',
  uploadFailed: '{name} wasn’t uploaded. {reason}',
  failed: 'That didn’t work. Nothing was changed. Try again in a minute.',
})
