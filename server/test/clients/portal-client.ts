import assert from 'node:assert/strict'
import { upsertVisitor } from '../../customers/identity/identify.ts'
import type { Submitter } from '../../customers/schema.ts'
import { sendCustomerCode } from '../../customers/sign-in/code-email.ts'
import type { CustomerCodeJob } from '../../customers/sign-in/queues.ts'
import { admitCustomer } from '../../customers/tracking/take-part.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { createLog } from '../../platform/log.ts'
import { createCustomerSession, sessionCookie } from '../../portal/auth/session.ts'
import { createFormToken } from '../../portal/http/spam-guard.ts'
import { createTestMailer } from '../fixtures/deliveries.ts'
import { type ReceivedMail, startSmtpServer } from '../support/smtp-server.ts'
import { defaultCaps, type TestApp, type TestWorkspace, testSecretKey } from '../test-app.ts'

/** A client of one portal. */
export interface PortalClient {
  get(path: string, headers?: Record<string, string>): Promise<PortalTestResponse>
  /** Submits a form of one of its pages. */
  post(path: string, form: Record<string, string>, headers?: Record<string, string>): Promise<PortalTestResponse>
  /** Sends a request as a script of its pages does. */
  send(path: string, body: unknown): Promise<PortalTestResponse>
  cookie: string
}

export interface PortalTestResponse {
  status: number
  headers: Headers
  text: string
}

/** Creates a client of a workspace's portal. @param cookie of a session. Default: signed out. */
export function createPortalClient(
  { origin }: TestApp,
  { slug }: Pick<TestWorkspace, 'slug'>,
  cookie = '',
): PortalClient {
  // The browser's cookie of sign-in, which codes are bound to.
  let signInCookie: string | undefined
  const call = async (path: string, init: RequestInit): Promise<PortalTestResponse> => {
    const cookies = [cookie, signInCookie].filter(Boolean).join('; ')
    const headers = { ...(cookies !== '' && { cookie: cookies }), ...(init.headers as Record<string, string>) }
    const answer = await fetch(`${origin}/p/${slug}${path}`, { redirect: 'manual', ...init, headers })
    const received = answer.headers.getSetCookie().find((each) => each.startsWith('heed_sign_in='))
    signInCookie = received?.split(';', 1)[0] ?? signInCookie
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  return {
    cookie,
    get: (path, headers = {}) => call(path, { headers }),
    post: (path, form, headers = {}) =>
      call(path, { method: 'POST', body: new URLSearchParams(form), headers: { origin, ...headers } }),
    send: (path, body) =>
      call(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { origin, 'content-type': 'application/json', accept: 'application/json' },
      }),
  }
}

/** Returns the hidden fields of a form rendered some time ago. Default: long enough for a person to fill it in. */
export const formTokenField = ({ id }: Pick<TestWorkspace, 'id'>, secondsAgo = 60) => ({
  form_token: createFormToken(
    new Signer(testSecretKey, 'portal forms'),
    id,
    new Date(Date.now() - secondsAgo * 1_000).toISOString(),
  ),
})

/** Signs in a customer. One with an external id comes from the product, with a signed token. */
export async function signInCustomer(app: TestApp, workspace: TestWorkspace, who: Submitter) {
  const { customerId, token } = await workspace.write(async (tx) => {
    const customerId = await upsertVisitor(tx, who)
    if (who.externalId !== undefined) await admitCustomer(tx, customerId, defaultCaps)
    return { customerId, token: createCustomerSession(tx, customerId) }
  })
  return { customerId, ...createPortalClient(app, workspace, `${sessionCookie}=${token}`) }
}

/** The sign-in mail of a portal. */
export interface SignInMail {
  /** Sends pending mail as a worker does. @returns the messages. */
  deliver(): Promise<ReceivedMail[]>
  /** Sends pending mail and returns the code in the single message. */
  deliverCode(): Promise<string>
}

export async function createSignInMail(
  { database }: TestApp,
  clock = () => new Date().toISOString(),
): Promise<SignInMail> {
  const smtp = await startSmtpServer()
  const mailer = createTestMailer(smtp.url)
  const log = createLog('silent')
  const deps = { database, mailer, clock, log, secretKey: testSecretKey, publicUrl: 'http://heed.test' }
  const mail = async () => {
    const before = smtp.messages.length
    const { rows } = await database.pool.query<{ data: CustomerCodeJob }>(
      `delete from pgboss.job where name = 'customer-code' returning data`,
    )
    for (const { data } of rows) await sendCustomerCode(deps, data)
    return smtp.messages.slice(before)
  }
  return {
    deliver: mail,
    async deliverCode() {
      const messages = await mail()
      assert.equal(messages.length, 1)
      return /\r\n(\d{6})\r\n/.exec(messages[0]!.raw)![1]!
    },
  }
}

/** Returns the value of a hidden field on a page. */
export const hiddenFieldValue = ({ text }: PortalTestResponse, name: string): string =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

/** Returns the first cookie that a response sets, which is the session's, as the browser sends it back. */
export const receivedCookie = ({ headers }: PortalTestResponse): string =>
  headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
