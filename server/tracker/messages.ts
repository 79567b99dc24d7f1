import { defineMessages } from '#i18n/messages.ts'

/** Texts that Heed puts into issues. */
export const issueMessages = defineMessages({
  votes: '{count, plural, one {# vote} other {# votes}}',
})
