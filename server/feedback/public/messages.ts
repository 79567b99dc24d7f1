import { defineMessages } from '#i18n/messages.ts'

/** Texts that stand in for what a customer left out. */
export const publicRequestMessages = defineMessages({
  untitled: 'Untitled request',
})
