import { randomUUID } from 'node:crypto'
import { type Command, InvalidArgumentError } from 'commander'
import { createLog } from '../platform/log.ts'
import type { Message, Outcome } from '../platform/mail/mailer.ts'
import { isAddress, type Sender, senderOf } from '../platform/mail/sender.ts'
import { placeOf, type SmtpServer, smtpServerOf } from '../platform/mail/smtp-url.ts'
import { readSettings, type Settings } from '../platform/settings.ts'
import { adviceFor, failedPart } from './mail-advice.ts'

export function mailCommands(program: Command): void {
  program
    .command('mail')
    .description('try out mail')
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

/** What `--json` prints. */
interface Report {
  outcome: Outcome['kind']
  to: string
  from: string
  /** Server and port, or the folder of the outbox. */
  destination: string
  /** Null where nothing was sent over a network. */
  isEncrypted: boolean | null
  isSignedIn: boolean | null
  /** What failed. */
  failed: string | null
  /** The server's own words, or ours where it said nothing. */
  words: string
  advice: string | null
}

async function sendTest(settings: Settings, to: string): Promise<Report> {
  const sender = senderOf(settings)
  const message = testMessage(settings, sender, to)
  if (settings.smtpUrl === null) return writeTest(settings, sender, message)
  return converseTest(settings, smtpServerOf(settings.smtpUrl), sender, message)
}

const testMessage = ({ publicUrl }: Settings, { address, name }: Sender, to: string): Message => ({
  messageId: `test.${randomUUID()}@${address.slice(address.lastIndexOf('@') + 1).replaceAll(/[[\]]/g, '')}`,
  senderName: name ?? 'Heed',
  to: { address: to, name: null },
  replyTo: null,
  subject: 'Test message from Heed',
  text: `Heed at ${publicUrl} can send mail.\n\nSomebody who operates it has asked for this message: heed mail test\n`,
  html: `<p>Heed at ${publicUrl} can send mail.</p><p>Somebody who operates it has asked for this message: heed mail test</p>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})

async function writeTest(settings: Settings, { address }: Sender, message: Message): Promise<Report> {
  const { createOutbox } = await import('../platform/mail/outbox.ts')
  const outbox = createOutbox(settings, createLog('silent'))
  const { kind, words } = await outbox.send(message)
  const where = { to: message.to.address, from: address, destination: outbox.destination }
  const nothing = { isEncrypted: null, isSignedIn: null }
  if (kind === 'sent') {
    const advice = 'No mail leaves until SMTP_URL is set, such as smtp://user:password@mail.example.com:587.'
    return { outcome: kind, ...where, ...nothing, failed: null, words, advice }
  }
  const advice = 'Let the user that Heed runs as write to DATA_DIR, or set SMTP_URL.'
  return { outcome: kind, ...where, ...nothing, failed: 'the file', words, advice }
}

async function converseTest(settings: Settings, server: SmtpServer, sender: Sender, message: Message): Promise<Report> {
  const { converse } = await import('../platform/mail/dialogue.ts')
  const dialogue = await converse(server, settings.publicUrl, { message, sender })
  const { isEncrypted, isSignedIn, failure } = dialogue
  const where = { to: message.to.address, from: sender.address, destination: placeOf(server) }
  if (failure === null) {
    const advice = `Look for it in the mailbox of ${where.to}, and where that keeps spam.`
    return { outcome: 'sent', ...where, isEncrypted, isSignedIn, failed: null, words: dialogue.answer ?? '', advice }
  }
  const { kind, words } = failure.outcome
  const [failed, advice] = [failedPart[failure.step], adviceFor(failure, server)]
  return { outcome: kind, ...where, isEncrypted, isSignedIn, failed, words, advice }
}

function textOf({ outcome, to, from, destination, isEncrypted, isSignedIn, failed, words, advice }: Report): string {
  const isFile = isEncrypted === null
  const lines = [
    ...(outcome === 'sent' ? [] : [`Not sent: ${failed} failed.`]),
    ...(outcome === 'sent' && !isFile ? [`${destination} has taken the message to ${to}.`] : []),
    ...(outcome === 'sent' && isFile ? [`The message to ${to} was ${words}.`] : []),
  ]
  const details = isFile
    ? { from, ...(outcome !== 'sent' && { reason: words }) }
    : {
        ...(outcome !== 'sent' && { server: destination }),
        connection: isEncrypted ? 'encrypted (TLS)' : 'not encrypted',
        'sign-in': isSignedIn ? 'done' : 'none',
        from,
        [outcome === 'sent' ? 'answer' : 'reason']: words,
      }
  const rows = Object.entries(details).map(([name, value]) => `  ${name.padEnd(11)} ${value}`)
  return [...lines, ...rows, ...(advice === null ? [] : [`→ ${advice}`])].join('\n')
}
