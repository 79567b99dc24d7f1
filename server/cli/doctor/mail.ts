import { smtpAdvice } from '../../platform/mail/advice.ts'
import { outboxFolder } from '../../platform/mail/outbox.ts'
import { resolveSender } from '../../platform/mail/sender.ts'
import type { SmtpProbe } from '../../platform/mail/smtp-probe.ts'
import { hostAndPort, parseSmtpUrl, type SmtpServer } from '../../platform/mail/smtp-url.ts'
import type { Settings } from '../../platform/settings.ts'

import { createFindings, type Finding } from './finding.ts'

const { ok, warning, problem } = createFindings('mail')

/** Whether mail leaves: connects to the server as for sending, signs in where there is a password, sends nothing. */
export async function checkMail(settings: Settings): Promise<Finding[]> {
  if (settings.smtpUrl === null) {
    return [ok(`Messages are written to ${outboxFolder(settings)}.`, 'Set SMTP_URL and MAIL_FROM to have them sent.')]
  }
  const { probeSmtp } = await import('../../platform/mail/smtp-probe.ts')
  const server = parseSmtpUrl(settings.smtpUrl)
  const dialogue = await probeSmtp(server, settings.publicUrl, null)
  return [serverFinding(server, dialogue), ...certificateFinding(server), ...senderFinding(settings)]
}

function serverFinding(server: SmtpServer, { failure, isEncrypted, isSignedIn }: SmtpProbe): Finding {
  const name = `The mail server ${hostAndPort(server)}`
  if (failure !== null) {
    const says = failure.step === 'sign-in' ? 'refuses the sign-in' : 'cannot be used'
    return problem(`${name} ${says}: ${failure.outcome.words}`, smtpAdvice(failure, server))
  }
  const way = isEncrypted ? 'over TLS' : 'without encryption'
  if (isSignedIn) return ok(`${name} answers ${way}, and the sign-in is right.`)
  if (server.credentials === null) return ok(`${name} answers ${way}.`)
  const advice = 'Take user and password out of SMTP_URL, or name the port for signed-in senders, mostly 587.'
  return warning(`${name} answers ${way} and offers no sign-in: user and password are not used.`, advice)
}

function certificateFinding({ isCertificateChecked }: SmtpServer): Finding[] {
  if (isCertificateChecked) return []
  const advice = 'Take rejectUnauthorized=false out of SMTP_URL; NODE_EXTRA_CA_CERTS names an authority of your own.'
  return [warning('Any certificate is accepted: somebody on the way can pass for the mail server.', advice)]
}

function senderFinding(settings: Settings): Finding[] {
  if (settings.mailFrom !== null) return []
  const advice = 'Set MAIL_FROM to the address that messages are to come from.'
  return [
    warning(`SMTP_URL is set and MAIL_FROM is not: messages come from ${resolveSender(settings).address}.`, advice),
  ]
}
