import { smtpAdviceMessages as messages } from './messages.ts'
import type { SmtpFailure, SmtpStep } from './smtp-errors.ts'
import type { SmtpServer } from './smtp-url.ts'

/** Returns advice on a failure. */
export function smtpAdvice({ step, outcome }: SmtpFailure, server: SmtpServer): string {
  // The server is busy or uses greylisting; nothing needs fixing.
  return outcome.kind === 'deferred' ? messages.deferred : advice[step](server)
}

const advice: Record<SmtpStep, (server: SmtpServer) => string> = {
  connection: ({ port, isImplicitTls }) => (port === 465 && !isImplicitTls ? messages.port465 : messages.connection),
  tls: ({ isImplicitTls }) => (isImplicitTls ? messages.implicitTls : messages.startTls),
  certificate: () => messages.certificate,
  'sign-in': ({ credentials }) => (credentials === null ? messages.credentialsMissing : messages.credentialsRejected),
  sender: () => messages.sender,
  recipient: ({ credentials }) => (credentials === null ? messages.recipientWithoutCredentials : messages.recipient),
  content: () => messages.content,
}
