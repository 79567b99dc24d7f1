import { defineMessages } from '#i18n/messages.ts'

/** Apart from the other texts, because pages load them only with a draft. */
export const draftMessages = defineMessages({
  title: 'Unsaved text restored',
  text: 'We restored what you typed here but hadn’t saved.',
  discard: 'Discard',
  leftTitle: 'Unsaved text in this browser',
  leftText: 'You left this form without saving in another tab.',
  open: 'Show text from {when}',
})
