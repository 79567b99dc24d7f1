import { defineMessages } from '#i18n/messages.ts'

/** Why an edit was rejected. */
export const editMessages = defineMessages({
  conflict: 'The text has changed since you opened this page. Compare it with yours below, then save again.',
  limit: 'You’ve edited this {limit, number} times, which is the limit. You can delete it and post it again.',
  held: {
    all: 'The team reviews everything here before it’s public, so public text can’t be edited.',
    links:
      'Edits can’t add links here, because the team reviews text with links first. Remove the new link and save again.',
    flood:
      'There have been many changes from your network in a short time. Turn on JavaScript and save again, or try again in 10 minutes.',
  },
})
