import { defineMessages } from '#i18n/messages.ts'

/** Texts of rejected votes. */
export const voteMessages = defineMessages({
  completed: 'This request is completed, so it takes no more votes.',
})
