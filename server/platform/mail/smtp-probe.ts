import { setTimeout as sleep } from 'node:timers/promises'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailMessage } from './mailer.ts'
import { toNodemailerMessage } from './nodemailer-message.ts'
import type { Sender } from './sender.ts'
import { smtpConnectionOptions } from './smtp.ts'
import { classifySmtpError, formatSmtpReply, type SmtpFailure } from './smtp-errors.ts'
import type { SmtpServer } from './smtp-url.ts'

/** The progress of one session with a mail server. */
export interface SmtpProbe {
  isEncrypted: boolean
  isSignedIn: boolean
  /** The server's reply to the message; null if none was accepted. */
  response: string | null
  failure: SmtpFailure | null
}

// How long to wait for the reply to QUIT.
const quitTimeoutMs = 1_000

/** Connects as for sending, signs in if there are credentials, and sends the message, if any. Never rejects. */
export async function probeSmtp(
  server: SmtpServer,
  publicUrl: string,
  mail: { message: MailMessage; sender: Sender } | null,
): Promise<SmtpProbe> {
  const connection = new SMTPConnection(smtpConnectionOptions(server, publicUrl))
  const ended = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    connection.on('end', () => reject(Object.assign(new Error('Connection closed'), { code: 'ECONNECTION' })))
  })
  ended.catch(() => {})
  const step = <T>(take: (done: (error?: Error | null, result?: T) => void) => void): Promise<T> => {
    const taken = new Promise<T>((resolve, reject) => {
      take((error, result) => (error ? reject(error) : resolve(result as T)))
    })
    return Promise.race([ended, taken])
  }
  const reached = { isEncrypted: false, isSignedIn: false, response: null as string | null }
  try {
    await step((done) => connection.connect(done))
    reached.isEncrypted = connection.secure
    const { credentials } = server
    if (credentials !== null && connection.allowsAuth) {
      await step((done) =>
        connection.login({ credentials: { user: credentials.user, pass: credentials.password } }, done),
      )
      reached.isSignedIn = true
    }
    if (mail !== null) {
      const node = new MailComposer(toNodemailerMessage(mail.message, mail.sender)).compile()
      const info = await step<{ response: string }>((done) =>
        connection.send(node.getEnvelope(), node.createReadStream(), done),
      )
      reached.response = formatSmtpReply(info.response, server)
    }
    connection.quit()
    await Promise.race([ended, sleep(quitTimeoutMs, undefined, { ref: false })]).catch(() => {})
    return { ...reached, failure: null }
  } catch (error) {
    return { ...reached, failure: classifySmtpError(error, server, mail?.message.to.address) }
  } finally {
    connection.close()
  }
}
