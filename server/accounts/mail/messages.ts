import { defineMessages } from '#i18n/messages.ts'

/** The texts of the mail about accounts: sign-in codes, password resets and invitations. */
export const accountMailMessages = defineMessages({
  instance: 'Heed at {host}',
  code: {
    subject: 'Your sign-in code',
    lead: 'Enter this code to finish signing in. It expires in {minutes, plural, one {# minute} other {# minutes}}.',
    reason:
      'You’re receiving this email because someone asked to sign in with this address. If it wasn’t you, ignore this email and don’t share the code.',
  },
  passwordReset: {
    subject: 'Reset your password',
    lead: 'Use this link to choose a new password. It works once and expires in {minutes, plural, one {# minute} other {# minutes}}.',
    button: 'Choose a new password',
    reason:
      'You’re receiving this email because someone asked to reset the password for this address. If it wasn’t you, ignore this email. Your password stays the same.',
  },
  invitation: {
    subject: 'Join {workspace} on Heed',
    lead: '{inviter} invited you to join {workspace} on Heed. The link works once and expires in {days, plural, one {# day} other {# days}}.',
    leadWithoutInviter:
      'You’ve been invited to join {workspace} on Heed. The link works once and expires in {days, plural, one {# day} other {# days}}.',
    button: 'Accept invitation',
    reason: 'If you weren’t expecting this invitation, ignore this email.',
  },
})
