import { defineMessages } from '#i18n/messages.ts'

export const homeMessages = defineMessages({
  noWorkspace: {
    title: 'You aren’t in a workspace yet',
    text: 'Ask a member of your team to invite {email}, or sign in with the address that was invited.',
  },
})
