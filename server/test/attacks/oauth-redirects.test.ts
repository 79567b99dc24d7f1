import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { redirectUriProblem } from '../../apps/redirect-uris.ts'
import { OAuthClient, registerTestApp, returnLinkOf } from '../clients/oauth-client.ts'
import { createTestApp } from '../test-app.ts'

const app = await createTestApp()
const acme = await app.workspace()
const clientId = await registerTestApp(app, acme, {
  redirectUris: [
    'https://app.example/callback',
    'http://127.0.0.1/callback',
    'com.example.app:/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ],
})

/** Returns whether the authorization server would send a code to this URI. */
async function isAccepted(redirectUri: string): Promise<boolean> {
  const response = await new OAuthClient(app, clientId).authorize({ redirect_uri: redirectUri })
  const location = response.headers.get('location')
  if (location?.startsWith('http://heed.test/console/authorize/')) return true
  // Neither a code nor an error goes to a URI that is not registered.
  assert.equal(location, null, redirectUri)
  assert.equal(response.status, 400)
  return false
}

suite('redirect URIs: ', () => {
  test('must match a registered URI exactly', async () => {
    assert.equal(await isAccepted('https://app.example/callback'), true)
    assert.equal(await isAccepted('com.example.app:/callback'), true)
    assert.equal(await isAccepted('cursor://anysphere.cursor-mcp/oauth/callback'), true)
    for (const uri of [
      'https://app.example/callback/',
      'https://app.example/callback2',
      'https://app.example/callback/../evil',
      'https://app.example/callback?next=https://evil.example',
      'https://app.example/callback#fragment',
      'https://app.example/callback%2f..%2fevil',
      'https://app.example/CALLBACK',
      'https://app.example',
      'https://app.example:8443/callback',
      'http://app.example/callback',
      'https://evil.example/callback',
      'https://app.example.evil.example/callback',
      'https://app.example@evil.example/callback',
      'https://evil.example/https://app.example/callback',
      'https://evil.example\\@app.example/callback',
      'https://app.example\\.evil.example/callback',
      '//app.example/callback',
      'javascript:alert(1)//https://app.example/callback',
      'data:text/html,hi',
      'com.example.app.evil:/callback',
      'cursor://anysphere.cursor-mcp/oauth/callback/',
      'cursor://evil/oauth/callback',
      'vscode://anysphere.cursor-mcp/oauth/callback',
      'com.example.app:/callback2',
    ]) {
      assert.equal(await isAccepted(uri), false, uri)
    }
  })

  test('may have any port on the registered loopback address, and nothing else', async () => {
    for (const uri of ['http://127.0.0.1/callback', 'http://127.0.0.1:1/callback', 'http://127.0.0.1:54321/callback']) {
      assert.equal(await isAccepted(uri), true, uri)
    }
    for (const uri of [
      'http://127.0.0.1:54321/other',
      'http://127.0.0.1:54321/callback?x=1',
      'http://127.0.0.2:54321/callback',
      'http://localhost:54321/callback',
      'http://[::1]:54321/callback',
      'http://127.0.0.1.evil.example:54321/callback',
      'http://127.0.0.1:54321@evil.example/callback',
      'http://user@127.0.0.1:54321/callback',
      'https://127.0.0.1:54321/callback',
      'http://2130706433:54321/callback',
    ]) {
      assert.equal(await isAccepted(uri), false, uri)
    }
  })

  test('are checked before an error is sent to them', async () => {
    const response = await new OAuthClient(app, clientId).authorize({
      redirect_uri: 'https://evil.example/',
      response_type: 'token',
    })
    assert.deepEqual([response.status, response.headers.get('location')], [400, null])
  })

  test('cannot be registered if a browser or another app could misuse them', () => {
    for (const uri of [
      'https://app.example/callback',
      'https://app.example:8443/callback?x=1',
      'http://127.0.0.1/callback',
      'http://[::1]:8080/',
      'http://localhost/callback',
      'com.example.app:/callback',
      'com.example.app://callback',
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'vscode://vscode.example/callback',
      'vscode-insiders://vscode.example/callback',
      'windsurf://callback',
      'claude://oauth/callback',
    ]) {
      assert.equal(redirectUriProblem(uri), null, uri)
    }
    for (const uri of [
      '',
      '/callback',
      'app.example/callback',
      'http://app.example/callback',
      'http://192.168.0.1/callback',
      'http://127.0.0.1.evil.example/',
      'https://127.0.0.1/callback',
      'https:app.example/callback',
      'https:/app.example/callback',
      'https:///app.example/callback',
      'http:127.0.0.1/callback',
      'https://app.example/#fragment',
      'https://app.example/callback#',
      'https://user:password@app.example/',
      'https://@app.example/',
      'com.example.app://user@host/',
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,hi',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:https://app.example/x',
      'about:blank',
      'mailto:a@b.example',
      'myapp:/callback',
      'cursor2://callback',
      'x-cursor://callback',
      'cursor://user@anysphere.cursor-mcp/callback',
      'cursor://anysphere.cursor-mcp/callback#fragment',
      'cursor:\\\\callback',
      'CURSOR2://callback',
      'x-safari-https://evil.example/',
      'googlechrome://evil.example/',
      'intent://evil.example/#Intent;scheme=https;end',
      'intent://evil.example/',
      'view-source:https://app.example/',
      'filesystem:https://app.example/x',
      'ms-msdt:/id',
      'search-ms:query=x',
      'ws://app.example/',
      'wss://app.example/',
      'ftp://app.example/',
      'tel:123',
      'sms:123',
      'ssh://app.example/',
      'itms-services://?action=x',
      'javascript://app.example/%0aalert(1)',
      'jar:https://app.example/!/',
      'chrome:/callback',
      'https://app.example/call back',
      'https://app.example/\ncallback',
      'https:\\\\app.example\\callback',
      "https://a.example;script-src'x'/",
      `https://app.example/${'x'.repeat(1_000)}`,
    ]) {
      assert.notEqual(redirectUriProblem(uri), null, uri)
    }
  })
})

test('the authorization endpoint redirects to no other destination', async () => {
  const client = new OAuthClient(app, clientId)
  for (const changes of [
    { client_id: 'https://evil.example/redirect' },
    { client_id: 'unknown' },
    { client_id: null },
    { redirect_uri: null },
  ] as Record<string, string | null>[]) {
    const response = await client.authorize(changes)
    assert.equal(response.headers.get('location'), null)
    assert.equal(response.status, 400)
    assert.match(response.headers.get('content-security-policy')!, /frame-ancestors 'none'/)
  }
  // Behind a proxy that passes on what a client claims.
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
  const response = await fetch(`${app.origin}/oauth/authorize?${client.query()}`, { redirect: 'manual', headers })
  assert.match(response.headers.get('location')!, /^http:\/\/heed\.test\/console\/authorize\//)
})

test('no request sends a visitor to an app before a person has decided', async () => {
  const uris = ['https://app.example/callback', 'http://127.0.0.1:4567/callback', 'com.example.app:/callback']
  for (const redirectUri of [...uris, 'cursor://anysphere.cursor-mcp/oauth/callback']) {
    for (const [changes, error] of [
      [{ prompt: 'none' }, 'consent_required'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge: null }, 'invalid_request'],
      [{ scope: 'unknown' }, 'invalid_scope'],
      [{ resource: 'https://evil.example/' }, 'invalid_target'],
      [{ response_mode: 'fragment' }, null],
    ] as [Record<string, string | null>, string | null][]) {
      const state = '"><script>alert(1)</script>'
      const response = await new OAuthClient(app, clientId).authorize({ redirect_uri: redirectUri, state, ...changes })
      assert.match(response.headers.get('content-security-policy')!, /frame-ancestors 'none'/)
      const { href } = await returnLinkOf(response)
      // The response to a request for a token is in the fragment (RFC 6749, section 4.2.2.1).
      const link = new URL(href.replace('#', '?'))
      assert.equal(link.href.split('?')[0], redirectUri)
      assert.equal(link.searchParams.get('state'), state)
      if (error !== null) assert.equal(link.searchParams.get('error'), error)
    }
  }
})
