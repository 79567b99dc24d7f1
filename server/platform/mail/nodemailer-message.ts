import type { SendMailOptions } from 'nodemailer'
import type { MailMessage } from './mailer.ts'
import type { Sender } from './sender.ts'

/** A message as nodemailer takes it, which encodes names and subject (RFC 2047) and both parts of the body. */
export const toNodemailerMessage = (message: MailMessage, sender: Sender): SendMailOptions => ({
  // Named, so that no header has a say in who gets it.
  envelope: { from: sender.address, to: [message.to.address] },
  // Addresses as objects are taken as they are; a text would be searched for several.
  from: { name: oneLine(message.senderName), address: sender.address },
  to: { name: oneLine(message.to.name ?? ''), address: message.to.address },
  ...(message.replyTo !== null && { replyTo: { name: '', address: message.replyTo } }),
  subject: oneLine(message.subject),
  messageId: `<${oneLine(message.messageId)}>`,
  headers: Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, oneLine(value)])),
  text: message.text,
  html: message.html,
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Ends of lines separate header fields. They are taken out here, and do not hang on how nodemailer encodes. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
