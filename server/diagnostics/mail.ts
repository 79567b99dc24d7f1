import { smtpAdvice } from '../platform/mail/advice.ts'
import { outboxFolder } from '../platform/mail/outbox.ts'
import { resolveSender } from '../platform/mail/sender.ts'
import type { SmtpProbe } from '../platform/mail/smtp-probe.ts'
import { hostAndPort, parseSmtpUrl, type SmtpServer } from '../platform/mail/smtp-url.ts'
import type { Settings } from '../platform/settings.ts'

import { createFindings, type Finding } from './finding.ts'

const { ok, warning, problem } = createFindings('mail')

type MailSettings = Pick<Settings, 'smtpUrl' | 'publicUrl' | 'mailFrom' | 'dataDir'>

/** Connects to the mail server as for sending and signs in if there is a password, but sends nothing. */
export async function checkMail(settings: MailSettings): Promise<Finding[]> {
  if (settings.smtpUrl === null) {
    return [ok(`Messages are written to ${outboxFolder(settings)}.`, 'Set SMTP_URL and MAIL_FROM to send them.')]
  }
  const { probeSmtp } = await import('../platform/mail/smtp-probe.ts')
  const server = parseSmtpUrl(settings.smtpUrl)
  const probe = await probeSmtp(server, settings.publicUrl, null)
  return [serverFinding(server, probe), ...certificateFinding(server), ...senderFinding(settings)]
}

function serverFinding(server: SmtpServer, { failure, isEncrypted, isSignedIn }: SmtpProbe): Finding {
  const name = `The mail server ${hostAndPort(server)}`
  if (failure !== null) {
    const result = failure.step === 'sign-in' ? 'rejects the sign-in' : 'cannot be used'
    return problem(`${name} ${result}: ${failure.outcome.response}`, smtpAdvice(failure, server))
  }
  const encryption = isEncrypted ? 'over TLS' : 'without encryption'
  if (isSignedIn) return ok(`${name} responds ${encryption}, and signing in works.`)
  if (server.credentials === null) return ok(`${name} responds ${encryption}.`)
  const advice = 'Remove the username and password from SMTP_URL, or use the submission port, usually 587.'
  return warning(
    `${name} responds ${encryption} but doesn’t support authentication, so the username and password aren’t used.`,
    advice,
  )
}

function certificateFinding({ isCertificateChecked }: SmtpServer): Finding[] {
  if (isCertificateChecked) return []
  const advice = 'Remove rejectUnauthorized=false from SMTP_URL. For a private CA, set NODE_EXTRA_CA_CERTS.'
  return [
    warning('Every certificate is accepted, so an attacker on the network can impersonate the mail server.', advice),
  ]
}

function senderFinding(settings: MailSettings): Finding[] {
  if (settings.mailFrom !== null) return []
  const advice = 'Set MAIL_FROM to the address that messages should come from.'
  return [
    warning(`SMTP_URL is set but MAIL_FROM is not, so messages come from ${resolveSender(settings).address}.`, advice),
  ]
}
