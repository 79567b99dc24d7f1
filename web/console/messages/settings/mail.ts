import { counted } from './common.ts'

/** Texts of mail in the settings. */
export const mailMessages = {
  about: 'How announcements, invitations and sign-in codes leave this server.',
  way: 'How mail goes',
  smtp: 'By a mail server',
  outbox: 'Into files',
  smtpText: 'Every message is handed to this mail server.',
  outboxText:
    'No mail server is set, so nothing leaves: each message is written to a file on the server. Its operator sets SMTP_URL.',
  server: 'Mail server',
  encryption: 'Encryption',
  encryptions: {
    implicit: 'TLS from the first byte',
    required: 'STARTTLS, always',
    offered: 'STARTTLS where it is offered',
  },
  signIn: 'Sign-in',
  signedIn: 'With user and password',
  notSignedIn: 'None',
  folder: 'Folder',
  from: 'From',
  replyTo: 'Answers go to',
  change: 'Change name and answers',

  tryTitle: 'Test message',
  tryText: (to: string) => `One message to ${to}, signed as announcements are.`,
  try: 'Send a test message',
  serverWords: 'What the server said',
  file: 'File',
  encrypted: 'The connection was encrypted.',
  notEncrypted: 'The connection was not encrypted.',

  state: 'Delivery',
  fine: 'Nothing waits, and nothing was refused of late.',
  waiting: (count: number) => `${counted(count, 'message waits', 'messages wait')} to be sent.`,
  suspended: 'Sending is suspended',
  suspendedText: (count: number) =>
    `${counted(count, 'message was', 'messages were')} put off. Heed tries again by itself for a day.`,
  next: 'The next try is',
  stopped: (count: number) =>
    `${counted(count, 'address has', 'addresses have')} refused three times in a row and ${count === 1 ? 'gets' : 'get'} no more mail`,
  stoppedText: 'Once the reason is mended, have them written to again. Whoever has opted out stays so.',
  resume: 'Write to them again',
  resumed: (count: number) => `${counted(count, 'address', 'addresses')} will be written to again.`,
  refusals: 'Refused of late',
  customer: 'Customer',
  entry: 'Entry',
  reason: 'Reason',
  when: 'When',
  nameless: 'A customer',
}
