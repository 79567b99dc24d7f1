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

const world = await createTestApp()
after(() => outbound.close())

const publicUrl = 'https://feedback.example.com'
const contextFor = (workspace: TestWorkspace) => connectionContextFor(world, workspace, { publicUrl })

async function sent({ api }: TestWorkspace, title = 'Dark mode'): Promise<string> {
  const { id } = await api.create('/feedback', { title })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  assert.equal((await api.post(path(id))).status, 201)
  return id
}

const path = (id: string) => `/feedback/${id}/send-to-tracker`

/** Loads all connections and links of a workspace. */
async function kept({ id }: TestWorkspace) {
  const { pool } = world.database
  const all = (table: string) => pool.query(`select * from ${table} where workspace_id = $1 order by id`, [id])
  return { connections: (await all('tracker_connections')).rows, links: (await all('tracker_links')).rows }
}

for (const [name, startStage] of Object.entries(fakeTrackers)) {
  describe(name, async () => {
    const stage = await startStage()

    test('reconnecting the same organization keeps links, mapping and webhook, and replaces credential and defaults', async () => {
      const acme = await world.workspace()
      const context = contextFor(acme)
      const { connection: first } = await connectWorkspace(context, stage)
      await acme.write((tx) => configureTracker(tx, { sendsContext: true, mapping: { canceled: 'closed' } }))
      const id = await sent(acme)
      const hooks = structuredClone(stage.webhooks)
      const { connection: second, hasWebhook: isHooked } = await connectWorkspace(context, stage, {
        project: stage.project.name,
      })
      assert.deepEqual(
        [second.id, second.remote_webhook_id, second.stage_mapping, second.sends_context, second.project_id],
        [first.id, first.remote_webhook_id, { canceled: 'closed' }, true, stage.project.id],
      )
      assert.deepEqual([stage.webhooks, isHooked], [hooks, first.remote_webhook_id !== null])
      assert.deepEqual(second.webhook_secret, first.webhook_secret)
      assert.notDeepEqual(second.credential, first.credential)
      assert.equal((await acme.api.post(path(id))).status, 200)
    })

    test('reconnecting after a disconnect keeps the links, and nothing is sent twice in between', async () => {
      const acme = await world.workspace()
      const context = contextFor(acme)
      const { connection } = await connectWorkspace(context, stage)
      const id = await sent(acme)
      await disconnectTracker(context)
      const before = stage.issues.length
      const again = await acme.api.post(path(id))
      assert.equal(again.status, 200)
      assert.equal((await connectWorkspace(context, stage)).connection.id, connection.id)
      assert.deepEqual((await acme.api.post(path(id))).body, again.body)
      assert.equal(stage.issues.length, before)
    })

    test('a failed connect changes nothing, neither in the tracker nor in Heed', async () => {
      const acme = await world.workspace()
      const context = contextFor(acme)
      await connectWorkspace(context, stage)
      await sent(acme)
      const [before, hooks] = [await kept(acme), structuredClone(stage.webhooks)]
      const { provider, credential } = stage
      await assert.rejects(connectWorkspace(context, stage, { team: 'Nobody' }), Problem)
      await assert.rejects(connectWorkspace(context, stage, { project: stage.ambiguousProject }), Problem)
      stage.failNext('any', 'unauthorized')
      await assert.rejects(connectWorkspace(context, stage), { kind: 'revoked' })
      stage.failNext('any', 'lost')
      await assert.rejects(connectWorkspace(context, stage), { kind: 'unavailable' })
      const strange = { provider, apiUrl: 'http://127.0.0.1:1', credential }
      await assert.rejects(connectTracker(context, strange, {}), { kind: 'unavailable' })
      assert.deepEqual([await kept(acme), stage.webhooks], [before, hooks])
    })

    test('disconnecting deletes the credential and the managed webhook; a second time returns null', async () => {
      const acme = await world.workspace()
      const context = contextFor(acme)
      const { connection } = await connectWorkspace(context, stage)
      const ended = await disconnectTracker(context)
      assert.deepEqual([ended!.connection.id, ended!.mayLeaveWebhook], [connection.id, false])
      const [row] = (await kept(acme)).connections
      assert.deepEqual([row.credential, row.webhook_secret, row.remote_webhook_id], [null, null, null])
      assert.ok(!stage.webhooks.some(({ url }) => url.includes(connection.id)))
      assert.equal(await disconnectTracker(context), null)
      assert.equal(await getCurrentConnection(context.scope), null)
    })

    test('disconnects even if the tracker fails or rejects the credential, and reports a webhook left behind', async () => {
      for (const fault of ['lost', 'unauthorized', 'error'] as const) {
        const acme = await world.workspace()
        const context = contextFor(acme)
        const { hasWebhook: isHooked } = await connectWorkspace(context, stage)
        if (isHooked) stage.failNext('any', fault)
        const ended = await disconnectTracker(context)
        assert.equal(ended!.mayLeaveWebhook, isHooked, fault)
        assert.equal(await getCurrentConnection(context.scope), null)
      }
    })

    test('concurrent connects leave one working connection and at most one webhook', async () => {
      const acme = await world.workspace()
      const other = await startStage()
      const results = await Promise.all(
        [stage, stage, other, other].map((each) => connectWorkspace(contextFor(acme), each)),
      )
      const open = await getCurrentConnection(contextFor(acme).scope)
      assert.ok(results.some(({ connection }) => connection.id === open!.id))
      assert.equal((await kept(acme)).connections.filter((row) => row.disconnected_at === null).length, 1)
      await sent(acme)
      const ids = new Set(results.map(({ connection }) => connection.id))
      const own = [stage, other]
        .flatMap(({ webhooks: hooks }) => hooks)
        .filter(({ url }) => [...ids].some((id) => url.endsWith(id)))
      assert.ok(own.length <= 1, JSON.stringify(own))
      assert.deepEqual(
        own.map(({ id }) => id),
        [open!.remote_webhook_id].filter((id) => id !== null),
      )
    })

    test('the health check reports and stores whether the connection works, or why it does not', async () => {
      const acme = await world.workspace()
      const context = contextFor(acme)
      assert.equal(await checkHealth(context), null)
      await connectWorkspace(context, stage)
      await sent(acme)
      const well = (await checkHealth(context))!
      assert.deepEqual(
        [well.failure, well.connection.status, well.links, well.lastCallAt],
        [null, 'connected', { active: 1, creating: 0 }, null],
      )
      stage.revoke()
      const revoked = (await checkHealth(context))!
      assert.equal(revoked.connection.status, 'revoked')
      assert.equal(revoked.connection.status_reason, revoked.failure)
      stage.restore()
      stage.failNext('inspect', 'lost')
      stage.failNext('any', 'lost')
      const away = (await checkHealth(context))!
      assert.match(away.failure!, /cannot be reached/)
      await stage.stop()
      const gone = (await checkHealth(context))!
      assert.match(gone.failure!, /cannot be reached \(ECONNREFUSED\)/)
    })
  })
}

test('connecting another organization deletes the old webhook and allows requests to be sent again', async () => {
  const acme = await world.workspace()
  const [old, next] = [await startLinear(), await startLinear()]
  const { connection } = await connectWorkspace(contextFor(acme), old)
  const id = await sent(acme)
  assert.equal(old.webhooks.length, 1)
  const { connection: second } = await connectWorkspace(contextFor(acme), next)
  assert.notEqual(second.id, connection.id)
  assert.deepEqual([old.webhooks.length, next.webhooks.length], [0, 1])
  assert.equal((await acme.api.get(path(id))).body.data.activeLink, null)
  assert.equal((await acme.api.post(path(id))).status, 201)
  assert.deepEqual([old.issues.length, next.issues.length], [1, 1])
  const [first] = (await kept(acme)).connections
  assert.deepEqual([first.credential, first.webhook_secret, first.remote_webhook_id], [null, null, null])
})

test('keeps the connection of the same organization under another API address', async () => {
  const acme = await world.workspace()
  const stage = await startJira()
  const { connection } = await connectWorkspace(contextFor(acme), stage)
  const moved = { ...stage, url: stage.url.replace('127.0.0.1', 'localhost') }
  assert.equal((await connectWorkspace(contextFor(acme), moved)).connection.id, connection.id)
})

test('registers a webhook for the team if PUBLIC_URL is https, with the stored secret', async () => {
  for (const start of [startLinear, startGitHub]) {
    const [acme, stage] = [await world.workspace(), await start()]
    const context = contextFor(acme)
    const { connection, hasWebhook: isHooked } = await connectWorkspace(context, stage)
    assert.equal(isHooked, true)
    assert.equal(stage.webhooks.length, 1)
    const { id, url, secret } = stage.webhooks[0]!
    assert.equal(url, `${publicUrl}/hooks/tracker/${connection.id}`)
    const open = (await getCurrentConnection(context.scope))!
    assert.deepEqual([open.remote_webhook_id, openWebhookSecret(context, open)], [id, secret])
  }
})

test('registers no webhook without https, and connects even if the tracker refuses one', async () => {
  const stage = await startLinear()
  const plain = await connectWorkspace(connectionContextFor(world, await world.workspace()), stage)
  assert.deepEqual([plain.hasWebhook, stage.webhooks.length], [false, 0])
  stage.isAdmin(false)
  const member = await connectWorkspace(contextFor(await world.workspace()), stage)
  assert.deepEqual([member.hasWebhook, member.connection.status], [false, 'connected'])
})

test('moves the webhook to another team, even if the old credential is gone', async () => {
  const [acme, stage] = [await world.workspace(), await startGitHub()]
  const context = contextFor(acme)
  await connectWorkspace(context, stage)
  await world.database.pool.query(`update tracker_connections set credential = '\\x00' where workspace_id = $1`, [
    acme.id,
  ])
  const { connection, hasWebhook: isHooked } = await connectWorkspace(context, stage, { team: stage.secondTeam.name })
  assert.equal(isHooked, true)
  assert.equal(stage.webhooks.length, 1)
  const changes = stage.requests.filter((request) => /^(POST|DELETE) .*\/hooks/.test(request))
  assert.deepEqual(
    changes.map((request) => request.replace(/\/hooks.*/, '')),
    [`POST /repos/${stage.team.id}`, `DELETE /repos/${stage.team.id}`, `POST /repos/${stage.secondTeam.id}`],
  )
  assert.equal((await getCurrentConnection(context.scope))!.remote_webhook_id, stage.webhooks[0]!.id)
  assert.equal(connection.team_id, stage.secondTeam.id)
})

test('a manual webhook gets a new secret, and the managed one is deleted', async () => {
  const [acme, stage] = [await world.workspace(), await startLinear()]
  const context = contextFor(acme)
  const { connection } = await connectWorkspace(context, stage)
  const automatic = stage.webhooks[0]!.secret
  const { url, secret } = (await setUpManualWebhook(context))!
  assert.equal(url, `${publicUrl}/hooks/tracker/${connection.id}`)
  assert.notEqual(secret, automatic)
  assert.match(secret, /^[0-9a-f]{64}$/)
  assert.deepEqual(stage.webhooks, [])
  assert.equal((await getCurrentConnection(context.scope))!.remote_webhook_id, null)
  assert.equal(await setUpManualWebhook(contextFor(await world.workspace())), null)
})

test('a changed SECRET_KEY makes the connection stale; reconnecting repairs it and its webhook', async () => {
  const [acme, stage] = [await world.workspace(), await startLinear()]
  const { connection } = await connectWorkspace(
    { ...contextFor(acme), vault: new Vault('the key from before, long enough') },
    stage,
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

  const mended = await connectWorkspace(context, stage)
  assert.deepEqual([mended.connection.id, mended.hasWebhook], [connection.id, true])
  const open = (await getCurrentConnection(context.scope))!
  assert.deepEqual(
    stage.webhooks.map(({ id, secret }) => [id, secret]),
    [[open.remote_webhook_id, openWebhookSecret(context, open)]],
  )
  assert.equal((await acme.api.post(path(id))).status, 201)
})

test('stores the credential only encrypted, and in no audit event', async () => {
  const acme = await world.workspace()
  for (const stage of [await startLinear(), await startGitHub(), await startJira()]) {
    await connectWorkspace(contextFor(acme), stage)
    const { token } = stage.credential as { token: string }
    const { rows } = await world.database.pool.query(
      `select c::text from tracker_connections c union all select e::text from audit_events e`,
    )
    assert.ok(rows.length > 0)
    const sealed = Buffer.from(token).toString('hex')
    for (const { c } of rows) assert.ok(!c.includes(token) && !c.includes(sealed))
  }
})

test('audits connecting and disconnecting, with names and without secrets', async () => {
  const [acme, stage] = [await world.workspace(), await startLinear()]
  await connectWorkspace(contextFor(acme), stage, { project: stage.project.name })
  await disconnectTracker(contextFor(acme))
  const { rows } = await world.database.pool.query(
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
  const [acme, stage] = [await world.workspace(), await startJira()]
  const closed = createOutbound([])
  const context = { ...contextFor(acme), fetch: closed.fetch }
  const { provider, credential } = stage
  for (const [apiUrl, words] of [
    [stage.url, /cannot be called: http:\/\/ is only for the networks in OUTBOUND_ALLOW, and 127\.0\.0\.1 is in none/],
    ['https://10.1.2.3', /10\.1\.2\.3 is neither a public address nor in one of the networks in OUTBOUND_ALLOW/],
    ['https://localhost:8443/jira', /localhost is not a public address/],
  ] as const) {
    const error = await connectTracker(context, { provider, apiUrl, credential }, {}).catch((thrown) => thrown)
    assert.ok(error instanceof Problem, String(error))
    const [{ path: at, message }] = error.extra.details as [{ path: string; message: string }]
    assert.equal(at, '/apiUrl')
    assert.match(message, words)
  }
  assert.deepEqual(stage.calls, [])
  await closed.close()
})

test('validates and normalizes base addresses', async () => {
  const apiUrls = { linear: null, github: 'https://ghe.example.com/api/v3/', jira: null }
  const of = (given?: string, provider: 'jira' | 'github' | 'linear' = 'jira') =>
    resolveApiUrl({ apiUrls }, provider, given)
  assert.equal(await of(undefined, 'linear'), 'https://api.linear.app')
  assert.equal(await of(undefined, 'github'), 'https://ghe.example.com/api/v3')
  assert.equal(await of('https://other.example.com', 'github'), 'https://other.example.com')
  assert.equal(await of('https://Acme.Atlassian.net:443//'), 'https://acme.atlassian.net')
  assert.equal(await of('http://127.0.0.1:8080/proxy/'), 'http://127.0.0.1:8080/proxy')
  for (const [given, words] of [
    [undefined, /is required for Jira, such as https:\/\/your-site/],
    ['acme.atlassian.net', /must be an address that begins with https:\/\//],
    ['ftp://acme.atlassian.net', /begins with https/],
    ['https://ada:hunter22@acme.atlassian.net', /without user, password/],
    ['https://acme.atlassian.net/?a=b', /without/],
    ['https://acme.atlassian.net/#top', /without/],
  ] as const) {
    const error = await of(given).catch((thrown) => thrown)
    assert.ok(error instanceof Problem)
    assert.equal(error.extra.details![0]!.path, '/apiUrl')
    assert.match(error.extra.details![0]!.message, words)
    assert.doesNotMatch(error.message, /hunter22/)
  }
})
