import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterFile } from '../../server/test/lifetime.ts'

/** Returns a port that is free now, for an app whose public URL must be known before it listens. */
export async function findFreePort(): Promise<number> {
  const server = createTcpServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A program on this computer that people connect to their workspace: it receives codes at a loopback address. */
export interface OAuthApp {
  redirectUri: string
  /** Returns the URL that the program opens in the browser. */
  authorizationUrl(origin: string, clientId: string, changes?: Record<string, string>): string
  /** The parameters of the last redirect to the program. */
  received(): URLSearchParams
  /** Exchanges the code of the last redirect. */
  exchange(origin: string, clientId: string): Promise<{ access_token: string; refresh_token: string; scope: string }>
}

export async function startOAuthApp(): Promise<OAuthApp> {
  let last: URLSearchParams | null = null
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://127.0.0.1')
    if (url.pathname === '/callback') last = url.searchParams
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Back in the app</title><h1>Back</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const verifier = randomBytes(32).toString('base64url')
  const received = () => {
    if (last === null) throw new Error('The browser did not come back to the app.')
    return last
  }
  return {
    redirectUri,
    received,
    authorizationUrl: (origin, clientId, changes = {}) =>
      `${origin}/oauth/authorize?${new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'feedback:read feedback:write',
        state: 'from-the-app',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...changes,
      })}`,
    async exchange(origin, clientId) {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        redirect_uri: redirectUri,
        code: received().get('code')!,
        code_verifier: verifier,
      })
      const response = await fetch(`${origin}/oauth/token`, { method: 'POST', body })
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      return response.json()
    },
  }
}
