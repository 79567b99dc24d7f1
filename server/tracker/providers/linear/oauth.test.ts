import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { createOutbound, type Outbound, OutboundError } from '../../../platform/outbound/outbound.ts'
import { startLinear } from '../../../test/trackers/linear/server.ts'
import type { Credential } from '../../tracker.ts'
import { linear } from './index.ts'
import { linearOAuth } from './oauth.ts'

type Granted = Extract<Credential, { kind: 'oauth' }>

const outbound = createOutbound(['127.0.0.0/8'])
after(() => outbound.close())

const tracker = await startLinear()
const { client } = tracker.oauth
const { fetch } = outbound
const access = { apiUrl: tracker.url, trustedApiUrl: tracker.url, fetch, signal: new AbortController().signal }
const redirectUri = 'https://feedback.acme.test/tracker/callback'

const authorize = () => {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const { code } = tracker.oauth.approve(linearOAuth.authorizeUrl({ client, redirectUri, state: 'xyz', challenge }))
  return { client, redirectUri, code, verifier }
}

const connect = async () => (await linearOAuth.exchangeCode(access, authorize())) as Granted
const nameAs = async (credential: Credential) => (await linear.openSession({ ...access, credential }).getAccount()).name

describe('authorization', () => {
  test('requests read and write access as the application', () => {
    const { origin, pathname, searchParams } = new URL(
      linearOAuth.authorizeUrl({ client, redirectUri, state: 'x&y=z', challenge: 'c' }),
    )
    assert.equal(`${origin}${pathname}`, 'https://linear.app/oauth/authorize')
    assert.deepEqual(Object.fromEntries(searchParams), {
      client_id: client.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'read,write',
      state: 'x&y=z',
      actor: 'app',
      prompt: 'consent',
      code_challenge: 'c',
      code_challenge_method: 'S256',
    })
  })

  test('returns a credential that works for a day', async () => {
    const credential = await connect()
    const lastsMs = Date.parse(credential.expiresAt!) - Date.now()
    assert.ok(lastsMs > 86_000_000 && lastsMs <= 86_399_000)
    assert.equal(await nameAs(credential), 'Acme')
  })

  test('accepts a code only once', async () => {
    const request = authorize()
    await linearOAuth.exchangeCode(access, request)
    await assert.rejects(linearOAuth.exchangeCode(access, request), {
      kind: 'refused',
      message: 'The authorization code is invalid',
    })
  })

  for (const [name, wrong] of Object.entries({
    'another verifier': { verifier: 'a'.repeat(43) },
    'another redirect URI': { redirectUri: 'https://evil.test/' },
    'an unknown code': { code: 'guessed' },
    'another secret': { client: { ...client, secret: 'wrong' } },
  })) {
    test(`with ${name} is rejected`, async () => {
      await assert.rejects(linearOAuth.exchangeCode(access, { ...authorize(), ...wrong }), { kind: 'refused' })
    })
  }
})

describe('the client secret', () => {
  const away: Credential = { kind: 'oauth', accessToken: 'a', refreshToken: 'r', expiresAt: null }
  const requestedUrls: string[] = []
  const recorded: Outbound['fetch'] = (url) => {
    requestedUrls.push(url)
    return Promise.reject(new OutboundError('unreachable'))
  }
  const to = (apiUrl: string, trustedApiUrl?: string | null) => ({ ...access, fetch: recorded, apiUrl, trustedApiUrl })
  const request = { client, redirectUri, code: 'code', verifier: 'verifier' }

  for (const [apiUrl, trusted] of [
    ['https://evil.test', null],
    ['https://evil.test', undefined],
    ['https://evil.test', 'https://linear.acme.test'],
    ['https://api.linear.app.evil.test', null],
    ['https://api.linear.app@evil.test', null],
    ['http://api.linear.app', null],
    ['https://api.linear.app/..//evil', 'https://api.linear.app'],
  ] as const) {
    test(`is not sent to ${apiUrl} when the trusted address is ${trusted}`, async () => {
      requestedUrls.length = 0
      const words = { message: /LINEAR_API_URL/ }
      await assert.rejects(linearOAuth.exchangeCode(to(apiUrl, trusted), request), { kind: 'refused', ...words })
      await assert.rejects(linearOAuth.refresh({ ...to(apiUrl, trusted), credential: away }, client), {
        kind: 'stale',
        ...words,
      })
      assert.deepEqual(requestedUrls, [])
    })
  }

  test('is sent to Linear and to the address set by the operator', async () => {
    requestedUrls.length = 0
    for (const [apiUrl, trusted] of [
      ['https://api.linear.app', undefined],
      ['https://linear.acme.test', 'https://linear.acme.test'],
    ] as const) {
      await assert.rejects(linearOAuth.exchangeCode(to(apiUrl, trusted), request), { kind: 'unavailable' })
    }
    assert.deepEqual(requestedUrls, ['https://api.linear.app/oauth/token', 'https://linear.acme.test/oauth/token'])
  })
})

describe('refreshing', () => {
  test('replaces an expired credential with a working one', async () => {
    const old = await connect()
    tracker.oauth.expireAccessTokens()
    await assert.rejects(nameAs({ ...old, expiresAt: '2020-01-01T00:00:00.000Z' }), { kind: 'stale' })
    const renewed = (await linearOAuth.refresh({ ...access, credential: old }, client)) as Granted
    assert.notEqual(renewed.accessToken, old.accessToken)
    assert.notEqual(renewed.refreshToken, old.refreshToken)
    assert.equal(await nameAs(renewed), 'Acme')
  })

  test('works with the latest credential, and reports an earlier one as stale', async () => {
    const first = await connect()
    const second = await linearOAuth.refresh({ ...access, credential: first }, client)
    await assert.rejects(linearOAuth.refresh({ ...access, credential: first }, client), {
      kind: 'stale',
      message: 'Linear refused to refresh the OAuth token: Token has been expired or revoked',
    })
    const third = await linearOAuth.refresh({ ...access, credential: second }, client)
    assert.equal(await nameAs(third), 'Acme')
  })

  test('is stale when Linear rejects it', async () => {
    const credential = await connect()
    tracker.oauth.revokeRefreshTokens()
    await assert.rejects(linearOAuth.refresh({ ...access, credential }, client), { kind: 'stale' })
  })

  test('makes no call for a credential without a refresh token', async () => {
    const unreachable = { ...access, apiUrl: 'http://127.0.0.1:1' }
    const endless: Credential = { kind: 'oauth', accessToken: 'a', refreshToken: null, expiresAt: null }
    for (const credential of [endless, tracker.credential]) {
      await assert.rejects(linearOAuth.refresh({ ...unreachable, credential }, client), { kind: 'stale' })
    }
  })

  test('with a wrong client secret is refused, which does not make the connection stale', async () => {
    const credential = await connect()
    await assert.rejects(linearOAuth.refresh({ ...access, credential }, { ...client, secret: 'wrong' }), {
      kind: 'refused',
    })
  })

  for (const [status, body] of [
    [500, ''],
    [503, 'down'],
    [200, '<h1>Hello</h1>'],
    [200, '{}'],
    [400, '{}'],
    [400, 'no'],
  ] as const) {
    test(`with ${status} and "${body}" is unavailable, and can be retried`, async () => {
      const credential = await connect()
      tracker.oauth.respondNext(status, body)
      await assert.rejects(linearOAuth.refresh({ ...access, credential }, client), { kind: 'unavailable' })
      assert.equal(await nameAs(await linearOAuth.refresh({ ...access, credential }, client)), 'Acme')
    })
  }

  test('keeps the refresh token if the response has none', async () => {
    const credential = await connect()
    tracker.oauth.respondNext(
      200,
      JSON.stringify({ access_token: 'lin_oauth_next', token_type: 'Bearer', expires_in: 60 }),
    )
    const { accessToken, refreshToken } = (await linearOAuth.refresh({ ...access, credential }, client)) as Granted
    assert.deepEqual([accessToken, refreshToken], ['lin_oauth_next', credential.refreshToken])
  })

  for (const expiresIn of [undefined, null, 'long', -5, 1e300]) {
    test(`for a token that lasts ${expiresIn} seconds has no known expiry`, async () => {
      const credential = await connect()
      tracker.oauth.respondNext(200, JSON.stringify({ access_token: 'lin_oauth_next', expires_in: expiresIn }))
      assert.equal(((await linearOAuth.refresh({ ...access, credential }, client)) as Granted).expiresAt, null)
    })
  }
})
