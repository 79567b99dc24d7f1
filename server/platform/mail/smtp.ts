import type { SMTPPoolOptions } from 'nodemailer'
import type { Log } from '../log.ts'
import { withoutSecrets } from '../log.ts'
import type { Settings } from '../settings.ts'
import { mailOf } from './nodemailer-message.ts'
import type { Mailer, Message, Outcome } from './mailer.ts'
import { failureOf, patience, replyOf } from './smtp-errors.ts'
import { createPace } from './pacer.ts'
import { isAddress, senderOf } from './sender.ts'
import { placeOf, type SmtpServer, smtpServerOf } from './smtp-url.ts'

type MailSettings = Pick<Settings, 'smtpUrl' | 'smtpRate' | 'smtpConnections' | 'mailFrom' | 'publicUrl'>

// A server that answers each command just in time would keep a message for minutes, and whoever claimed it no longer
// would be the only one to send it.
const messageMs = 55_000

/**
 * Hands messages to the server of `SMTP_URL`, over connections that stay open from one message to the next.
 * @param limitMs how long a message may take; then it is given up.
 */
export function createSmtpMailer(settings: MailSettings & { smtpUrl: string }, log: Log, limitMs = messageMs): Mailer {
  const { smtpConnections, smtpRate } = settings
  const server = smtpServerOf(settings.smtpUrl)
  const sender = senderOf(settings)
  const untilNext = smtpRate === null ? () => 0 : createPace(smtpRate)
  let pool: ReturnType<typeof openPool> | null = null
  let isClosed = false

  const handOver = async (message: Message): Promise<Outcome> => {
    pool ??= openPool(settings, server, log)
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), limitMs)
    try {
      const { response } = await (await pool).sendMail({ ...mailOf(message, sender), signal: late.signal })
      return { kind: 'sent', words: replyOf(response, server) }
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    destination: placeOf(server),
    // More would only wait for their turn, and the longer they wait the older is what they know.
    lanes: Math.min(smtpConnections, smtpRate ?? smtpConnections),
    rate: smtpRate,
    async send(message) {
      if (!isAddress(message.to.address)) return noAddress
      await pause(untilNext(performance.now()))
      try {
        if (!isClosed) return await handOver(message)
      } catch (error) {
        const { outcome } = failureOf(error, server, message.to.address)
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

const noAddress: Outcome = { kind: 'refused', words: 'this is no address that mail can be sent to', isOfAddress: true }

/** Timers count whole milliseconds, and a rate of thousands is kept without waiting for less. */
const pause = (ms: number): Promise<void> | void => {
  if (ms >= 1) return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Loaded when there is a message: it takes longer to load than most commands take altogether. */
async function openPool({ smtpConnections, publicUrl }: MailSettings, server: SmtpServer, log: Log) {
  const { default: nodemailer } = await import('nodemailer')
  const options = { ...connectionTo(server, publicUrl), pool: true, maxConnections: smtpConnections } as const
  // A message of which nothing was said yet is given to another connection when its own turns out to be closed.
  const transport = nodemailer.createTransport({ ...options, maxRequeues: 2 })
  transport.on('error', (error) =>
    log.error({ reason: withoutSecrets(error.message) }, 'the pool of mail connections failed'),
  )
  return transport
}

/** How nodemailer is to connect. It uses STARTTLS wherever it is offered. */
export function connectionTo(server: SmtpServer, publicUrl: string): SMTPPoolOptions {
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
    connectionTimeout: patience.setUpMs,
    greetingTimeout: patience.setUpMs,
    socketTimeout: patience.answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Some servers turn away whoever says EHLO without a domain name; nodemailer then names the machine. */
function domainNameOf(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl)
  return /\.[a-z][a-z0-9-]*$/i.test(hostname) ? hostname : undefined
}
