import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'
import { findFreePort, startOAuthApp } from '../../support/oauth-app.ts'

// Connects an assistant as its user does: with nothing but the address. The protocol's own SDK finds the authorization
// server, registers, and exchanges the code; a browser consents and later disconnects.

const port = await findFreePort()
const browserApp = await createBrowserApp({
  port,
  publicUrl: `http://127.0.0.1:${port}`,
  oauthDynamicRegistration: true,
})
const { origin } = browserApp
const url = new URL(`${origin}/mcp`)
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('owner', 'Mara Lindqvist')
const program = await startOAuthApp()

/** Stores the SDK's data in memory, as an assistant would on disk. */
function createProvider(scope: string) {
  const stored: {
    client?: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>
    tokens?: Awaited<ReturnType<OAuthClientProvider['tokens']>>
    verifier?: string
    authorizationUrl?: URL
  } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: program.redirectUri,
    clientMetadata: {
      client_name: 'Test assistant',
      redirect_uris: [program.redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope,
    },
    state: () => 'from-the-assistant',
    clientInformation: () => stored.client,
    saveClientInformation: (client) => {
      stored.client = client
    },
    tokens: () => stored.tokens,
    saveTokens: (tokens) => {
      stored.tokens = tokens
    },
    codeVerifier: () => stored.verifier!,
    saveCodeVerifier: (verifier) => {
      stored.verifier = verifier
    },
    redirectToAuthorization: (authorizationUrl) => {
      stored.authorizationUrl = authorizationUrl
    },
  }
  return { stored, provider }
}

const createClient = () => new Client({ name: 'test-assistant', version: '1.0.0' })

test('an assistant connects with only the address, works in one workspace, and stops when disconnected', async () => {
  const { stored, provider } = createProvider('feedback:read feedback:write')
  const transport = new StreamableHTTPClientTransport(url, { authProvider: provider })

  // The first request is a 401. Its header leads to the metadata, the authorization server and a registration.
  await assert.rejects(createClient().connect(transport), UnauthorizedError)
  assert.equal(stored.authorizationUrl?.origin, origin)
  assert.equal(stored.authorizationUrl?.searchParams.get('resource'), url.href)
  assert.equal(stored.authorizationUrl?.searchParams.get('code_challenge_method'), 'S256')

  const page = await mara.page()
  await page.goto(stored.authorizationUrl!.href)
  await page.getByRole('heading', { name: 'Connect “Test assistant”?' }).waitFor()
  await page.getByRole('button', { name: 'Connect app' }).click()
  await page.getByRole('heading', { name: 'Back' }).waitFor()
  assert.equal(program.received().get('state'), 'from-the-assistant')
  await transport.finishAuth(program.received())
  assert.ok(stored.tokens?.refresh_token)

  const client = createClient()
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }))
  const { tools } = await client.listTools()
  const names = tools.map(({ name }) => name)
  assert.ok(names.includes('create_feedback'))
  assert.ok(!names.includes('list_customers'), 'lists a tool whose scope was not granted')
  const created = await client.callTool({ name: 'create_feedback', arguments: { title: 'From the assistant' } })
  assert.notEqual(created.isError, true, JSON.stringify(created.content))
  await page.goto(`${acme.home}/requests`)
  await page.getByText('From the assistant').first().waitFor()

  // The token was requested for the MCP server, so the API rejects it.
  const authorization = `Bearer ${stored.tokens!.access_token}`
  assert.equal((await fetch(`${origin}/api/v1/feedback`, { headers: { authorization } })).status, 401)

  await page.goto(`${acme.home}/settings/apps`)
  await waitForHydration(page)
  await page.getByRole('button', { name: /^Disconnect/ }).click()
  await page.getByRole('button', { name: 'Disconnect app' }).click()
  await page.getByText('“Test assistant” has been disconnected.').waitFor()

  const refused = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{}',
  })
  assert.equal(refused.status, 401)
  assert.match(refused.headers.get('www-authenticate')!, /resource_metadata="[^"]+\/oauth-protected-resource\/mcp"/)
  const refreshed = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: stored.client!.client_id,
      refresh_token: stored.tokens!.refresh_token!,
    }),
  })
  assert.deepEqual([refreshed.status, JSON.parse(await refreshed.text()).error], [400, 'invalid_grant'])
  await assert.rejects(client.callTool({ name: 'list_feedback', arguments: {} }))
  await client.close()
})
