import { createServer, type Socket } from 'node:net'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

/** A message that the server has taken. */
export interface Received {
  from: string
  /** The recipient of the envelope; several, which Heed never has, separated by commas. */
  to: string
  messageId: string
  /** All of it, or nothing with `keep: 'ids'`. */
  raw: string
  /** The number of its connection, from 1. */
  connection: number
  /** What the client called itself in EHLO. */
  client: string
  /** Who had signed in. */
  user: string | null
  isEncrypted: boolean
}

/** A reply that refuses; null accepts. */
export type Answer = { code: number; text: string } | null

export interface SmtpOptions {
  /** `ids` keeps thousands of messages small. Default: `raw`. */
  keep?: 'raw' | 'ids'
  /** Decides at each RCPT. May take its time: the client waits. */
  answer?(to: string): Promise<Answer>
  /** Decides at each connection, sender and whole message. */
  answerConnection?(): Promise<Answer>
  answerSender?(from: string): Promise<Answer>
  answerMessage?(message: Received): Promise<Answer>
  /** Passwords by user. With some, nobody sends without a sign-in. */
  accounts?: Record<string, string>
  /** PEM. Offers STARTTLS, or begins with TLS when `isImplicitTls`. */
  tls?: { key: string; cert: string; isImplicitTls?: boolean }
  /** Default: a free one. */
  port?: number
}

export interface Smtp {
  /** `smtp://127.0.0.1:…`, or `smtps:`; without user and password. */
  url: string
  port: number
  messages: Received[]
  /** Connections so far. */
  connections: number
  /** Recipients asked for so far, whatever the answer. */
  asked: number
  /** Waits until it is so, a minute at most. */
  until(isSo: () => boolean): Promise<void>
  /** Ends with every connection, also with the test file. */
  stop(): Promise<void>
}

/** A real mail server on loopback, in this process. */
export async function startSmtp(options: SmtpOptions = {}): Promise<Smtp> {
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
      done(isRight ? null : refusal({ code: 535, text: '5.7.8 Wrong user or password' }), { user: username })
    },
    onConnect({ id }, done) {
      smtp.connections += 1
      numbers.set(id, smtp.connections)
      reply(options.answerConnection?.(), done)
    },
    onMailFrom: ({ address }, _session, done) => reply(options.answerSender?.(address), done),
    onRcptTo({ address }, _session, done) {
      smtp.asked += 1
      reply(options.answer?.(address), done)
    },
    async onData(stream, session, done) {
      // A client that is killed in the midst of a message has sent none.
      const content = await read(stream, keep).catch(() => null)
      if (content === null) return done(refusal({ code: 451, text: 'The message has no end' }))
      const message = { ...content, ...circumstancesOf(session, numbers) }
      const answer = (await options.answerMessage?.(message)) ?? null
      if (answer === null) smtp.messages.push(message)
      done(answer && refusal(answer))
    },
  } satisfies SMTPServerOptions)
  // A client that breaks off, as tests do.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as { port: number }
  const smtp: Smtp = {
    url: `${tls?.isImplicitTls ? 'smtps' : 'smtp'}://127.0.0.1:${address.port}`,
    port: address.port,
    messages: [],
    connections: 0,
    asked: 0,
    until,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
  after(smtp.stop)
  return smtp
}

const refusal = ({ code, text }: NonNullable<Answer>) => Object.assign(new Error(text), { responseCode: code })

function reply(answer: Promise<Answer> | undefined, done: (error?: Error | null) => void): void {
  if (answer === undefined) done()
  else answer.then((given) => done(given && refusal(given)), done)
}

/** With `ids` the header is held for a moment, the body not at all. */
async function read(stream: SMTPServerDataStream, keep: 'raw' | 'ids'): Promise<{ raw: string; messageId: string }> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) if (keep === 'raw' || chunks.length < 4) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return { raw: keep === 'raw' ? text : '', messageId: /^Message-ID:\s*<([^>]+)>/im.exec(text)?.[1] ?? '' }
}

function circumstancesOf(session: SMTPServerSession, numbers: Map<string, number>) {
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

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error('It has not come to that within a minute.')
    await sleep(5)
  }
}

/** A mail server that says just this: a greeting, and a reply to each line; null hangs up. Hears all that it is told. */
export async function startScripted(
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
