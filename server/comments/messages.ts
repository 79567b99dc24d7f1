import { defineMessages } from '#i18n/messages.ts'

/** Texts that stand in for a comment. */
export const commentPlaceholders = defineMessages({
  removed: 'Removed by the team.',
})
