import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createLog } from '../log.ts'
import type { Settings } from '../settings.ts'
import { smtpAdvice } from './advice.ts'
import type { MailMessage, MailOutcome } from './mailer.ts'
import { mailTestMessages as messages } from './messages.ts'
import { resolveSender, type Sender } from './sender.ts'
import type { SmtpStep } from './smtp-errors.ts'
import { hostAndPort, parseSmtpUrl, type SmtpServer } from './smtp-url.ts'

/** The step at which a test message failed. */
export type MailTestStep = Exclude<SmtpStep, 'tls' | 'certificate'> | 'encryption' | 'file'

/** The result of a test message. */
export interface MailTestReport {
  outcome: MailOutcome['kind']
  to: string
  from: string
  /** Server and port, or the outbox folder. */
  destination: string
  /** The file that was written instead of sending; null if mail is configured. */
  file: string | null
  /** Null if no server was reached or none is configured. */
  isEncrypted: boolean | null
  isSignedIn: boolean | null
  failed: MailTestStep | null
  /** The server's reply, or a description of the failure if there was none. */
  response: string
  advice: string
}

export type MailTestSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>

interface TestMail {
  to: string
  /** A sentence of the message that says who requested it. */
  request: string
  /** The sender name to try. Default: that of the instance. */
  senderName?: string | null
  replyTo?: string | null
}

/**
 * Sends one message the way announcements are sent, in a session of its own. Never rejects. Do not call it in a transaction:
 * it takes up to a minute if the server does not respond.
 */
export async function sendTestMail(settings: MailTestSettings, mail: TestMail): Promise<MailTestReport> {
  const sender = resolveSender(settings)
  const message = testMessage(settings, sender, mail)
  if (settings.smtpUrl === null) return writeTestToOutbox(settings, sender, message)
  return sendTestOverSmtp(settings, parseSmtpUrl(settings.smtpUrl), sender, message)
}

const testMessage = ({ publicUrl }: MailTestSettings, { address, name }: Sender, mail: TestMail): MailMessage => ({
  messageId: `test.${randomUUID()}@${address.slice(address.lastIndexOf('@') + 1).replaceAll(/[[\]]/g, '')}`,
  senderName: mail.senderName ?? name ?? 'Heed',
  to: { address: mail.to, name: null },
  replyTo: mail.replyTo ?? null,
  subject: messages.subject,
  text: `${messages.text({ url: publicUrl })}\n\n${mail.request}\n`,
  html: `<p>${messages.text({ url: new URL(publicUrl).origin })}</p><p>${mail.request}</p>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})

async function writeTestToOutbox(
  settings: MailTestSettings,
  { address }: Sender,
  message: MailMessage,
): Promise<MailTestReport> {
  const { createOutbox, emlFileName } = await import('./outbox.ts')
  const outbox = createOutbox(settings, createLog('silent'))
  const { kind: outcome, response } = await outbox.send(message)
  const { destination } = outbox
  const common = {
    outcome,
    to: message.to.address,
    from: address,
    destination,
    isEncrypted: null,
    isSignedIn: null,
    response,
  }
  if (outcome === 'sent') {
    const file = join(destination, emlFileName(message.messageId))
    return { ...common, file, failed: null, advice: messages.advice.written }
  }
  return { ...common, file: null, failed: 'file', advice: messages.advice.notWritten }
}

async function sendTestOverSmtp(
  settings: MailTestSettings,
  server: SmtpServer,
  sender: Sender,
  message: MailMessage,
): Promise<MailTestReport> {
  const { probeSmtp } = await import('./smtp-probe.ts')
  const { failure, response, ...session } = await probeSmtp(server, settings.publicUrl, { message, sender })
  const route = { to: message.to.address, from: sender.address, destination: hostAndPort(server), file: null }
  if (failure === null) {
    const advice = messages.advice.sent({ to: route.to })
    return { outcome: 'sent', ...route, ...session, failed: null, response: response ?? '', advice }
  }
  const { step, outcome } = failure
  const wasReached = step !== 'connection' && step !== 'tls' && step !== 'certificate'
  return {
    outcome: outcome.kind,
    ...route,
    ...(wasReached ? session : { isEncrypted: null, isSignedIn: null }),
    failed: step === 'tls' || step === 'certificate' ? 'encryption' : step,
    response: outcome.response,
    advice: smtpAdvice(failure, server),
  }
}

/** Summarizes the result in a sentence. */
export function summarizeMailTest({ to, outcome, file, failed }: MailTestReport): string {
  if (file !== null) return messages.written({ to })
  if (failed === null) return messages.accepted({ to })
  const step = messages.steps[failed]
  if (outcome === 'deferred') return messages.deferred({ step })
  const isRejection = failed === 'sender' || failed === 'recipient' || failed === 'content'
  return isRejection ? messages.rejected({ step }) : messages.failed({ step })
}
