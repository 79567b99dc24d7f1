import { defineMessages } from '#i18n/messages.ts'

/** Texts of rejected votes. */
export const voteMessages = defineMessages({
  completed: 'Voting is closed because this request is completed.',
})
