import { createServer, type Socket } from 'node:net'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

/** A message that the server has accepted. */
export interface ReceivedMail {
  from: string
  /** The envelope recipients, separated by commas. Heed always has exactly one. */
  to: string
  messageId: string
  /** The whole message, or an empty string with `keep: 'ids'`. */
  raw: string
  /** The number of its connection, from 1. */
  connection: number
  /** The client's name in EHLO. */
  client: string
  /** The signed-in user. */
  user: string | null
  isEncrypted: boolean
}

/** A reply that rejects. Null accepts. */
export type SmtpReply = { code: number; text: string } | null

export interface SmtpTestServerOptions {
  /** `ids` saves memory with thousands of messages. Default: `raw`. */
  keep?: 'raw' | 'ids'
  /** Decides at each RCPT. It may be slow: the client waits. */
  onRecipient?(to: string): Promise<SmtpReply>
  /** Decides at each connection, sender and complete message. */
  onConnection?(): Promise<SmtpReply>
  onSender?(from: string): Promise<SmtpReply>
  onMessage?(message: ReceivedMail): Promise<SmtpReply>
  /** Passwords by user. If set, sending requires a sign-in. */
  accounts?: Record<string, string>
  /** Key and certificate in PEM. The server offers STARTTLS, or starts with TLS if `isImplicitTls` is set. */
  tls?: { key: string; cert: string; isImplicitTls?: boolean }
  /** Default: a free port. */
  port?: number
}

export interface SmtpTestServer {
  /** `smtp://127.0.0.1:…` or `smtps:`, without user and password. */
  url: string
  port: number
  messages: ReceivedMail[]
  /** The number of connections so far. */
  connectionCount: number
  /** The number of RCPT commands so far, accepted or not. */
  recipientCount: number
  /** Waits until the condition holds, for at most a minute. */
  waitUntil(isSo: () => boolean): Promise<void>
  /** Stops the server and its connections. It also stops after the test file. */
  stop(): Promise<void>
}

/** Starts a real mail server on loopback in this process. */
export async function startSmtpServer(options: SmtpTestServerOptions = {}): Promise<SmtpTestServer> {
  const { keep = 'raw', accounts, tls, port = 0 } = options
  const numbers = new Map<string, number>()
  const server = new SMTPServer({
    ...tls,
    secure: tls?.isImplicitTls ?? false,
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(accounts ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1,
    onAuth({ username = '', password }, _session, done) {
      const isRight = accounts !== undefined && Object.hasOwn(accounts, username) && accounts[username] === password
      done(isRight ? null : toSmtpError({ code: 535, text: '5.7.8 Wrong user or password' }), { user: username })
    },
    onConnect({ id }, done) {
      smtp.connectionCount += 1
      numbers.set(id, smtp.connectionCount)
      reply(options.onConnection?.(), done)
    },
    onMailFrom: ({ address }, _session, done) => reply(options.onSender?.(address), done),
    onRcptTo({ address }, _session, done) {
      smtp.recipientCount += 1
      reply(options.onRecipient?.(address), done)
    },
    async onData(stream, session, done) {
      // A client that is killed in the middle of a message has sent none.
      const content = await read(stream, keep).catch(() => null)
      if (content === null) return done(toSmtpError({ code: 451, text: 'The message has no end' }))
      const message = { ...content, ...envelopeOf(session, numbers) }
      const answer = (await options.onMessage?.(message)) ?? null
      if (answer === null) smtp.messages.push(message)
      done(answer && toSmtpError(answer))
    },
  } satisfies SMTPServerOptions)
  // A client that disconnects, as tests do.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as { port: number }
  const smtp: SmtpTestServer = {
    url: `${tls?.isImplicitTls ? 'smtps' : 'smtp'}://127.0.0.1:${address.port}`,
    port: address.port,
    messages: [],
    connectionCount: 0,
    recipientCount: 0,
    waitUntil,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
  after(smtp.stop)
  return smtp
}

const toSmtpError = ({ code, text }: NonNullable<SmtpReply>) => Object.assign(new Error(text), { responseCode: code })

function reply(answer: Promise<SmtpReply> | undefined, done: (error?: Error | null) => void): void {
  if (answer === undefined) done()
  else answer.then((rejection) => done(rejection && toSmtpError(rejection)), done)
}

/** With `ids`, keeps the header only briefly and never the body. */
async function read(stream: SMTPServerDataStream, keep: 'raw' | 'ids'): Promise<{ raw: string; messageId: string }> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) if (keep === 'raw' || chunks.length < 4) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return { raw: keep === 'raw' ? text : '', messageId: /^Message-ID:\s*<([^>]+)>/im.exec(text)?.[1] ?? '' }
}

function envelopeOf(session: SMTPServerSession, numbers: Map<string, number>) {
  const { mailFrom, rcptTo } = session.envelope
  return {
    from: mailFrom ? mailFrom.address : '',
    to: rcptTo.map(({ address }) => address).join(','),
    connection: numbers.get(session.id) ?? 0,
    client: session.hostNameAppearsAs,
    user: (session.user as string | undefined) ?? null,
    isEncrypted: session.secure,
  }
}

async function waitUntil(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error('The condition did not hold within a minute.')
    await sleep(5)
  }
}

/** Starts a mail server with a scripted greeting and replies. Null hangs up. Records every line that it receives. */
export async function startScriptedSmtpServer(
  greeting: string | null,
  replyTo: (line: string) => string | null = () => '250 ok',
): Promise<{ url: string; port: number; heard: string[]; stop(): Promise<void> }> {
  const heard: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    const say = (text: string | null) => (text === null ? socket.end() : text && socket.write(`${text}\r\n`))
    say(greeting)
    let rest = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) {
        heard.push(line)
        say(replyTo(line))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const stop = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  after(stop)
  return { url: `smtp://127.0.0.1:${port}`, port, heard, stop }
}
