import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import type { Mailer } from './mailer.ts'
import { createOutbox } from './outbox.ts'
import { createSmtpMailer } from './smtp.ts'

/** By the mail server of `SMTP_URL`; without one into files. */
export function createMailer(settings: Settings, log: Log): Mailer {
  const { smtpUrl } = settings
  return smtpUrl === null ? createOutbox(settings, log) : createSmtpMailer({ ...settings, smtpUrl }, log)
}
