import { defineMessages } from '#i18n/messages.ts'

/** Title and description of the feeds. */
export const feedMessages = defineMessages({
  title: '{workspace}: changelog',
  description: 'What’s new at {workspace}.',
})
