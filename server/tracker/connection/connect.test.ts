import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Vault } from '../../platform/crypto/vault.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { Problem } from '../../platform/problems.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { connectionContextFor, connectWorkspace, fakeTrackers, outbound } from '../../test/trackers/connect.ts'
import { startGitHub } from '../../test/trackers/github/server.ts'
import { startJira } from '../../test/trackers/jira/server.ts'
import { startLinear } from '../../test/trackers/linear/server.ts'
import { connectTracker, disconnectTracker, resolveApiUrl } from './connect.ts'
import { checkHealth } from './health.ts'
import { getCurrentConnection, openWebhookSecret } from './queries.ts'
import { configureTracker } from './settings.ts'
import { setUpManualWebhook } from './webhook-registration.ts'

const testApp = await createTestApp()
after(() => outbound.close())

const publicUrl = 'https://feedback.example.com'
const contextFor = (workspace: TestWorkspace) => connectionContextFor(testApp, workspace, { publicUrl })

async function sendNew({ api }: TestWorkspace, title = 'Dark mode'): Promise<string> {
  const { id } = await api.create('/feedback', { title })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  assert.equal((await api.post(path(id))).status, 201)
  return id
}

const path = (id: string) => `/feedback/${id}/send-to-tracker`

/** Loads all connections and links of a workspace. */
async function loadRows({ id }: TestWorkspace) {
  const { pool } = testApp.database
  const all = (table: string) => pool.query(`select * from ${table} where workspace_id = $1 order by id`, [id])
  return { connections: (await all('tracker_connections')).rows, links: (await all('tracker_links')).rows }
}

for (const [name, startTracker] of Object.entries(fakeTrackers)) {
  describe(name, async () => {
    const tracker = await startTracker()

    test('reconnecting the same organization keeps links, mapping and webhook, and replaces credential and defaults', async () => {
      const acme = await testApp.workspace()
      const context = contextFor(acme)
      const { connection: first } = await connectWorkspace(context, tracker)
      await acme.write((tx) => configureTracker(tx, { sendsContext: true, mapping: { canceled: 'closed' } }))
      const id = await sendNew(acme)
      const hooks = structuredClone(tracker.webhooks)
      const { connection: second, hasWebhook } = await connectWorkspace(context, tracker, {
        project: tracker.project.name,
      })
      assert.deepEqual(
        [second.id, second.remote_webhook_id, second.stage_mapping, second.sends_context, second.project_id],
        [first.id, first.remote_webhook_id, { canceled: 'closed' }, true, tracker.project.id],
      )
      assert.deepEqual([tracker.webhooks, hasWebhook], [hooks, first.remote_webhook_id !== null])
      assert.deepEqual(second.webhook_secret, first.webhook_secret)
      assert.notDeepEqual(second.credential, first.credential)
      assert.equal((await acme.api.post(path(id))).status, 200)
    })

    test('reconnecting after a disconnect keeps the links, and nothing is sent twice in between', async () => {
      const acme = await testApp.workspace()
      const context = contextFor(acme)
      const { connection } = await connectWorkspace(context, tracker)
      const id = await sendNew(acme)
      await disconnectTracker(context)
      const before = tracker.issues.length
      const again = await acme.api.post(path(id))
      assert.equal(again.status, 200)
      assert.equal((await connectWorkspace(context, tracker)).connection.id, connection.id)
      assert.deepEqual((await acme.api.post(path(id))).body, again.body)
      assert.equal(tracker.issues.length, before)
    })

    test('a failed connect changes nothing, neither in the tracker nor in Heed', async () => {
      const acme = await testApp.workspace()
      const context = contextFor(acme)
      await connectWorkspace(context, tracker)
      await sendNew(acme)
      const [before, hooks] = [await loadRows(acme), structuredClone(tracker.webhooks)]
      const { provider, credential } = tracker
      await assert.rejects(connectWorkspace(context, tracker, { team: 'Nobody' }), Problem)
      await assert.rejects(connectWorkspace(context, tracker, { project: tracker.ambiguousProject }), Problem)
      tracker.failNext('any', 'unauthorized')
      await assert.rejects(connectWorkspace(context, tracker), { kind: 'revoked' })
      tracker.failNext('any', 'lost')
      await assert.rejects(connectWorkspace(context, tracker), { kind: 'unavailable' })
      const unreachableServer = { provider, apiUrl: 'http://127.0.0.1:1', credential }
      await assert.rejects(connectTracker(context, unreachableServer, {}), { kind: 'unavailable' })
      assert.deepEqual([await loadRows(acme), tracker.webhooks], [before, hooks])
    })

    test('disconnecting deletes the credential and the managed webhook; a second time returns null', async () => {
      const acme = await testApp.workspace()
      const context = contextFor(acme)
      const { connection } = await connectWorkspace(context, tracker)
      const result = await disconnectTracker(context)
      assert.deepEqual([result!.connection.id, result!.mayLeaveWebhook], [connection.id, false])
      const [row] = (await loadRows(acme)).connections
      assert.deepEqual([row.credential, row.webhook_secret, row.remote_webhook_id], [null, null, null])
      assert.ok(!tracker.webhooks.some(({ url }) => url.includes(connection.id)))
      assert.equal(await disconnectTracker(context), null)
      assert.equal(await getCurrentConnection(context.scope), null)
    })

    test('disconnects even if the tracker fails or rejects the credential, and reports a webhook left behind', async () => {
      for (const fault of ['lost', 'unauthorized', 'error'] as const) {
        const acme = await testApp.workspace()
        const context = contextFor(acme)
        const { hasWebhook } = await connectWorkspace(context, tracker)
        if (hasWebhook) tracker.failNext('any', fault)
        const result = await disconnectTracker(context)
        assert.equal(result!.mayLeaveWebhook, hasWebhook, fault)
        assert.equal(await getCurrentConnection(context.scope), null)
      }
    })

    test('concurrent connects leave one working connection and at most one webhook', async () => {
      const acme = await testApp.workspace()
      const other = await startTracker()
      const results = await Promise.all(
        [tracker, tracker, other, other].map((fakeTracker) => connectWorkspace(contextFor(acme), fakeTracker)),
      )
      const open = await getCurrentConnection(contextFor(acme).scope)
      assert.ok(results.some(({ connection }) => connection.id === open!.id))
      assert.equal((await loadRows(acme)).connections.filter((row) => row.disconnected_at === null).length, 1)
      await sendNew(acme)
      const ids = new Set(results.map(({ connection }) => connection.id))
      const registered = [tracker, other]
        .flatMap(({ webhooks: hooks }) => hooks)
        .filter(({ url }) => [...ids].some((id) => url.endsWith(id)))
      assert.ok(registered.length <= 1, JSON.stringify(registered))
      assert.deepEqual(
        registered.map(({ id }) => id),
        [open!.remote_webhook_id].filter((id) => id !== null),
      )
    })

    test('the health check reports and stores whether the connection works, or why it does not', async () => {
      const acme = await testApp.workspace()
      const context = contextFor(acme)
      assert.equal(await checkHealth(context), null)
      await connectWorkspace(context, tracker)
      await sendNew(acme)
      const healthy = (await checkHealth(context))!
      assert.deepEqual(
        [healthy.failure, healthy.connection.status, healthy.links, healthy.lastCallAt],
        [null, 'connected', { active: 1, creating: 0 }, null],
      )
      tracker.revoke()
      const revoked = (await checkHealth(context))!
      assert.equal(revoked.connection.status, 'revoked')
      assert.equal(revoked.connection.status_reason, revoked.failure)
      tracker.restore()
      tracker.failNext('inspect', 'lost')
      tracker.failNext('any', 'lost')
      const unreachable = (await checkHealth(context))!
      assert.match(unreachable.failure!, /cannot be reached/)
      await tracker.stop()
      const stopped = (await checkHealth(context))!
      assert.match(stopped.failure!, /cannot be reached \(ECONNREFUSED\)/)
    })
  })
}

test('connecting another organization deletes the old webhook and allows requests to be sent again', async () => {
  const acme = await testApp.workspace()
  const [old, next] = [await startLinear(), await startLinear()]
  const { connection } = await connectWorkspace(contextFor(acme), old)
  const id = await sendNew(acme)
  assert.equal(old.webhooks.length, 1)
  const { connection: second } = await connectWorkspace(contextFor(acme), next)
  assert.notEqual(second.id, connection.id)
  assert.deepEqual([old.webhooks.length, next.webhooks.length], [0, 1])
  assert.equal((await acme.api.get(path(id))).body.data.activeLink, null)
  assert.equal((await acme.api.post(path(id))).status, 201)
  assert.deepEqual([old.issues.length, next.issues.length], [1, 1])
  const [first] = (await loadRows(acme)).connections
  assert.deepEqual([first.credential, first.webhook_secret, first.remote_webhook_id], [null, null, null])
})

test('keeps the connection of the same organization under another API address', async () => {
  const acme = await testApp.workspace()
  const tracker = await startJira()
  const { connection } = await connectWorkspace(contextFor(acme), tracker)
  const moved = { ...tracker, url: tracker.url.replace('127.0.0.1', 'localhost') }
  assert.equal((await connectWorkspace(contextFor(acme), moved)).connection.id, connection.id)
})

test('registers a webhook for the team if PUBLIC_URL is https, with the stored secret', async () => {
  for (const start of [startLinear, startGitHub]) {
    const [acme, tracker] = [await testApp.workspace(), await start()]
    const context = contextFor(acme)
    const { connection, hasWebhook } = await connectWorkspace(context, tracker)
    assert.equal(hasWebhook, true)
    assert.equal(tracker.webhooks.length, 1)
    const { id, url, secret } = tracker.webhooks[0]!
    assert.equal(url, `${publicUrl}/hooks/tracker/${connection.id}`)
    const open = (await getCurrentConnection(context.scope))!
    assert.deepEqual([open.remote_webhook_id, openWebhookSecret(context, open)], [id, secret])
  }
})

test('registers no webhook without https, and connects even if the tracker refuses one', async () => {
  const tracker = await startLinear()
  const withoutHttps = await connectWorkspace(connectionContextFor(testApp, await testApp.workspace()), tracker)
  assert.deepEqual([withoutHttps.hasWebhook, tracker.webhooks.length], [false, 0])
  tracker.setAdmin(false)
  const member = await connectWorkspace(contextFor(await testApp.workspace()), tracker)
  assert.deepEqual([member.hasWebhook, member.connection.status], [false, 'connected'])
})

test('moves the webhook to another team, even if the old credential is gone', async () => {
  const [acme, tracker] = [await testApp.workspace(), await startGitHub()]
  const context = contextFor(acme)
  await connectWorkspace(context, tracker)
  await testApp.database.pool.query(`update tracker_connections set credential = '\\x00' where workspace_id = $1`, [
    acme.id,
  ])
  const { connection, hasWebhook } = await connectWorkspace(context, tracker, { team: tracker.secondTeam.name })
  assert.equal(hasWebhook, true)
  assert.equal(tracker.webhooks.length, 1)
  const changes = tracker.requests.filter((request) => /^(POST|DELETE) .*\/hooks/.test(request))
  assert.deepEqual(
    changes.map((request) => request.replace(/\/hooks.*/, '')),
    [`POST /repos/${tracker.team.id}`, `DELETE /repos/${tracker.team.id}`, `POST /repos/${tracker.secondTeam.id}`],
  )
  assert.equal((await getCurrentConnection(context.scope))!.remote_webhook_id, tracker.webhooks[0]!.id)
  assert.equal(connection.team_id, tracker.secondTeam.id)
})

test('a manual webhook gets a new secret, and the managed one is deleted', async () => {
  const [acme, tracker] = [await testApp.workspace(), await startLinear()]
  const context = contextFor(acme)
  const { connection } = await connectWorkspace(context, tracker)
  const automatic = tracker.webhooks[0]!.secret
  const { url, secret } = (await setUpManualWebhook(context))!
  assert.equal(url, `${publicUrl}/hooks/tracker/${connection.id}`)
  assert.notEqual(secret, automatic)
  assert.match(secret, /^[0-9a-f]{64}$/)
  assert.deepEqual(tracker.webhooks, [])
  assert.equal((await getCurrentConnection(context.scope))!.remote_webhook_id, null)
  assert.equal(await setUpManualWebhook(contextFor(await testApp.workspace())), null)
})

test('a changed SECRET_KEY makes the connection stale; reconnecting repairs it and its webhook', async () => {
  const [acme, tracker] = [await testApp.workspace(), await startLinear()]
  const { connection } = await connectWorkspace(
    { ...contextFor(acme), vault: new Vault('the key from before, long enough') },
    tracker,
  )
  const context = contextFor(acme)
  const id = (await acme.api.create('/feedback', { title: 'Dark mode' })).id
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const { guidance, status } = (await acme.api.get(path(id))).body.data.connection
  assert.deepEqual([status, guidance.action], ['stale', 'reconnect'])
  assert.match(guidance.message, /SECRET_KEY has changed/)
  const refused = await acme.api.post(path(id))
  assert.deepEqual([refused.status, refused.body.error.guidance], [400, guidance])
  assert.match((await checkHealth(context))!.failure!, /SECRET_KEY/)

  const repaired = await connectWorkspace(context, tracker)
  assert.deepEqual([repaired.connection.id, repaired.hasWebhook], [connection.id, true])
  const open = (await getCurrentConnection(context.scope))!
  assert.deepEqual(
    tracker.webhooks.map(({ id, secret }) => [id, secret]),
    [[open.remote_webhook_id, openWebhookSecret(context, open)]],
  )
  assert.equal((await acme.api.post(path(id))).status, 201)
})

test('stores the credential only encrypted, and in no audit event', async () => {
  const acme = await testApp.workspace()
  for (const tracker of [await startLinear(), await startGitHub(), await startJira()]) {
    await connectWorkspace(contextFor(acme), tracker)
    const { token } = tracker.credential as { token: string }
    const { rows } = await testApp.database.pool.query(
      `select c::text from tracker_connections c union all select e::text from audit_events e`,
    )
    assert.ok(rows.length > 0)
    const sealed = Buffer.from(token).toString('hex')
    for (const { c } of rows) assert.ok(!c.includes(token) && !c.includes(sealed))
  }
})

test('audits connecting and disconnecting, with names and without secrets', async () => {
  const [acme, tracker] = [await testApp.workspace(), await startLinear()]
  await connectWorkspace(contextFor(acme), tracker, { project: tracker.project.name })
  await disconnectTracker(contextFor(acme))
  const { rows } = await testApp.database.pool.query(
    `select type, changes from audit_events where workspace_id = $1 and type like 'tracker.%' order by id`,
    [acme.id],
  )
  assert.deepEqual(rows, [
    {
      type: 'tracker.connected',
      changes: { provider: 'linear', account: 'Acme', team: 'Engineering', project: 'Public roadmap' },
    },
    { type: 'tracker.disconnected', changes: { provider: 'linear', account: 'Acme' } },
  ])
})

test('rejects an address that the outbound rules forbid before sending anything', async () => {
  const [acme, tracker] = [await testApp.workspace(), await startJira()]
  const closed = createOutbound([])
  const context = { ...contextFor(acme), fetch: closed.fetch }
  const { provider, credential } = tracker
  for (const [apiUrl, expected] of [
    [
      tracker.url,
      /cannot be called: http:\/\/ is only for the networks in OUTBOUND_ALLOW, and 127\.0\.0\.1 is in none/,
    ],
    ['https://10.1.2.3', /10\.1\.2\.3 is neither a public address nor in one of the networks in OUTBOUND_ALLOW/],
    ['https://localhost:8443/jira', /localhost is neither a public address/],
  ] as const) {
    const error = await connectTracker(context, { provider, apiUrl, credential }, {}).catch((thrown) => thrown)
    assert.ok(error instanceof Problem, String(error))
    const [{ path: at, message }] = error.extra.details as [{ path: string; message: string }]
    assert.equal(at, '/apiUrl')
    assert.match(message, expected)
  }
  assert.deepEqual(tracker.calls, [])
  await closed.close()
})

test('validates and normalizes base addresses', async () => {
  const apiUrls = { linear: null, github: 'https://ghe.example.com/api/v3/', jira: null }
  const resolve = (given?: string, provider: 'jira' | 'github' | 'linear' = 'jira') =>
    resolveApiUrl({ apiUrls }, provider, given)
  assert.equal(await resolve(undefined, 'linear'), 'https://api.linear.app')
  assert.equal(await resolve(undefined, 'github'), 'https://ghe.example.com/api/v3')
  assert.equal(await resolve('https://other.example.com', 'github'), 'https://other.example.com')
  assert.equal(await resolve('https://Acme.Atlassian.net:443//'), 'https://acme.atlassian.net')
  assert.equal(await resolve('http://127.0.0.1:8080/proxy/'), 'http://127.0.0.1:8080/proxy')
  for (const [given, expected] of [
    [undefined, /is required for Jira, such as https:\/\/your-site/],
    ['acme.atlassian.net', /must be a URL that begins with https:\/\//],
    ['ftp://acme.atlassian.net', /begins with https/],
    ['https://ada:hunter22@acme.atlassian.net', /without a user, password/],
    ['https://acme.atlassian.net/?a=b', /without/],
    ['https://acme.atlassian.net/#top', /without/],
  ] as const) {
    const error = await resolve(given).catch((thrown) => thrown)
    assert.ok(error instanceof Problem)
    assert.equal(error.extra.details![0]!.path, '/apiUrl')
    assert.match(error.extra.details![0]!.message, expected)
    assert.doesNotMatch(error.message, /hunter22/)
  }
})
