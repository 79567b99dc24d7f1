import { defineMessages } from '#i18n/messages.ts'

/** Why an edit, or a decision on one, was rejected. */
export const editMessages = defineMessages({
  conflict: 'The text has changed since you opened this page. Compare it with yours below, then save again.',
  limit: 'You’ve edited this {limit, number} times, which is the limit. You can delete it and post it again.',
  changedSince: 'The text has changed since you opened this page. Read it again, then decide.',
})
