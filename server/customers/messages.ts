import { defineMessages } from '#i18n/messages.ts'

/** Why a name that a customer entered was refused. */
export const customerNameMessages = defineMessages({
  invisible: 'Enter a name that people can see, or leave the field blank.',
  resemblesTeam: 'Choose a name that can’t be mistaken for the {workspace} team.',
})
