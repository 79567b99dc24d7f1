import type { SendMailOptions } from 'nodemailer'
import type { MailMessage } from './mailer.ts'
import type { Sender } from './sender.ts'

/** Converts a message for nodemailer, which encodes names and subject (RFC 2047) and both parts of the body. */
export const toNodemailerMessage = (message: MailMessage, sender: Sender): SendMailOptions => ({
  // Explicit, so that no header can add a recipient.
  envelope: { from: sender.address, to: [message.to.address] },
  // Addresses are objects: nodemailer would parse a string, which could hold several.
  from: { name: stripLineBreaks(message.senderName), address: sender.address },
  to: { name: stripLineBreaks(message.to.name ?? ''), address: message.to.address },
  ...(message.replyTo !== null && { replyTo: { name: '', address: message.replyTo } }),
  subject: stripLineBreaks(message.subject),
  messageId: `<${stripLineBreaks(message.messageId)}>`,
  headers: Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, stripLineBreaks(value)])),
  text: message.text,
  html: message.html,
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Removes line breaks, which separate header fields, without relying on how nodemailer encodes them. */
const stripLineBreaks = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
