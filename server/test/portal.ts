import { welcomeCustomer } from '../customers/identify.ts'
import type { Submitter } from '../customers/schema.ts'
import { Signer } from '../platform/secrets.ts'
import { formSeal } from '../portal/forms.ts'
import { openSession, sessionCookie } from '../portal/session.ts'
import { type TestWorkspace, testSecretKey, type World } from './world.ts'

/** Somebody's way to a portal: answers as text, cookies as given. */
export interface PortalReader {
  get(path: string, headers?: Record<string, string>): Promise<PortalAnswer>
  /** A form of one of its pages. */
  post(path: string, form: Record<string, string>, headers?: Record<string, string>): Promise<PortalAnswer>
  /** What a script of its pages sends. */
  send(path: string, body: unknown): Promise<PortalAnswer>
  cookie: string
}

export interface PortalAnswer {
  status: number
  headers: Headers
  text: string
}

/** Reads a workspace's portal. @param cookie of a session; default: not signed in. */
export function portalOf({ origin }: World, { slug }: Pick<TestWorkspace, 'slug'>, cookie = ''): PortalReader {
  const call = async (path: string, init: RequestInit): Promise<PortalAnswer> => {
    const headers = { ...(cookie !== '' && { cookie }), ...(init.headers as Record<string, string>) }
    const answer = await fetch(`${origin}/p/${slug}${path}`, { redirect: 'manual', ...init, headers })
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

/** The hidden field of a form that was made some time ago. Default: long enough to have been read. */
export const made = ({ id }: Pick<TestWorkspace, 'id'>, secondsAgo = 60) => ({
  made: formSeal(
    new Signer(testSecretKey, 'portal forms'),
    id,
    new Date(Date.now() - secondsAgo * 1_000).toISOString(),
  ),
})

/** A customer who is signed in. */
export async function signedIn(world: World, workspace: TestWorkspace, who: Submitter) {
  const { customerId, token } = await workspace.write(async (tx) => {
    const customerId = await welcomeCustomer(tx, who)
    return { customerId, token: openSession(tx, customerId) }
  })
  return { customerId, ...portalOf(world, workspace, `${sessionCookie}=${token}`) }
}
