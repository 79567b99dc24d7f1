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

/** The folder that messages are written to while there is no mail server. */
export const outboxFolder = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'outbox')

/** Writes each message to a file that mail programs open (RFC 5322). No mail leaves. */
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
      // Whoever reads the folder sees whole messages only.
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    return path
  }

  return {
    destination: folder,
    // Composing takes the time, and that is done one at a time.
    concurrency: 2,
    rate: null,
    async send(message) {
      try {
        return { kind: 'sent', words: `written to ${await write(message)}` }
      } catch (error) {
        log.error({ err: error }, 'a message cannot be written to the outbox')
        return { kind: 'unavailable', words: `${folder} cannot be written to: ${formatError(error)}`.slice(0, 500) }
      }
    },
    close() {},
  }
}

// File systems stop at 255 bytes.
const fileNameMaxLength = 180

/** One file for each Message-ID, whatever is in it: where letters had to be replaced or left out, a hash tells two apart. */
export function emlFileName(messageId: string): string {
  const safe = messageId
    .replaceAll(/[^\w.@+=-]/g, '_')
    .replace(/^\./, '_')
    .slice(0, fileNameMaxLength)
  const hash = createHash('sha256').update(messageId).digest('hex').slice(0, 16)
  return safe === messageId ? `${safe}.eml` : `${safe}-${hash}.eml`
}
