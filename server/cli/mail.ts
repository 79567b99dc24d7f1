import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { resumeStoppedMail } from '../customers/resume-mail.ts'
import { createLog } from '../platform/log.ts'
import type { Message, Outcome } from '../platform/mail/mailer.ts'
import { isAddress, type Sender, senderOf } from '../platform/mail/sender.ts'
import { placeOf, type SmtpServer, smtpServerOf } from '../platform/mail/smtp-url.ts'
import { readSettings, type Settings } from '../platform/settings.ts'
import { workspaceIdBySlug } from '../workspaces/create.ts'
import { asOperator, withInstance } from './command.ts'
import { adviceFor } from './mail-advice.ts'

export function mailCommands(program: Command): void {
  const mail = program.command('mail').description('try out mail, and have stopped addresses written to again')

  mail
    .command('resume')
    .description('write again to the addresses of a workspace that were refused three times in a row')
    .argument('<slug>', 'whose customers')
    .option('--json', 'print one JSON object')
    .action((slug: string, { json }: { json?: boolean }) =>
      withInstance('mail resume', json === undefined ? {} : { json }, async (instance) => {
        const workspaceId = await workspaceIdBySlug(instance.database.db, slug)
        const resumed = await asOperator(instance, workspaceId, resumeStoppedMail)
        return {
          result: { slug, resumed },
          text: `${resumed} ${resumed === 1 ? 'address' : 'addresses'} of ${slug} will be written to again.`,
        }
      }),
    )

  mail
    .command('test')
    .description('send one message as announcements are sent, and tell what became of it')
    .argument('<address>', 'to whom', addressOf)
    .option('--json', 'print one JSON object')
    .action(async (address: string, { json }: { json?: boolean }) => {
      const report = await sendTest(readSettings(process.env), address)
      process.stdout.write(`${json ? JSON.stringify(report) : textOf(report)}\n`)
      if (report.outcome !== 'sent') process.exitCode = 1
    })
}

function addressOf(text: string): string {
  if (isAddress(text)) return text
  throw new InvalidArgumentError('It must be one address, such as ada@example.com.')
}

/** What can fail, and how a sentence about it begins. */
const parts = {
  connection: 'the connection',
  encryption: 'the encryption',
  'sign-in': 'the sign-in',
  sender: 'the sender',
  recipient: 'the recipient',
  content: 'the message',
  file: 'writing it to a file',
}

/** What `--json` prints. */
interface Report {
  outcome: Outcome['kind']
  to: string
  from: string
  /** Server and port, or the folder of the outbox. */
  destination: string
  /** The file that it was written to instead of being sent. */
  file: string | null
  /** Null where no server was reached, or none was to be. */
  isEncrypted: boolean | null
  isSignedIn: boolean | null
  /** What failed. */
  failed: keyof typeof parts | null
  /** The server's own words, or ours where it said nothing. */
  words: string
  advice: string
}

async function sendTest(settings: Settings, to: string): Promise<Report> {
  const sender = senderOf(settings)
  const message = testMessage(settings, sender, to)
  if (settings.smtpUrl === null) return writeTest(settings, sender, message)
  return converseTest(settings, smtpServerOf(settings.smtpUrl), sender, message)
}

const request = 'Somebody who operates it has asked for this message: heed mail test'

const testMessage = ({ publicUrl }: Settings, { address, name }: Sender, to: string): Message => ({
  messageId: `test.${randomUUID()}@${address.slice(address.lastIndexOf('@') + 1).replaceAll(/[[\]]/g, '')}`,
  senderName: name ?? 'Heed',
  to: { address: to, name: null },
  replyTo: null,
  subject: 'Test message from Heed',
  text: `Heed at ${publicUrl} can send mail.\n\n${request}\n`,
  html: `<p>Heed at ${new URL(publicUrl).origin} can send mail.</p><p>${request}</p>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})

async function writeTest(settings: Settings, { address }: Sender, message: Message): Promise<Report> {
  const { createOutbox, fileNameOf } = await import('../platform/mail/outbox.ts')
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
    return { ...common, file: join(destination, fileNameOf(message.messageId)), failed: null, advice }
  }
  const advice = 'Let the user that Heed runs as write to DATA_DIR, or set SMTP_URL.'
  return { ...common, file: null, failed: 'file', advice }
}

async function converseTest(settings: Settings, server: SmtpServer, sender: Sender, message: Message): Promise<Report> {
  const { converse } = await import('../platform/mail/dialogue.ts')
  const { failure, answer, ...session } = await converse(server, settings.publicUrl, { message, sender })
  const where = { to: message.to.address, from: sender.address, destination: placeOf(server), file: null }
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
    advice: adviceFor(failure, server),
  }
}

function textOf(report: Report): string {
  const { from, destination, file, isEncrypted, failed, words, advice } = report
  const session = { connection: isEncrypted ? 'encrypted with TLS' : 'not encrypted', 'sign-in': signInWords(report) }
  const rows = {
    from,
    ...(file === null ? { server: destination } : { file }),
    ...(isEncrypted !== null && session),
    ...(file === null && { [failed === null ? 'answer' : 'reason']: words }),
  }
  const lines = Object.entries(rows).map(([name, value]) => `  ${name.padEnd(11)} ${value}`)
  return [headingOf(report), ...lines, `→ ${advice}`].join('\n')
}

function headingOf({ to, outcome, file, failed }: Report): string {
  if (file !== null) return `The message to ${to} is in a file.`
  if (failed === null) return `The mail server has taken the message to ${to}.`
  const isRefusal = failed === 'sender' || failed === 'recipient' || failed === 'content'
  const ending = outcome === 'deferred' ? 'was put off' : isRefusal ? 'was refused' : 'failed'
  return `Not sent: ${parts[failed]} ${ending}.`
}

const signInWords = ({ isSignedIn, failed }: Report): string => {
  if (isSignedIn) return 'done'
  return failed === 'sign-in' ? 'refused' : 'none'
}
