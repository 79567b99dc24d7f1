import { defineMessages } from '#i18n/messages.ts'

/** Texts of the frame around every email. */
export const mailLayoutMessages = defineMessages({
  unsubscribe: 'Unsubscribe',
})
