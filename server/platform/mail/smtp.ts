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

// A server that answers each command just in time would keep a message for minutes, and whoever claimed it no longer
// would be the only one to send it.
const messageTimeoutMs = 55_000

/**
 * Hands messages to the server of `SMTP_URL`, over connections that stay open from one message to the next.
 * @param limitMs how long a message may take; then it is given up.
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

  const handOver = async (message: MailMessage): Promise<MailOutcome> => {
    pool ??= openPool(settings, server, log)
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), limitMs)
    try {
      const { response } = await (await pool).sendMail({ ...toNodemailerMessage(message, sender), signal: late.signal })
      return { kind: 'sent', words: formatSmtpReply(response, server) }
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    destination: hostAndPort(server),
    // More would only wait for their turn, and the longer they wait the older is what they know.
    concurrency: Math.min(smtpConnections, smtpRate ?? smtpConnections),
    rate: smtpRate,
    async send(message) {
      if (!isSendableAddress(message.to.address)) return invalidAddress
      await pause(untilNext(performance.now()))
      try {
        if (!isClosed) return await handOver(message)
      } catch (error) {
        const { outcome } = classifySmtpError(error, server, message.to.address)
        // What was on its way when the mailer closed goes on to its end; what waited fails.
        if (!isClosed || outcome.kind === 'refused') return outcome
      }
      return { kind: 'unavailable', words: 'sending was stopped' }
    },
    close() {
      isClosed = true
      pool?.then((transport) => transport.close())
    },
  }
}

const invalidAddress: MailOutcome = {
  kind: 'refused',
  words: 'this is no address that mail can be sent to',
  isAddressError: true,
}

/** Timers count whole milliseconds, and a rate of thousands is kept without waiting for less. */
const pause = (ms: number): Promise<void> | void => {
  if (ms >= 1) return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Loaded when there is a message: it takes longer to load than most commands take altogether. */
async function openPool({ smtpConnections, publicUrl }: MailSettings, server: SmtpServer, log: Log) {
  const { default: nodemailer } = await import('nodemailer')
  const options = { ...smtpConnectionOptions(server, publicUrl), pool: true, maxConnections: smtpConnections } as const
  // A message of which nothing was said yet is given to another connection when its own turns out to be closed.
  const transport = nodemailer.createTransport({ ...options, maxRequeues: 2 })
  transport.on('error', (error) =>
    log.error({ reason: redactSecrets(error.message) }, 'the pool of mail connections failed'),
  )
  return transport
}

/** How nodemailer is to connect. It uses STARTTLS wherever it is offered. */
export function smtpConnectionOptions(server: SmtpServer, publicUrl: string): SMTPPoolOptions {
  const { host, port, isImplicitTls, isTlsRequired, isCertificateChecked, credentials, name } = server
  const isLocal = host === 'localhost'
  return {
    // nodemailer asks the domain name system before the machine, and that has no say in where localhost is.
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

/** Some servers turn away whoever says EHLO without a domain name; nodemailer then names the machine. */
function domainNameOf(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl)
  return /\.[a-z][a-z0-9-]*$/i.test(hostname) ? hostname : undefined
}
