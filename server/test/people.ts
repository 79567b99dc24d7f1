import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { type Caller, createIdentity, type Done, type Identity } from '../accounts/identity.ts'
import { sendAccountMail } from '../accounts/mail.ts'
import type { AccountMailJob } from '../accounts/queues.ts'
import { ensureSetupLink } from '../accounts/setup.ts'
import { createLog } from '../platform/log.ts'
import { Problem } from '../platform/problems.ts'
import { mailerTo } from './announcements.ts'
import { type Received, startSmtp } from './smtp.ts'
import { testSecretKey, type World } from './world.ts'

export const password = 'a long enough password'

/** Somebody's browser: keeps the cookies that it is given. */
export interface Browser {
  caller: Caller
  cookies: Map<string, string>
  /** Keeps what an action set. */
  keep<T extends Done>(asking: Promise<T>): Promise<T>
}

let browsers = 0

export function browser(userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'): Browser {
  browsers += 1
  const cookies = new Map<string, string>()
  const clientAddress = `198.51.${browsers >> 8}.${browsers & 255}`
  return {
    cookies,
    get caller() {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      return { headers: new Headers({ cookie, 'user-agent': userAgent }), clientAddress }
    },
    async keep(asking) {
      const done = await asking
      for (const header of done.setCookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
        if (/Max-Age=0\b/i.test(header)) cookies.delete(name)
        else cookies.set(name, value)
      }
      return done
    },
  }
}

export interface People {
  identity: Identity
  /** Makes and sends what was asked for, as a worker does. @returns the messages */
  mail(): Promise<Received[]>
  /** The code, or the token of the link, in the one message that was asked for. */
  mailedCode(): Promise<string>
  mailedToken(): Promise<string>
  setupToken(): Promise<string>
  /** Somebody who has signed in and is a member of a workspace. */
  member(workspace: Joinable, role: 'owner' | 'admin' | 'member', email?: string): Promise<Person>
}

export interface Person extends Browser {
  email: string
  accountId: string
  memberId: string
}

interface Joinable {
  id: string
}

let people = 0

export async function peopleOf(world: World, publicUrl = 'http://heed.test', now?: () => string): Promise<People> {
  const { database, jobs } = world
  const clock = now ?? (() => new Date().toISOString())
  const identity = createIdentity({
    database,
    jobs,
    settings: { publicUrl },
    secretKey: testSecretKey,
    clock,
    rateLimitStore: { kind: 'memory' },
  })
  const smtp = await startSmtp()
  const mailer = mailerTo(smtp.url)
  const deps = { database, mailer, clock, log: createLog('silent'), secretKey: testSecretKey, publicUrl }

  const mail = async () => {
    const before = smtp.messages.length
    const { rows } = await database.pool.query<{ data: AccountMailJob }>(
      `delete from pgboss.job where name = 'account-mail' returning data`,
    )
    for (const { data } of rows) await sendAccountMail(deps, data)
    return smtp.messages.slice(before)
  }
  const onlyText = async () => {
    const messages = await mail()
    assert.equal(messages.length, 1)
    return messages[0]!.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  }

  return {
    identity,
    mail,
    mailedCode: async () => /\r\n(\d{6})\r\n/.exec(await onlyText())![1]!,
    mailedToken: async () => /\/console\/(?:password\/reset|invitations)\/([\w-]{43})/.exec(await onlyText())![1]!,
    setupToken: async () => (await ensureSetupLink(database, publicUrl, clock))!.split('/').at(-1)!,

    async member({ id }, role, email) {
      people += 1
      const own = browser()
      const address = email ?? `person${people}@example.com`
      const memberId = crypto.randomUUID()
      await database.pool.query(
        `insert into members (workspace_id, id, email, role, created_at) values ($1, $2, $3, $4, now())`,
        [id, memberId, address, role],
      )
      await mail()
      await identity.requestCode(own.caller, { email: address })
      const code = /\r\n(\d{6})\r\n/.exec((await mail())[0]!.raw)![1]!
      await own.keep(identity.signInWithCode(own.caller, { email: address, code }))
      const visitor = await identity.visitorOf(own.caller.headers)
      return Object.assign(own, { email: address, accountId: visitor!.account.id, memberId })
    },
  }
}

/** The paths that a refusal names, or its code when it names none. */
export async function refusedAt(asking: Promise<unknown>): Promise<string> {
  const refusal = await asking.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(refusal instanceof Problem)) throw refusal ?? new Error('It was not refused.')
  return refusal.extra.details?.map(({ path }) => path).join(' ') ?? refusal.code
}

/** What an authenticator shows (RFC 6238), some half minutes from now. */
export function codeOf(secret: string, steps = 0): string {
  const bits = [...secret]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = digest[19]! & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
