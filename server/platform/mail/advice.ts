import type { SmtpFailure, SmtpStep } from './smtp-errors.ts'
import type { SmtpServer } from './smtp-url.ts'

/** Returns advice on a failure. */
export function smtpAdvice({ step, outcome }: SmtpFailure, server: SmtpServer): string {
  // The server is busy or uses greylisting; nothing needs fixing.
  if (outcome.kind === 'deferred')
    return 'The server asked to try again later. Retry in a few minutes; announcements are retried automatically.'
  return advice[step](server)
}

const advice: Record<SmtpStep, (server: SmtpServer) => string> = {
  connection: ({ port, isImplicitTls }) =>
    port === 465 && !isImplicitTls
      ? 'Port 465 uses implicit TLS. Use smtps:// instead of smtp:// in SMTP_URL.'
      : 'Check the host and port in SMTP_URL, and make sure that no firewall or hosting provider blocks the connection. ' +
        'Many providers block port 25 but allow 587.',
  tls: ({ isImplicitTls }) =>
    isImplicitTls
      ? 'smtps:// is for ports that use implicit TLS, usually 465. For ports 587 and 25, use smtp:// in SMTP_URL.'
      : 'Passwords are sent only over TLS. Use a port that offers STARTTLS, usually 587, or smtps:// with port 465. On a ' +
        'trusted network, append ?requireTLS=false to SMTP_URL to allow an unencrypted connection.',
  certificate: () =>
    'In SMTP_URL, use the host name that the server’s certificate was issued for. For a private CA, start Heed with ' +
    'NODE_EXTRA_CA_CERTS=/path/to/ca.pem. For testing, append ?rejectUnauthorized=false to SMTP_URL to accept any ' +
    'certificate.',
  'sign-in': ({ credentials }) =>
    credentials === null
      ? 'The server requires authentication. Add a user and password to SMTP_URL: smtp://user:password@…'
      : 'Check the user and password in SMTP_URL, and percent-encode characters such as @ : / # % (as %40 %3A %2F %23 ' +
        '%25). Many providers require an app password or an API key.',
  sender: () => 'Set MAIL_FROM to an address that this server and the account in SMTP_URL are allowed to send from.',
  recipient: ({ credentials }) =>
    'Check the address. If every address is rejected, the server doesn’t relay mail for Heed: ' +
    (credentials === null
      ? 'add a user and password to SMTP_URL, or allow this machine to relay.'
      : 'contact its administrator.'),
  content: () =>
    'See the server’s reply for the reason. Often, the domain of MAIL_FROM has no SPF or DKIM records for this server.',
}
