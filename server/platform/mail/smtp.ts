import type { SMTPPoolOptions } from 'nodemailer'
import type { Log } from '../log.ts'
import { redactSecrets } from '../log.ts'
import type { Settings } from '../settings.ts'
import type { Mailer, MailMessage, MailOutcome } from './mailer.ts'
import { toNodemailerMessage } from './nodemailer-message.ts'
import { createPacer } from './pacer.ts'
import { isSendableAddress, resolveSender } from './sender.ts'
import { classifySmtpError, formatSmtpReply, smtpTimeouts } from './smtp-errors.ts'
import { hostAndPort, parseSmtpUrl, type SmtpServer } from './smtp-url.ts'

type MailSettings = Pick<Settings, 'smtpUrl' | 'smtpRate' | 'smtpConnections' | 'mailFrom' | 'publicUrl'>

// If a server replied to each command just in time, a message could take minutes: longer than its claim lasts, so
// another worker could send it too.
const messageTimeoutMs = 55_000

/**
 * Creates a mailer that sends through the server of `SMTP_URL` over a pool of connections.
 * @param limitMs the time after which sending a message is aborted
 */
export function createSmtpMailer(
  settings: MailSettings & { smtpUrl: string },
  log: Log,
  limitMs = messageTimeoutMs,
): Mailer {
  const { smtpConnections, smtpRate } = settings
  const server = parseSmtpUrl(settings.smtpUrl)
  const sender = resolveSender(settings)
  const untilNext = smtpRate === null ? () => 0 : createPacer(smtpRate)
  let pool: ReturnType<typeof openPool> | null = null
  let isClosed = false

  const submit = async (message: MailMessage): Promise<MailOutcome> => {
    pool ??= openPool(settings, server, log)
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), limitMs)
    try {
      const { response } = await (await pool).sendMail({
        ...toNodemailerMessage(message, sender),
        signal: timeout.signal,
      })
      return { kind: 'sent', response: formatSmtpReply(response, server) }
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    destination: hostAndPort(server),
    // Further messages would only wait for a slot while their content and recipients become outdated.
    concurrency: Math.min(smtpConnections, smtpRate ?? smtpConnections),
    rate: smtpRate,
    async send(message) {
      if (!isSendableAddress(message.to.address)) return invalidAddress
      await pause(untilNext(performance.now()))
      try {
        if (!isClosed) return await submit(message)
      } catch (error) {
        const { outcome } = classifySmtpError(error, server, message.to.address)
        // After close(), messages in flight finish and waiting ones fail.
        if (!isClosed || outcome.kind === 'refused') return outcome
      }
      return { kind: 'unavailable', response: 'sending was stopped' }
    },
    close() {
      isClosed = true
      pool?.then((transport) => transport.close())
    },
  }
}

const invalidAddress: MailOutcome = {
  kind: 'refused',
  response: 'not a valid email address',
  isAddressError: true,
}

/** Skips waits below a millisecond, the resolution of timers; the pacer still keeps rates of thousands a second. */
const pause = (ms: number): Promise<void> | void => {
  if (ms >= 1) return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Loads nodemailer with the first message, because loading it takes longer than most commands run. */
async function openPool({ smtpConnections, publicUrl }: MailSettings, server: SmtpServer, log: Log) {
  const { default: nodemailer } = await import('nodemailer')
  const options = { ...smtpConnectionOptions(server, publicUrl), pool: true, maxConnections: smtpConnections } as const
  // If the connection of a message turns out to be closed before sending starts, the message moves to another one.
  const transport = nodemailer.createTransport({ ...options, maxRequeues: 2 })
  transport.on('error', (error) => log.error({ reason: redactSecrets(error.message) }, 'mail connection pool failed'))
  return transport
}

/** Returns the connection options of nodemailer, which uses STARTTLS wherever it is offered. */
export function smtpConnectionOptions(server: SmtpServer, publicUrl: string): SMTPPoolOptions {
  const { host, port, isImplicitTls, isTlsRequired, isCertificateChecked, credentials, name } = server
  const isLocal = host === 'localhost'
  return {
    // nodemailer would look localhost up in DNS before the hosts file.
    host: isLocal ? '127.0.0.1' : host,
    port,
    secure: isImplicitTls,
    requireTLS: isTlsRequired && !isImplicitTls,
    tls: { rejectUnauthorized: isCertificateChecked, ...(isLocal && { servername: host }) },
    ...(credentials !== null && { auth: { user: credentials.user, pass: credentials.password } }),
    name: name ?? domainNameOf(publicUrl),
    connectionTimeout: smtpTimeouts.setUpMs,
    greetingTimeout: smtpTimeouts.setUpMs,
    socketTimeout: smtpTimeouts.answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Returns the domain for EHLO, which some servers require; without one, nodemailer uses the machine's host name. */
function domainNameOf(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl)
  return /\.[a-z][a-z0-9-]*$/i.test(hostname) ? hostname : undefined
}
