import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { authorizeApp } from '../../apps/authorize.ts'
import { answerConsentRequest, findConsentRequest } from '../../apps/interactions.ts'
import { apiScopes } from '../../platform/http/api/scopes.ts'
import { newId } from '../../platform/ids.ts'
import { asRole } from '../support/roles.ts'
import type { TestApp, TestWorkspace } from '../test-app.ts'

export const redirectUri = 'https://app.example/callback'

/** Registers an app in a workspace. @returns its client id */
export async function registerTestApp(
  { database }: TestApp,
  { id }: Pick<TestWorkspace, 'id'>,
  { name = 'Reporter', redirectUris = [redirectUri] } = {},
): Promise<string> {
  const clientId = newId()
  await database.pool.query(
    `insert into app_registrations (workspace_id, id, name, redirect_uris, created_by, created_at)
     values ($1, $2, $3, $4, 'test', now())`,
    [id, clientId, name, redirectUris],
  )
  return clientId
}

/** Returns where the page of an error leads, which is shown instead of a redirect. */
export async function returnLinkOf(response: Response): Promise<URL> {
  assert.deepEqual([response.status, response.headers.get('location')], [400, null])
  const [, href] = /<a href="([^"]+)"/.exec(await response.text()) ?? []
  assert.ok(href, 'the page has no link')
  return new URL(href.replaceAll('&amp;', '&'))
}

export interface Tokens {
  access_token: string
  refresh_token: string
  scope: string
  expires_in: number
  token_type: string
}

export interface Person {
  accountId: string
  memberId: string
  role?: 'owner' | 'admin' | 'member'
}

/** An app with the browser of one person. */
export class OAuthClient {
  readonly verifier = randomBytes(32).toString('base64url')
  readonly app: TestApp
  readonly clientId: string
  readonly redirectUri: string
  readonly cookies = new Map<string, { value: string; path: string }>()

  constructor(app: TestApp, clientId: string, options: { redirectUri?: string } = {}) {
    this.app = app
    this.clientId = clientId
    this.redirectUri = options.redirectUri ?? redirectUri
  }

  get challenge(): string {
    return createHash('sha256').update(this.verifier).digest('base64url')
  }

  /** The query of an authorization request; a parameter that is null is left out. */
  query(changes: Record<string, string | null> = {}): URLSearchParams {
    const all = {
      client_id: this.clientId,
      response_type: 'code',
      redirect_uri: this.redirectUri,
      scope: 'feedback:read feedback:write',
      state: 'state-1',
      code_challenge: this.challenge,
      code_challenge_method: 'S256',
      ...changes,
    }
    return new URLSearchParams(Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null))
  }

  /** Opens a URL of the authorization server as a browser does, without following redirects. */
  async open(path: string): Promise<Response> {
    const cookie = [...this.cookies]
      .filter(([, { path: scope }]) => path.split('?')[0]!.startsWith(scope))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const response = await fetch(this.app.origin + path, { redirect: 'manual', headers: { cookie } })
    for (const header of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!
      const scope = /path=([^;]*)/i.exec(header)?.[1] ?? '/'
      if (value === '' || /expires=Thu, 01 Jan 1970/.test(header)) this.cookies.delete(name!)
      else this.cookies.set(name!, { value: value!, path: scope })
    }
    return response
  }

  /** Sends the person to the authorization server. */
  authorize(changes: Record<string, string | null> = {}): Promise<Response> {
    return this.open(`/oauth/authorize?${this.query(changes)}`)
  }

  /** Starts a request. @returns the id of the request for consent */
  async start(changes: Record<string, string | null> = {}): Promise<string> {
    const response = await this.authorize(changes)
    const location = response.headers.get('location') ?? ''
    assert.match(location, /\/console\/authorize\/[\w-]+$/, `answered ${response.status} ${location}`)
    return location.split('/').at(-1)!
  }

  /** Consents as a person does on the consent page. @returns the path that continues the request */
  async consent(
    id: string,
    workspace: TestWorkspace,
    { accountId, memberId, role = 'owner' }: Person,
    shownScopes: readonly string[] = apiScopes,
  ): Promise<string> {
    const { database } = this.app
    const request = await findConsentRequest(database, 'http://heed.test', id)
    assert.ok(request, 'the request for consent is gone')
    const grantId = await workspace.write((tx) => authorizeApp(asRole(tx, role, memberId), { ...request, shownScopes }))
    const returnTo = await answerConsentRequest(database, id, {
      login: { accountId, remember: false },
      consent: { grantId },
    })
    return new URL(returnTo).pathname
  }

  /** Runs a request up to the redirect to the app. @returns its parameters */
  async run(
    workspace: TestWorkspace,
    person: Person,
    changes: Record<string, string | null> = {},
  ): Promise<URLSearchParams> {
    const response = await this.open(await this.consent(await this.start(changes), workspace, person))
    const location = new URL(response.headers.get('location') ?? 'about:blank')
    assert.equal(location.href.split('?')[0], changes.redirect_uri ?? this.redirectUri)
    return location.searchParams
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  async post(path: string, body: Record<string, string>): Promise<{ status: number; body: any; headers: Headers }> {
    const response = await fetch(this.app.origin + path, { method: 'POST', body: new URLSearchParams(body) })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }

  exchange(code: string, changes: Record<string, string> = {}) {
    return this.post('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      code,
      code_verifier: this.verifier,
      ...changes,
    })
  }

  refresh(refreshToken: string, changes: Record<string, string> = {}) {
    return this.post('/oauth/token', {
      grant_type: 'refresh_token',
      client_id: this.clientId,
      refresh_token: refreshToken,
      ...changes,
    })
  }

  /** Runs the whole flow. */
  async connect(
    workspace: TestWorkspace,
    person: Person,
    changes: Record<string, string | null> = {},
  ): Promise<Tokens> {
    const parameters = await this.run(workspace, person, changes)
    const { status, body } = await this.exchange(parameters.get('code')!)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
}
