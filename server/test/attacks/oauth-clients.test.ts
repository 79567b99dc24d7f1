import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, suite, test } from 'node:test'
import tls from 'node:tls'
import { OAuthClient, redirectUri } from '../clients/oauth-client.ts'
import { createAccountFixtures } from '../fixtures/accounts.ts'
import { createSelfSignedCertificate } from '../support/self-signed-certificate.ts'
import { createTestApp } from '../test-app.ts'

// The app's own server. This process trusts its certificate.
const certificate = createSelfSignedCertificate()
tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate.cert])
const requests: string[] = []
let respond: (request: IncomingMessage, response: ServerResponse) => void = () => {}
const host = createServer(certificate, (request, response) => {
  requests.push(request.url!)
  respond(request, response)
})
await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
after(() => {
  host.closeAllConnections()
  host.close()
})
const { port } = host.address() as AddressInfo

// Loopback addresses are in OUTBOUND_ALLOW of the first app only.
const app = await createTestApp()
const acme = await app.workspace()
const people = await createAccountFixtures(app)
const ada = await people.createMember(acme, 'owner')
const strict = await createTestApp({ outboundAllow: [] })

let documents = 0
const newUrl = () => `https://localhost:${port}/client-${++documents}.json`
const documentFor = (url: string, changes: object = {}) => ({
  client_id: url,
  client_name: 'Metadata app',
  redirect_uris: [redirectUri],
  ...changes,
})
const serve = (document: object, headers: Record<string, string> = {}) => {
  respond = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(document))
  }
}
/** Returns whether the consent page opens for a client; if not, nobody is sent anywhere. */
async function opens(url: string, on = app): Promise<boolean> {
  const response = await new OAuthClient(on, url).authorize()
  const location = response.headers.get('location')
  if (location?.startsWith('http://heed.test/console/authorize/')) return true
  assert.deepEqual([response.status, location], [400, null])
  return false
}

suite('client metadata documents: ', () => {
  test('let an app connect without registration, and identify it on the consent page', async () => {
    const url = newUrl()
    serve(documentFor(url))
    const client = new OAuthClient(app, url)
    const tokens = await client.connect(acme, ada)
    assert.match(tokens.access_token, /^heed_at_/)
    const { rows } = await app.database.pool.query('select name, client_host from app_authorizations')
    assert.deepEqual(rows, [{ name: 'Metadata app', client_host: `localhost:${port}` }])
  })

  test('are read once for several requests', async () => {
    const url = newUrl()
    serve(documentFor(url), { 'cache-control': 'max-age=600' })
    const before = requests.length
    for (let n = 0; n < 3; n++) assert.equal(await opens(url), true)
    assert.equal(requests.length - before, 1)
  })

  test('can be unavailable when an app refreshes its tokens, also on another process', async () => {
    const url = newUrl()
    serve(documentFor(url))
    const tokens = await new OAuthClient(app, url).connect(acme, ada)
    respond = (_request, response) => void response.writeHead(503).end()
    const second = await createTestApp({ databaseName: app.databaseName })
    assert.equal((await new OAuthClient(second, url).refresh(tokens.refresh_token)).status, 200)
    const third = await createTestApp({ databaseName: app.databaseName })
    assert.equal(await opens(url, third), false)
  })

  test('are not needed to refresh tokens when their network has reached the limit of fetches', async () => {
    const url = newUrl()
    serve(documentFor(url))
    const tokens = await new OAuthClient(app, url).connect(acme, ada)
    const second = await createTestApp({ databaseName: app.databaseName })
    for (let n = 0; n < 60; n++) assert.equal(await opens('https://localhost:1/none.json', second), false)
    const before = requests.length
    assert.equal(await opens(url, second), false)
    assert.equal((await new OAuthClient(second, url).refresh(tokens.refresh_token)).status, 200)
    assert.equal(requests.length, before)
  })

  test('are stored once a member has authorized their app, and not before', async () => {
    const stored = async () =>
      (
        await app.database.pool.query(
          `select payload->>'text' as text, expires_at > now() + interval '60 days' as "isKept"
           from account_oauth_artifacts where kind = 'document' order by created_at desc`,
        )
      ).rows
    const before = (await stored()).length
    const padding = 'x'.repeat(15_000)
    for (let n = 0; n < 5; n++) {
      const url = newUrl()
      serve(documentFor(url, { padding }))
      assert.equal(await opens(url), true)
      const client = new OAuthClient(app, url)
      assert.equal((await client.exchange('no-code')).body.error, 'invalid_grant')
      assert.equal((await client.refresh('heed_rt_none')).body.error, 'invalid_grant')
    }
    const url = newUrl()
    serve(documentFor(url, { padding }))
    const client = new OAuthClient(app, url)
    const path = await client.consent(await client.start(), acme, ada)
    assert.equal((await stored()).length, before)
    const location = new URL((await client.open(path)).headers.get('location')!)
    const [latest, ...others] = await stored()
    assert.equal(others.length, before)
    assert.equal(latest.isKept, true)
    assert.ok(!latest.text.includes(padding))
    const tokens = (await client.exchange(location.searchParams.get('code')!)).body

    // On another process, which has not cached it: the copy becomes the current document.
    const second = await createTestApp({ databaseName: app.databaseName })
    serve(documentFor(url, { client_name: 'Renamed' }))
    assert.equal((await new OAuthClient(second, url).refresh(tokens.refresh_token)).status, 200)
    assert.equal((await stored()).length, before + 1)
    assert.match((await stored())[0].text, /Renamed/)
  })

  test('are not fetched from private networks', async () => {
    const url = newUrl()
    serve(documentFor(url))
    const before = requests.length
    for (const id of [
      url,
      url.replace('localhost', '127.0.0.1'),
      url.replace('localhost', '[::1]'),
      url.replace('localhost', '[::ffff:127.0.0.1]'),
      url.replace('localhost', '2130706433'),
      'https://169.254.169.254/latest/meta-data',
      'https://10.0.0.1/client.json',
      'https://[fd00::1]/client.json',
      'https://100.64.0.1/client.json',
    ]) {
      assert.equal(await opens(id, strict), false, id)
    }
    assert.equal(requests.length, before)
  })

  test('must be at an https URL without a user name, a fragment or dots for folders', async () => {
    const url = newUrl()
    serve(documentFor(url))
    const before = requests.length
    for (const id of [
      url.replace('https', 'http'),
      url.replace('https://', 'https://user@'),
      `${url}#x`,
      url.replace('/client', '/a/../client'),
      url.replace('/client', '/%2e%2e/client'),
      url.replace('https', 'file'),
    ]) {
      assert.equal(await opens(id), false, id)
    }
    assert.equal(requests.length, before)
  })

  test('cannot redirect to another URL', async () => {
    const [url, target] = [newUrl(), newUrl()]
    const before = requests.length
    respond = (_request, response) => void response.writeHead(302, { location: target }).end()
    assert.equal(await opens(url), false)
    assert.deepEqual([...new Set(requests.slice(before))], [new URL(url).pathname])
  })

  test('must be small', async () => {
    const url = newUrl()
    serve(documentFor(url, { padding: 'x'.repeat(64 * 1_024) }))
    assert.equal(await opens(url), false)
    const endless = newUrl()
    respond = (_request, response) => {
      response.writeHead(200)
      const write = (): void =>
        void (response.write(' '.repeat(65_536)) ? setImmediate(write) : response.once('drain', write))
      write()
      response.on('close', () => response.destroy())
    }
    assert.equal(await opens(endless), false)
  })

  test('must arrive in time', async () => {
    const url = newUrl()
    respond = (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{')
    assert.equal(await opens(url), false)
    respond = () => {}
    assert.equal(await opens(newUrl()), false)
  })

  test('must name their own URL and a usable redirect URI, and no secret', async () => {
    const check = async (change: (url: string) => object) => {
      const url = newUrl()
      serve(change(url))
      return opens(url)
    }
    assert.equal(await check((url) => documentFor(url)), true)
    assert.equal(await check(() => documentFor(newUrl())), false)
    assert.equal(await check((url) => documentFor(url, { redirect_uris: [] })), false)
    assert.equal(await check((url) => documentFor(url, { redirect_uris: 'https://app.example/callback' })), false)
    assert.equal(await check((url) => documentFor(url, { redirect_uris: ['javascript:alert(1)'] })), false)
    assert.equal(await check((url) => documentFor(url, { client_secret: 'x' })), false)
    assert.equal(await check((url) => documentFor(url, { token_endpoint_auth_method: 'client_secret_post' })), false)
    assert.equal(await check(() => ['list']), false)
    // Other servers may accept more than we do.
    const more = {
      redirect_uris: [redirectUri, 'unknown://x/callback'],
      grant_types: ['authorization_code', 'other'],
      scope: 'feedback:read openid',
    }
    assert.equal(await check((url) => documentFor(url, more)), true)
  })

  test('cannot impersonate another app by name', async () => {
    const url = newUrl()
    serve(documentFor(url, { client_name: ` ‮Heed​\n${'x'.repeat(300)}` }))
    await new OAuthClient(app, url).connect(acme, ada)
    const { rows } = await app.database.pool.query('select name from app_authorizations where client_id = $1', [url])
    assert.match(rows[0].name, /^Heed x{95}$/)
    const nameless = newUrl()
    serve(documentFor(nameless, { client_name: '​' }))
    await new OAuthClient(app, nameless).connect(acme, ada)
    const found = await app.database.pool.query('select name from app_authorizations where client_id = $1', [nameless])
    assert.equal(found.rows[0].name, `localhost:${port}`)
    const broken = newUrl()
    serve(documentFor(broken, { client_name: 'a\ud800b\0c' }))
    await new OAuthClient(app, broken).connect(acme, ada)
  })
})

test('reports text that PostgreSQL cannot store as an error of the app', async () => {
  const open = await createTestApp({ oauthDynamicRegistration: true })
  for (const changes of [
    { client_name: 'a\0b' },
    { client_name: 'a\ud800b' },
    { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', note: '\0' }] } },
  ]) {
    const response = await fetch(`${open.origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [redirectUri], ...changes }),
    })
    const { error } = (await response.json()) as { error: string }
    assert.deepEqual([response.status, error], [400, 'invalid_client_metadata'], JSON.stringify(changes))
  }
  const url = newUrl()
  serve(documentFor(url))
  const response = await new OAuthClient(app, url).authorize({ state: 'a\0b' })
  assert.deepEqual([response.status, response.headers.get('location')], [400, null])
  assert.match(await response.text(), /NUL character/)
})

suite('dynamic registration: ', () => {
  const metadataOf = async (origin: string): Promise<Record<string, unknown>> =>
    JSON.parse(await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).text())
  const register = (origin: string, body: object) =>
    fetch(`${origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('is off by default', async () => {
    const response = await register(app.origin, { redirect_uris: [redirectUri] })
    assert.equal(response.status, 404)
    const metadata = await metadataOf(app.origin)
    assert.equal('registration_endpoint' in metadata, false)
  })

  test('registers a public client for anyone, if the operator allows it', async () => {
    const open = await createTestApp({ oauthDynamicRegistration: true })
    const acme = await open.workspace()
    const ada = await (await createAccountFixtures(open)).createMember(acme, 'owner')
    const metadata = await metadataOf(open.origin)
    assert.equal(metadata.registration_endpoint, 'http://heed.test/oauth/register')
    // Clients register with the scopes of the resource; a person decides about them, each time.
    const scope = 'feedback:read feedback:write openid'
    const response = await register(open.origin, { client_name: 'Registered', redirect_uris: [redirectUri], scope })
    assert.equal(response.status, 201)
    const client = (await response.json()) as Record<string, unknown>
    assert.deepEqual([client.token_endpoint_auth_method, 'client_secret' in client], ['none', false])
    const tokens = await new OAuthClient(open, client.client_id as string).connect(acme, ada)
    assert.match(tokens.access_token, /^heed_at_/)
    for (const redirect of ['http://app.example/', 'javascript:alert(1)', 'myapp:/x', 'https://a@b.example/']) {
      assert.equal((await register(open.origin, { redirect_uris: [redirect] })).status, 400, redirect)
    }
    const large = { redirect_uris: [redirectUri], client_name: 'x'.repeat(9_000) }
    assert.equal((await register(open.origin, large)).status, 400)
    const chosen = await register(open.origin, { redirect_uris: [redirectUri], client_id: client.client_id })
    assert.notEqual(JSON.parse(await chosen.text()).client_id, client.client_id)

    // Only the client that got tokens is kept.
    const { rows } = await open.database.pool.query(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days
       from account_oauth_artifacts where kind = 'client' order by created_at`,
    )
    assert.deepEqual(
      rows.map(({ days }) => days),
      [180, 1],
    )
  })

  test('accepts the metadata of known assistants, and drops unsupported values', async () => {
    const open = await createTestApp({ oauthDynamicRegistration: true })
    const acme = await open.workspace()
    const ada = await (await createAccountFixtures(open)).createMember(acme, 'owner')
    const cursor = 'cursor://anysphere.cursor-mcp/oauth/callback'
    const assistants = [
      {
        client_name: 'Cursor',
        redirect_uris: [cursor, 'https://www.cursor.com/agents/mcp/oauth/callback', 'http://localhost:8787/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        use: [cursor, 'http://localhost:51234/callback'],
        dropped: [],
      },
      {
        client_name: 'Visual Studio Code',
        client_uri: 'https://code.visualstudio.com',
        redirect_uris: ['https://vscode.dev/redirect', 'http://127.0.0.1/', 'http://127.0.0.1:33418/', 'unknown://x'],
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        use: ['https://vscode.dev/redirect', 'http://127.0.0.1:33418/', 'http://127.0.0.1:50000/'],
        dropped: ['unknown://x'],
      },
    ]
    for (const { use, dropped, ...metadata } of assistants) {
      const response = await register(open.origin, metadata)
      const client = (await response.json()) as { client_id: string; redirect_uris: string[]; grant_types: string[] }
      assert.equal(response.status, 201, JSON.stringify(client))
      const kept = metadata.redirect_uris.filter((uri) => !(dropped as string[]).includes(uri))
      assert.deepEqual(client.redirect_uris, kept)
      assert.deepEqual(client.grant_types, ['authorization_code', 'refresh_token'])
      for (const redirectUri of use) {
        const tokens = await new OAuthClient(open, client.client_id, { redirectUri }).connect(acme, ada)
        assert.match(tokens.access_token, /^heed_at_/)
      }
    }
  })
})
