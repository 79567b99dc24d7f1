import { createHash } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatError } from '../format-error.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import type { Mailer, MailMessage } from './mailer.ts'
import { toNodemailerMessage } from './nodemailer-message.ts'
import { resolveSender } from './sender.ts'

type OutboxSettings = Pick<Settings, 'dataDir' | 'mailFrom' | 'smtpUrl' | 'publicUrl'>

/** Returns the folder that messages are written to while no mail server is configured. */
export const outboxFolder = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'outbox')

/** Creates a mailer that writes each message to an .eml file (RFC 5322) and sends nothing. */
export function createOutbox(settings: OutboxSettings, log: Log): Mailer {
  const folder = outboxFolder(settings)
  const sender = resolveSender(settings)
  let drafts = 0

  const write = async (message: MailMessage): Promise<string> => {
    const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
    const content = await new MailComposer({ ...toNodemailerMessage(message, sender), newline: 'windows' })
      .compile()
      .build()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, emlFileName(message.messageId))
    drafts += 1
    const draft = join(folder, `.${process.pid}-${drafts}.draft`)
    try {
      await writeFile(draft, content, { mode: 0o600 })
      // Renames the finished file, so that the folder never shows a partial message.
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    return path
  }

  return {
    destination: folder,
    // Composing takes most of the time and runs on one thread, so more would not be faster.
    concurrency: 2,
    rate: null,
    async send(message) {
      try {
        return { kind: 'sent', response: `written to ${await write(message)}` }
      } catch (error) {
        log.error({ err: error }, 'cannot write a message to the outbox')
        return { kind: 'unavailable', response: `cannot write to ${folder}: ${formatError(error)}`.slice(0, 500) }
      }
    },
    close() {},
  }
}

// File systems limit names to 255 bytes.
const fileNameMaxLength = 180

/** Returns the file name of a Message-ID. A hash keeps names distinct if characters were replaced or cut. */
export function emlFileName(messageId: string): string {
  const safe = messageId
    .replaceAll(/[^\w.@+=-]/g, '_')
    .replace(/^\./, '_')
    .slice(0, fileNameMaxLength)
  const hash = createHash('sha256').update(messageId).digest('hex').slice(0, 16)
  return safe === messageId ? `${safe}.eml` : `${safe}-${hash}.eml`
}
