import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createLog } from '../log.ts'
import type { Settings } from '../settings.ts'
import { smtpAdvice } from './advice.ts'
import type { MailMessage, MailOutcome } from './mailer.ts'
import { resolveSender, type Sender } from './sender.ts'
import type { SmtpStep } from './smtp-errors.ts'
import { hostAndPort, parseSmtpUrl, type SmtpServer } from './smtp-url.ts'

/** What can fail: reaching a server, the encryption, the sign-in, what it says of the message, or writing a file. */
export type MailTestStep = Exclude<SmtpStep, 'tls' | 'certificate'> | 'encryption' | 'file'

/** What became of a test message. */
export interface MailTestReport {
  outcome: MailOutcome['kind']
  to: string
  from: string
  /** Server and port, or the folder of the outbox. */
  destination: string
  /** The file that it was written to instead of being sent. */
  file: string | null
  /** Null where no server was reached, or none was to be. */
  isEncrypted: boolean | null
  isSignedIn: boolean | null
  failed: MailTestStep | null
  /** The server's own words, or ours where it said nothing. */
  words: string
  advice: string
}

export type MailTestSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>

interface TestMail {
  to: string
  /** Who has asked for it, in a sentence of the message. */
  request: string
  /** How the mail is signed that this tries out. Default: as the instance signs. */
  senderName?: string | null
  replyTo?: string | null
}

/**
 * Sends one message as announcements are sent, in a session of its own. Never rejects, and takes up to a minute where a
 * server does not answer: not for the inside of a transaction.
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
  subject: 'Test message from Heed',
  text: `Heed at ${publicUrl} can send mail.\n\n${mail.request}\n`,
  html: `<p>Heed at ${new URL(publicUrl).origin} can send mail.</p><p>${mail.request}</p>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})

async function writeTestToOutbox(
  settings: MailTestSettings,
  { address }: Sender,
  message: MailMessage,
): Promise<MailTestReport> {
  const { createOutbox, emlFileName } = await import('./outbox.ts')
  const outbox = createOutbox(settings, createLog('silent'))
  const { kind: outcome, words } = await outbox.send(message)
  const { destination } = outbox
  const common = {
    outcome,
    to: message.to.address,
    from: address,
    destination,
    isEncrypted: null,
    isSignedIn: null,
    words,
  }
  if (outcome === 'sent') {
    const advice = 'No mail leaves until SMTP_URL is set, such as smtp://user:password@mail.example.com:587.'
    return { ...common, file: join(destination, emlFileName(message.messageId)), failed: null, advice }
  }
  const advice = 'Let the user that Heed runs as write to DATA_DIR, or set SMTP_URL.'
  return { ...common, file: null, failed: 'file', advice }
}

async function sendTestOverSmtp(
  settings: MailTestSettings,
  server: SmtpServer,
  sender: Sender,
  message: MailMessage,
): Promise<MailTestReport> {
  const { probeSmtp } = await import('./smtp-probe.ts')
  const { failure, answer, ...session } = await probeSmtp(server, settings.publicUrl, { message, sender })
  const where = { to: message.to.address, from: sender.address, destination: hostAndPort(server), file: null }
  if (failure === null) {
    const advice = `Look for it in the mailbox of ${where.to}, and where that keeps spam.`
    return { outcome: 'sent', ...where, ...session, failed: null, words: answer ?? '', advice }
  }
  const { step, outcome } = failure
  const wasReached = step !== 'connection' && step !== 'tls' && step !== 'certificate'
  return {
    outcome: outcome.kind,
    ...where,
    ...(wasReached ? session : { isEncrypted: null, isSignedIn: null }),
    failed: step === 'tls' || step === 'certificate' ? 'encryption' : step,
    words: outcome.words,
    advice: smtpAdvice(failure, server),
  }
}

const stepNames: Record<MailTestStep, string> = {
  connection: 'the connection',
  encryption: 'the encryption',
  'sign-in': 'the sign-in',
  sender: 'the sender',
  recipient: 'the recipient',
  content: 'the message',
  file: 'writing it to a file',
}

/** What became of it, in a sentence. */
export function summarizeMailTest({ to, outcome, file, failed }: MailTestReport): string {
  if (file !== null) return `The message to ${to} is in a file.`
  if (failed === null) return `The mail server has taken the message to ${to}.`
  const isRefusal = failed === 'sender' || failed === 'recipient' || failed === 'content'
  const ending = outcome === 'deferred' ? 'was put off' : isRefusal ? 'was refused' : 'failed'
  return `Not sent: ${stepNames[failed]} ${ending}.`
}
