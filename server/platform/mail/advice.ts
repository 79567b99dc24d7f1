import type { SmtpFailure, SmtpStep } from './smtp-errors.ts'
import type { SmtpServer } from './smtp-url.ts'

/** Returns advice on a failure. */
export function smtpAdvice({ step, outcome }: SmtpFailure, server: SmtpServer): string {
  // The server is busy or greylists; nothing needs fixing.
  if (outcome.kind === 'deferred')
    return 'The server asked to try again later. Retry in a few minutes; announcements are retried automatically.'
  return advice[step](server)
}

const advice: Record<SmtpStep, (server: SmtpServer) => string> = {
  connection: ({ port, isImplicitTls }) =>
    port === 465 && !isImplicitTls
      ? 'Port 465 begins with TLS: write smtps:// instead of smtp:// in SMTP_URL.'
      : 'Check host and port in SMTP_URL, and that firewalls and the provider of this machine let it connect there; ' +
        'many block port 25 and leave 587 open.',
  tls: ({ isImplicitTls }) =>
    isImplicitTls
      ? 'smtps:// is for ports where TLS begins at once, mostly 465; for 587 and 25 write smtp:// in SMTP_URL.'
      : 'A password is sent through TLS only. Use a port that offers STARTTLS, mostly 587, or smtps:// with 465. Where ' +
        'nobody can listen in, ?requireTLS=false at the end of SMTP_URL does without.',
  certificate: () =>
    'Name the server in SMTP_URL as its certificate does. For an authority of your own, start Heed with ' +
    'NODE_EXTRA_CA_CERTS=/path/to/ca.pem. For tests, ?rejectUnauthorized=false at the end of SMTP_URL accepts any.',
  'sign-in': ({ credentials }) =>
    credentials === null
      ? 'The server wants a sign-in: smtp://user:password@… in SMTP_URL.'
      : 'Check user and password in SMTP_URL; characters such as @ : / # % are written as %40 %3A %2F %23 %25 there. Many ' +
        'providers want an app password or an API key.',
  sender: () => 'Set MAIL_FROM to an address that this server, and the account signed in with, may send from.',
  recipient: ({ credentials }) =>
    'Check the address. When all others are refused as well, the server does not send for us: ' +
    (credentials === null
      ? 'give it user and password in SMTP_URL, or let it know this machine.'
      : 'ask its operator.'),
  content: () =>
    'The words of the server say why. Often the domain of MAIL_FROM lacks SPF or DKIM records that name this server.',
}
