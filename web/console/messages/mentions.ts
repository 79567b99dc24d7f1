import { defineMessages } from '#i18n/messages.ts'

/** Texts of the list of members that opens while an @name is typed. */
export const mentionMessages = defineMessages({
  found:
    '{count, plural, =0 {} one {# team member. Press Enter to mention them.} other {# team members. Use the arrow keys to choose.}}',
})
