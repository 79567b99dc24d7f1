import { defineMessages } from '#i18n/messages.ts'

/** Texts of the list of sessions. */
export const sessionMessages = defineMessages({
  device: '{browser} on {system}',
  unknownDevice: 'Unknown device',
})
