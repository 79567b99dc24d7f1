import type { MailOutcome } from './mailer.ts'
import { hostAndPort, type SmtpServer } from './smtp-url.ts'

/** The step of an SMTP session that failed. */
export type SmtpStep = 'connection' | 'tls' | 'certificate' | 'sign-in' | 'sender' | 'recipient' | 'content'

export interface SmtpFailure {
  step: SmtpStep
  outcome: Exclude<MailOutcome, { kind: 'sent' }>
}

/** An error of nodemailer. `originalCode` is the code of the system or of OpenSSL. */
interface SmtpError extends Error {
  code?: string
  originalCode?: string
  timeoutType?: string
  command?: string
  response?: string
  responseCode?: number
}

/** Milliseconds to wait for a server: for connection, greeting and TLS together, and for each later reply. */
export const smtpTimeouts = { setUpMs: 10_000, answerMs: 60_000 }

/** Classifies an error of nodemailer as a failed step and an outcome. */
export function classifySmtpError(error: unknown, server: SmtpServer, to: string | null = null): SmtpFailure {
  const cause: SmtpError = error instanceof Error ? error : new Error(String(error))
  const step = findStep(cause)
  const response = errorText(step, cause, server)
  const kind = outcomeKind(step, cause, to)
  return {
    step,
    outcome:
      kind === 'refused' ? { kind, response, isAddressError: isAddressError(step, response) } : { kind, response },
  }
}

// RFC 4954, section 6. Servers send these in reply to any command before authentication.
const authReplyCodes = [530, 534, 535, 538]

const stepOfCommand: Record<string, SmtpStep> = {
  STARTTLS: 'tls',
  'MAIL FROM': 'sender',
  'RCPT TO': 'recipient',
  DATA: 'content',
}

function findStep({
  code = '',
  originalCode = code,
  command = '',
  responseCode = 0,
  timeoutType,
}: SmtpError): SmtpStep {
  // The server closes the session, at any step (RFC 5321, section 3.8).
  if (responseCode === 421) return 'connection'
  if (code === 'EAUTH' || command.startsWith('AUTH') || authReplyCodes.includes(responseCode)) return 'sign-in'
  if (/^(ERR_SSL|EPROTO$)/.test(originalCode) || timeoutType === 'UPGRADE_TIMEOUT') return 'tls'
  if (/CERT|^INVALID_(CA|PURPOSE)$|^HOSTNAME_MISMATCH$/.test(originalCode)) return 'certificate'
  if (code === 'ETLS') return 'tls'
  // nodemailer rejected the address before contacting the server.
  if (command === 'API' && code === 'EENVELOPE') return 'recipient'
  // An error without a code is not an SMTP error: the message could not be composed.
  if (code === 'ESTREAM' || code === '') return 'content'
  return stepOfCommand[command] ?? 'connection'
}

/**
 * Returns whether a rejection is about the address. Rejections of content, policy, network or syntax (RFC 3463, section
 * 3: subjects 3 to 7), such as "5.7.1 Relay access denied", are about the sender or the message.
 */
const isAddressError = (step: SmtpStep, response: string): boolean =>
  (step === 'recipient' || step === 'sender') && !/\b5\.[3-7]\.\d/.test(response)

function outcomeKind(
  step: SmtpStep,
  { code, responseCode = 0 }: SmtpError,
  to: string | null,
): SmtpFailure['outcome']['kind'] {
  const isPermanent = responseCode >= 500 || (responseCode === 0 && code === 'EENVELOPE')
  if (step === 'sender') {
    // For a non-ASCII recipient, MAIL FROM carries an extension that the server may reject (RFC 6531, section 3.4).
    const isForRecipient = to !== null && /[^\x20-\x7e]/.test(to)
    return isForRecipient && isPermanent ? 'refused' : 'unavailable'
  }
  if (step !== 'recipient' && step !== 'content') return 'unavailable'
  // 503 means a bad sequence of commands, not that the message is unwanted (RFC 5321, section 4.2.3).
  return isPermanent && responseCode !== 503 ? 'refused' : 'deferred'
}

function errorText(step: SmtpStep, cause: SmtpError, server: SmtpServer): string {
  const { response } = cause
  if (!response) return sanitizeLine(describeError(step, cause, hostAndPort(server), server.host), server)
  return step === 'tls'
    ? sanitizeLine(`${hostAndPort(server)} does not offer STARTTLS: ${joinReplyLines(response)}`, server)
    : formatSmtpReply(response, server)
}

/** Formats a server's reply as one line (RFC 5321, section 4.2.1). */
export const formatSmtpReply = (response: string, server: SmtpServer): string =>
  sanitizeLine(joinReplyLines(response), server)

/** Joins the lines of a reply. Each repeats the code and the enhanced code (RFC 2034); only the first pair is kept. */
function joinReplyLines(response: string): string {
  const [first = '', ...more] = response.split(/\r?\n/)
  const rest = more.map((line) => line.replace(/^\d{3}[ -]?(\d\.\d{1,3}\.\d{1,3} )?/, ''))
  return [first.replace(/^(\d{3})-/, '$1 '), ...rest].join(' ')
}

// The length that the database accepts.
const maxLength = 500

/** Returns one printable line without credentials, which some servers repeat. */
function sanitizeLine(text: string, { credentials }: SmtpServer): string {
  const line = withoutCredentials(text, credentials)
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return [...line].slice(0, maxLength).join('')
}

function withoutCredentials(text: string, credentials: SmtpServer['credentials']): string {
  if (credentials === null) return text
  const { user, password } = credentials
  const forms = [`\0${user}\0${password}`, password, user].flatMap((secret) => [
    Buffer.from(secret).toString('base64'),
    encodeURIComponent(secret),
    secret,
  ])
  // Shorter forms occur in ordinary words.
  return forms.filter(({ length }) => length >= 4).reduce((rest, form) => rest.replaceAll(form, '[redacted]'), text)
}

const seconds = (ms: number): string => `${ms / 1_000} s`

function describeError(
  step: SmtpStep,
  { code = '', originalCode = code, timeoutType, message }: SmtpError,
  place: string,
  host: string,
): string {
  if (step === 'content') return `the message could not be composed: ${message}`
  // Node.js adds its own advice after a semicolon.
  if (step === 'certificate') return `the certificate of ${place} is not trusted: ${message.split(';', 1)[0]}`
  if (code === 'EDNS') {
    if (/^(ENOTFOUND|ENODATA|EAI_NONAME)$/.test(originalCode)) return `there is no host named ${host}`
    return `the host name ${host} could not be resolved: ${message}`
  }
  if (timeoutType === 'CONNECT_TIMEOUT') return `${place} did not respond within ${seconds(smtpTimeouts.setUpMs)}`
  if (timeoutType === 'GREETING_TIMEOUT')
    return `${place} did not send a greeting within ${seconds(smtpTimeouts.setUpMs)}`
  if (timeoutType === 'SOCKET_TIMEOUT') return `${place} has not responded for ${seconds(smtpTimeouts.answerMs)}`
  if (step === 'tls') {
    if (/wrong version number|packet length too long/i.test(message)) return `${place} does not use implicit TLS`
    return `TLS with ${place} fails: ${message}`
  }
  return systemErrors[originalCode]?.(place) ?? `${place} cannot be used: ${message}`
}

const connectionClosed = (place: string) => `${place} closed the connection`
const unreachable = (place: string) => `${place} cannot be reached from this machine`

const systemErrors: Record<string, (place: string) => string> = {
  ECONNREFUSED: (place) => `${place} refused the connection`,
  ETIMEDOUT: (place) => `${place} did not respond`,
  ECONNECTION: connectionClosed,
  ECONNRESET: connectionClosed,
  EPIPE: connectionClosed,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  EACCES: (place) => `this machine blocked the connection to ${place}`,
  EPERM: (place) => `this machine blocked the connection to ${place}`,
  EABORT: (place) => `${place} took too long to accept a message`,
}
