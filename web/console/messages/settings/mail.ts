import { defineMessages } from '#i18n/messages.ts'

/** Texts of the email settings. */
export const mailMessages = defineMessages({
  about: 'How this server sends announcements, invitations, and sign-in codes.',
  deliveryMethod: 'Delivery method',
  smtp: 'Mail server',
  outbox: 'Files',
  smtpText: 'Every message is sent through this mail server.',
  outboxText:
    'No mail server is set up, so nothing is sent: each message is written to a file on the server. To send email, ask your server’s administrator to set SMTP_URL.',
  server: 'Mail server',
  encryption: 'Encryption',
  encryptionModes: {
    implicit: 'Implicit TLS',
    required: 'STARTTLS, required',
    offered: 'STARTTLS, if the server offers it',
  },
  authentication: 'Authentication',
  authenticated: 'Username and password',
  notAuthenticated: 'None',
  folder: 'Folder',
  from: 'From',
  replyTo: 'Reply to',
  editSender: 'Edit sender and reply address',

  testTitle: 'Test email',
  testText: 'Sends one message to {email}, from the same sender as announcements.',
  sendTest: 'Send test email',
  smtpReply: 'The server’s reply',
  file: 'File',
  encrypted: 'The connection was encrypted.',
  notEncrypted: 'The connection wasn’t encrypted.',

  notifies: {
    title: 'Email to customers',
    text: 'Defaults that you can change each time. The API and trackers always email customers.',
    stages: { label: 'Stage changes', help: 'Also when a request is promoted or moved on the roadmap.' },
    approvals: { label: 'Approvals', help: 'Tells submitters and followers that a request is now public.' },
    replies: { label: 'Replies', help: 'Public replies by your team. Team notes are never emailed.' },
    publications: {
      label: 'Changelog entries',
      help: 'Selects everyone when you publish or schedule an entry. If off, no one is selected.',
    },
    saved: 'Saved.',
  },

  digest: {
    title: 'Weekly digest',
    text: 'A summary for your team, every Monday at 09:00 in the workspace’s time zone, if anything happened in the week before.',
    sends: 'Send the weekly digest',
    sendsHelp: 'To owners, and to team members who want it.',
    own: 'Choose whether you get it',
    saved: 'Saved.',
  },

  health: 'Delivery',
  healthy: 'No messages are waiting, and none were rejected recently.',
  waiting: '{count, plural, one {# message is} other {# messages are}} waiting to be sent.',
  suspended: 'Sending is suspended',
  suspendedText: '{count, plural, one {# message was} other {# messages were}} postponed. Heed keeps trying for a day.',
  nextAttempt: 'Next attempt',
  bounced:
    '{count, plural, one {# address has rejected three messages in a row and gets} other {# addresses have each rejected three messages in a row and get}} no more email',
  bouncedText:
    'Once the cause is fixed, resume sending to {count, plural, one {this address} other {these addresses}}. Customers who unsubscribed stay unsubscribed.',
  resume: 'Resume sending',
  resumed: '{count, plural, one {# address} other {# addresses}} will get email again.',
  rejected: 'Recently rejected',
  customer: 'Customer',
  reason: 'Reason',
  when: 'When',
  unnamedCustomer: 'Unnamed customer',
})
