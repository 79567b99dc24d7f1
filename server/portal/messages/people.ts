import { defineMessages } from '#i18n/messages.ts'

/** Texts about the people on requests, comments and the roadmap. */
export const peopleMessages = defineMessages({
  /** A customer without a public name. */
  customer: 'Customer',
  you: 'You',
})
