import { defineMessages } from '#i18n/messages.ts'

/** The names of a workspace’s legal pages, on the portal, in the widget and in mail. */
export const legalMessages = defineMessages({
  privacy: 'Privacy policy',
  terms: 'Terms',
  imprint: 'Imprint',
})
