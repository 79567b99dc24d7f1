import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import type { Mailer } from './mailer.ts'
import { createOutbox } from './outbox.ts'
import { createSmtpMailer } from './smtp.ts'

/** Creates a mailer that sends through `SMTP_URL`, or writes files if it is not set. */
export function createMailer(settings: Settings, log: Log): Mailer {
  const { smtpUrl } = settings
  return smtpUrl === null ? createOutbox(settings, log) : createSmtpMailer({ ...settings, smtpUrl }, log)
}
