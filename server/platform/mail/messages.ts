import { defineMessages } from '#i18n/messages.ts'

/** Texts of the frame around every email. */
export const mailLayoutMessages = defineMessages({
  unsubscribe: 'Unsubscribe',
})

/** Texts of the test message, and of the report on sending it. */
export const mailTestMessages = defineMessages({
  subject: 'Test message from Heed',
  text: 'Heed at {url} can send mail.',
  written: 'The message to {to} was written to a file.',
  accepted: 'The mail server accepted the message to {to}.',
  deferred: 'Not sent: {step} was deferred.',
  rejected: 'Not sent: {step} was rejected.',
  failed: 'Not sent: {step} failed.',
  steps: {
    connection: 'the connection',
    encryption: 'the encryption',
    'sign-in': 'the sign-in',
    sender: 'the sender',
    recipient: 'the recipient',
    content: 'the message',
    file: 'writing it to a file',
  },
  advice: {
    sent: 'Look for it in the mailbox of {to}, and in its spam folder.',
    written: 'Nothing is sent until SMTP_URL is set. Example: smtp://user:password@mail.example.com:587',
    notWritten: 'Make DATA_DIR writable for the user that runs Heed, or set SMTP_URL.',
  },
})

/** What to do when the mail server can't be used. */
export const smtpAdviceMessages = defineMessages({
  deferred: 'The server asked to try again later. Retry in a few minutes; announcements are retried automatically.',
  port465: 'Port 465 uses implicit TLS. Use smtps:// instead of smtp:// in SMTP_URL.',
  connection:
    'Check the host and port in SMTP_URL, and make sure that no firewall or hosting provider blocks the connection. Many providers block port 25 but allow 587.',
  implicitTls:
    'smtps:// is for ports that use implicit TLS, usually 465. For ports 587 and 25, use smtp:// in SMTP_URL.',
  startTls:
    'Passwords are sent only over TLS. Use a port that offers STARTTLS, usually 587, or smtps:// with port 465. On a trusted network, append ?requireTLS=false to SMTP_URL to allow an unencrypted connection.',
  certificate:
    'In SMTP_URL, use the host name that the server’s certificate was issued for. For a private CA, start Heed with NODE_EXTRA_CA_CERTS=/path/to/ca.pem. For testing, append ?rejectUnauthorized=false to SMTP_URL to accept any certificate.',
  credentialsMissing: 'The server requires authentication. Add a user and password to SMTP_URL: smtp://user:password@…',
  credentialsRejected:
    'Check the user and password in SMTP_URL, and percent-encode characters such as @ : / # % (as %40 %3A %2F %23 %25). Many providers require an app password or an API key.',
  sender: 'Set MAIL_FROM to an address that this server and the account in SMTP_URL are allowed to send from.',
  recipient:
    'Check the address. If every address is rejected, the server doesn’t relay mail for Heed: contact its administrator.',
  recipientWithoutCredentials:
    'Check the address. If every address is rejected, the server doesn’t relay mail for Heed: add a user and password to SMTP_URL, or allow this machine to relay.',
  content:
    'See the server’s reply for the reason. Often, the domain of MAIL_FROM has no SPF or DKIM records for this server.',
})
