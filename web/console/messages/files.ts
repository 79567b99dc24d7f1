import { defineMessages } from '#i18n/messages.ts'

export const fileMessages = defineMessages({
  attach: 'Attach files',
  attachHelp: 'Or paste or drop them into the text.',
  /** Stands in the text until the file is uploaded. */
  placeholder: 'Uploading {name}…',
  uploading: '{count, plural, one {Uploading # file…} other {Uploading # files…}} {percent, number}%',
  cancel: 'Cancel upload',
  retry: 'Try again',
  retryOf: 'Try again: {name}',
  wait: 'Wait for your files to finish uploading.',
  tooLarge: '{name} wasn’t uploaded: it’s larger than 10 MB.',
  offline: '{name} wasn’t uploaded: the server can’t be reached. Check your connection and try again.',
  notImage: '{name} wasn’t uploaded: it’s not an image. Choose a PNG, JPEG, WebP, GIF, or AVIF image.',
  failed: '{name} wasn’t uploaded. Try again in a moment.',
  rejected: '{name} wasn’t uploaded. {reason}',
})
