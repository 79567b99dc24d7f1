import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Vault } from '../../platform/crypto/vault.ts'
import { createTestApp, type TestWorkspace, testSecretKey } from '../../test/test-app.ts'
import { connectionContextFor, connectWorkspace, outbound } from '../../test/trackers/connect.ts'
import { startLinear } from '../../test/trackers/linear/server.ts'
import { decryptCredential } from '../client/session.ts'
import { linear } from '../providers/linear/index.ts'
import type { DefaultsInput } from './defaults.ts'
import { createOAuthStates, oauthCallbackUrl } from './oauth-state.ts'
import { type Connection, credentialVaultContext, getCurrentConnection } from './queries.ts'
import { markDisconnected } from './store.ts'

const tracker = await startLinear()
const { client } = tracker.oauth
const testApp = await createTestApp({ linearClient: client, linearApiUrl: tracker.url, trackerTimeoutMs: 2_000 })
after(() => outbound.close())

const oauthStates = createOAuthStates(testSecretKey)
const vault = new Vault(testSecretKey)

/** Starts OAuth as `heed tracker connect --oauth` does, and returns the parameters of the redirect. */
function authorize(workspace: TestWorkspace, defaults: DefaultsInput = { team: 'ENG' }, startedAt = Date.now()) {
  const started = oauthStates.begin(
    { workspaceId: workspace.id, provider: 'linear', apiUrl: tracker.url, defaults },
    startedAt,
  )
  const redirectUri = oauthCallbackUrl('http://heed.test')
  return tracker.oauth.approve(linear.oauth!.authorizeUrl({ client, redirectUri, ...started }))
}

/** Opens the callback page, as the browser does after the redirect. */
async function openCallback(query: Record<string, string>, method = 'GET') {
  const response = await fetch(`${testApp.origin}/hooks/tracker/oauth?${new URLSearchParams(query)}`, { method })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const connectionOf = ({ id }: TestWorkspace) => getCurrentConnection({ db: testApp.database.db, workspaceId: id })

async function createApproved({ api }: TestWorkspace): Promise<string> {
  const { id } = await api.create('/feedback', { title: 'Dark mode' })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return `/feedback/${id}/send-to-tracker`
}

test('connects the workspace with the requested defaults once access is granted', async () => {
  const acme = await testApp.workspace()
  const { code, state } = authorize(acme, { team: 'eng', project: 'public roadmap', priority: 2 })
  const page = await openCallback({ code, state })
  assert.equal(page.status, 200)
  assert.match(page.text, /<h1>Linear is connected<\/h1>[\s\S]*sent to Engineering of Acme/)
  const connection = (await connectionOf(acme))!
  assert.deepEqual(
    [connection.team_id, connection.project_id, connection.priority],
    [tracker.team.id, tracker.project.id, 2],
  )
  const credential = decryptCredential(vault, connection)
  assert.equal(credential.kind, 'oauth')
  assert.ok(!page.text.includes((credential as { accessToken: string }).accessToken))
  assert.equal((await acme.api.post(await createApproved(acme))).status, 201)
})

test('the page loads no resources, sends no referrer and is not indexed', async () => {
  const { headers } = await openCallback({ state: 'x' })
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.match(headers.get('content-security-policy')!, /^default-src 'none'/)
  assert.match(headers.get('x-robots-tag')!, /noindex/)
})

test('connects nothing if access is denied', async () => {
  const acme = await testApp.workspace()
  const { state } = authorize(acme)
  const page = await openCallback({ error: 'access_denied', error_description: '<b>no</b>', state })
  assert.equal(page.status, 400)
  assert.match(page.text, /Not connected[\s\S]*access was not granted/)
  assert.ok(!page.text.includes('<b>no'))
  assert.equal(await connectionOf(acme), null)
})

describe('rejects a state', () => {
  const assertRejected = async (workspace: TestWorkspace, query: Record<string, string>) => {
    const page = await openCallback(query)
    assert.equal(page.status, 400)
    assert.match(page.text, /This link has expired/)
    assert.equal(await connectionOf(workspace), null)
  }

  test('that was not signed by this instance', async () => {
    const acme = await testApp.workspace()
    const input = { workspaceId: acme.id, provider: 'linear', apiUrl: tracker.url, defaults: {} } as const
    const { state } = createOAuthStates('another key of an attacker, which is long enough').begin(input)
    await assertRejected(acme, { state, code: authorize(acme).code })
    for (const malformed of ['', '.', 'a.b', '{}', 'e30.e30', '%00']) {
      await assertRejected(acme, { state: malformed, code: 'c' })
    }
    await assertRejected(acme, { code: 'c' })
  })

  test('with an altered workspace, address, time or defaults', async () => {
    const [acme, globex] = [await testApp.workspace(), await testApp.workspace()]
    const { code, state } = authorize(acme)
    const [head, signature] = state.split('.') as [string, string]
    const payload = JSON.parse(Buffer.from(head, 'base64url').toString())
    for (const change of [
      { workspaceId: globex.id },
      { apiUrl: 'https://evil.example' },
      { startedAt: payload.startedAt + 1 },
      { defaults: { team: 'DES' } },
    ]) {
      const altered = Buffer.from(JSON.stringify({ ...payload, ...change })).toString('base64url')
      await assertRejected(globex, { state: `${altered}.${signature}`, code })
    }
    assert.equal(await connectionOf(acme), null)
  })

  test('older than 15 minutes, or from the future', async () => {
    const acme = await testApp.workspace()
    const minutes = (count: number) => Date.now() + count * 60_000
    for (const startedAt of [minutes(-15), minutes(-10_000), minutes(1)]) {
      await assertRejected(acme, authorize(acme, {}, startedAt))
    }
    const { code, state } = authorize(acme, { team: 'ENG' }, minutes(-14))
    assert.equal((await openCallback({ code, state })).status, 200)
  })

  test('that was already used, even with another code, and keeps the connection', async () => {
    const acme = await testApp.workspace()
    const { code, state } = authorize(acme)
    assert.equal((await openCallback({ code, state })).status, 200)
    const before = await connectionOf(acme)
    for (const again of [code, authorize(acme).code]) {
      const page = await openCallback({ code: again, state })
      assert.deepEqual([page.status, /This link has expired/.test(page.text)], [400, true])
    }
    assert.deepEqual(await connectionOf(acme), before)
  })

  test('that was already used, even after disconnecting', async () => {
    const acme = await testApp.workspace()
    const started = oauthStates.begin({
      workspaceId: acme.id,
      provider: 'linear',
      apiUrl: tracker.url,
      defaults: { team: 'ENG' },
    })
    const redirectUri = oauthCallbackUrl('http://heed.test')
    const url = linear.oauth!.authorizeUrl({ client, redirectUri, ...started })
    assert.equal((await openCallback({ ...tracker.oauth.approve(url) })).status, 200)
    await acme.write(markDisconnected)
    await assertRejected(acme, { ...tracker.oauth.approve(url) })
  })

  test('when no Linear client is configured', async () => {
    const appWithoutClient = await createTestApp()
    const acme = await appWithoutClient.workspace()
    const { state } = oauthStates.begin({ workspaceId: acme.id, provider: 'linear', apiUrl: tracker.url, defaults: {} })
    const response = await fetch(`${appWithoutClient.origin}/hooks/tracker/oauth?state=${state}&code=c`)
    assert.equal(response.status, 400)
  })
})

test('reports a rejected code and unknown defaults, and keeps the existing connection', async () => {
  const acme = await testApp.workspace()
  await connectWorkspace(connectionContextFor(testApp, acme), tracker)
  const before = await connectionOf(acme)
  const guessed = await openCallback({ state: authorize(acme).state, code: 'guessed' })
  assert.equal(guessed.status, 400)
  assert.match(guessed.text, /Not connected[\s\S]*The authorization code is invalid/)
  const ambiguous = await openCallback(authorize(acme, { team: 'ENG', project: tracker.ambiguousProject }))
  assert.equal(ambiguous.status, 400)
  assert.match(ambiguous.text, /is the name of several; use an id/)
  assert.deepEqual(await connectionOf(acme), before)
})

test('allows only GET and HEAD', async () => {
  const acme = await testApp.workspace()
  const { code, state } = authorize(acme)
  for (const method of ['PUT', 'DELETE', 'POST']) {
    const { status, headers } = await openCallback({ code, state }, method)
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD'])
  }
  assert.equal(await connectionOf(acme), null)
})

describe('an expired access token', () => {
  const connectWithOAuth = async () => {
    const acme = await testApp.workspace()
    const { code, state } = authorize(acme)
    assert.equal((await openCallback({ code, state })).status, 200)
    return acme
  }
  const expireAccess = async (acme: TestWorkspace): Promise<Connection> => {
    const connection = (await connectionOf(acme))!
    const credential = {
      ...decryptCredential(vault, connection),
      expiresAt: new Date(Date.now() - 1_000).toISOString(),
    }
    await testApp.database.pool.query('update tracker_connections set credential = $1 where id = $2', [
      vault.seal(JSON.stringify(credential), credentialVaultContext(connection)),
      connection.id,
    ])
    tracker.oauth.expireAccessTokens()
    return (await connectionOf(acme))!
  }

  test('is refreshed once by concurrent calls', async () => {
    const acme = await connectWithOAuth()
    const before = await expireAccess(acme)
    const paths = await Promise.all(Array.from({ length: 5 }, () => createApproved(acme)))
    // A refresh token is valid for one use: a second refresh would end the connection.
    const answers = await Promise.all(paths.map((each) => acme.api.post(each)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    const after = (await connectionOf(acme))!
    assert.deepEqual(
      [after.status, after.credential_version, after.refreshing_until],
      ['connected', before.credential_version + 1, null],
    )
    await expireAccess(acme)
    assert.equal((await acme.api.get(paths[0]!)).body.data.connection.status, 'connected')
  })

  test('returns 500 while another process refreshes it, before that refresh times out', async () => {
    const acme = await connectWithOAuth()
    const { id } = await expireAccess(acme)
    const path = await createApproved(acme)
    await testApp.database.pool.query(
      `update tracker_connections set refreshing_until = now() + interval '1 hour' where id = $1`,
      [id],
    )
    assert.equal((await acme.api.post(path)).status, 500)
    assert.notEqual((await connectionOf(acme))!.refreshing_until, null)
    await testApp.database.pool.query('update tracker_connections set refreshing_until = null where id = $1', [id])
    assert.equal((await acme.api.post(path)).status, 201)
  })

  test('makes the connection "stale" when Linear rejects the refresh; authorizing again repairs it', async () => {
    const acme = await connectWithOAuth()
    await expireAccess(acme)
    tracker.oauth.revokeRefreshTokens()
    const path = await createApproved(acme)
    const { status, guidance } = (await acme.api.get(path)).body.data.connection
    assert.deepEqual([status, guidance.action], ['stale', 'reconnect'])
    const sent = await acme.api.post(path)
    assert.deepEqual([sent.status, sent.body.error.guidance], [400, guidance])
    assert.equal((await connectionOf(acme))!.status, 'stale')
    assert.equal((await openCallback(authorize(acme))).status, 200)
    assert.equal((await acme.api.post(path)).status, 201)
  })

  test('keeps the connection status while Linear is unavailable, and is refreshed afterwards', async () => {
    const acme = await connectWithOAuth()
    await expireAccess(acme)
    const path = await createApproved(acme)
    tracker.oauth.respondNext(503, 'down')
    assert.equal((await acme.api.post(path)).status, 500)
    assert.equal((await connectionOf(acme))!.status, 'connected')
    assert.equal((await acme.api.post(path)).status, 201)
  })
})
