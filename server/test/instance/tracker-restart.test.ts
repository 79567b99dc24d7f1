import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { startCluster } from '../../platform/db/embedded/cluster.ts'
import { TestClient } from '../clients/api-client.ts'
import { createWorkspaceWithKey } from '../support/run-command.ts'
import { fakeTrackers } from '../trackers/connect.ts'
import type { FakeTracker } from '../trackers/fake-tracker.ts'
import { newDataDir, type StartOptions, startInstance, type TestInstance, waitFor } from './test-instance.ts'

// Kills the process at the worst times: after the request to the tracker, and between its response and our commit.

const folder = await newDataDir('database server')
await mkdir(folder, { recursive: true })
const cluster = await startCluster(folder, `${folder}/postgres`)
after(() => cluster.stop())

const start: StartOptions = {
  dataDir: await newDataDir(),
  env: {
    DATABASE_URL: `postgres://heed@/heed?host=${encodeURIComponent(cluster.socketDir)}`,
    SECRET_KEY: 'the same secret key before and after, 43 long',
    // The backlink of an issue must stay the same after a restart, when the port differs.
    PUBLIC_URL: 'http://heed.test',
    OUTBOUND_ALLOW: '127.0.0.0/8',
  },
}
let server = await startInstance(start)

/** Opens a connection for the test itself. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ host: cluster.socketDir, user: 'heed', database: 'heed' })
  client.on('error', () => {})
  await client.connect()
  after(() => client.end().catch(() => {}))
  return client
}

const database = await connect()

/** Connects a tracker as a user does, with the token on standard input. */
async function connectTracker(workspace: string, { provider, url, credential, team }: FakeTracker): Promise<void> {
  assert.ok('token' in credential)
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const words = ['tracker', 'connect', '--workspace', workspace, '--provider', provider, '--token-stdin']
  const mine = credential.kind === 'basic' ? ['--email', credential.email] : []
  const running = promisify(execFile)(
    process.execPath,
    ['bin/heed', ...words, '--team', team.name, '--api-url', url, ...mine, '--json'],
    { cwd: root, env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: start.dataDir, ...start.env } },
  )
  running.child.stdin!.end(`${credential.token}\n`)
  const { stdout } = await running
  assert.equal(JSON.parse(stdout).provider, provider)
  assert.ok(!stdout.includes(credential.token))
}

async function restart(): Promise<TestInstance> {
  await server.stop('SIGKILL')
  server = await startInstance(start)
  return server
}

/** Expires the claim of the dead process and the time its request may still take effect. */
const letPass = () =>
  database.query(`
    update tracker_links set claimed_until = now() - interval '1 second' where claim is not null;
    update tracker_links set outcome_unknown_until = null;
    update idempotency_leases set leased_until = now() - interval '1 second'`)

const gate = 4_711

/** Blocks linking an issue to its request until the test releases the lock. */
async function holdActivations(): Promise<() => Promise<void>> {
  const holder = await connect()
  await holder.query('select pg_advisory_lock($1)', [gate])
  await database.query(`
    create function wait_at_gate() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(${gate});
      return new;
    end $$;
    create trigger gate before update on tracker_links for each row
      when (old.state = 'creating' and new.state = 'active') execute function wait_at_gate()`)
  return async () => {
    await holder.end()
    await database.query('drop trigger gate on tracker_links; drop function wait_at_gate')
  }
}

const isWaiting = async (): Promise<boolean> =>
  (await database.query(`select from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'advisory'`))
    .rowCount === 1

for (const name of ['Linear', 'GitHub', 'Jira'] as const) {
  describe(name, async () => {
    const stage = await fakeTrackers[name]()
    const slug = name.toLowerCase()
    const { key } = await createWorkspaceWithKey(start, slug)
    await connectTracker(slug, stage)
    const api = () => new TestClient(server.origin, key)
    const path = (id: string) => `/feedback/${id}/send-to-tracker`
    const send = (id: string) => api().post(path(id), {}, { 'idempotency-key': id })
    const only = (id: string) => stage.issues.filter(({ description }) => description.includes(id))
    const linksOf = async (id: string) =>
      (await database.query('select state, issue_id from tracker_links where feedback_id = $1', [id])).rows

    async function approved(): Promise<string> {
      const { id } = await api().create('/feedback', { title: 'Dark mode' })
      await api().patch(`/feedback/${id}/status`, { status: 'approved' })
      return id
    }

    /** Asserts that sending again returns the one issue. */
    async function assertSentOnce(id: string): Promise<void> {
      const first = await send(id)
      assert.equal(first.status, 201, JSON.stringify(first.body))
      const { link } = first.body.data
      assert.deepEqual([only(id).length, link.issueId], [1, only(id)[0]!.id])
      assert.deepEqual(await linksOf(id), [{ state: 'active', issue_id: link.issueId }])
      const again = await api().post(path(id))
      assert.deepEqual([again.status, again.body.data.link], [200, link])
      assert.deepEqual((await api().get(path(id))).body.data.activeLink, link)
    }

    test('finds the issue on a retry after a kill between the tracker’s response and the commit', async () => {
      const id = await approved()
      const release = await holdActivations()
      const lost = assert.rejects(send(id), TypeError)
      await waitFor(async () => only(id).length === 1 && (await isWaiting()), server)
      await server.stop('SIGKILL')
      await lost
      await release()
      assert.deepEqual(await linksOf(id), [{ state: 'creating', issue_id: null }])

      await restart()
      assert.equal((await api().get(path(id))).body.data.activeLink, null)
      const early = await send(id)
      assert.deepEqual([early.status, early.body.error.code], [409, 'in_progress'])
      assert.ok(early.headers.has('retry-after'))
      await letPass()
      await assertSentOnce(id)
    })

    test('creates one issue on a retry after a kill while the tracker did not answer', async () => {
      const id = await approved()
      const calls = stage.calls.length
      stage.failNext('create', 'hang')
      const lost = assert.rejects(send(id), TypeError)
      await waitFor(() => stage.calls.slice(calls).includes('create'), server)
      await restart()
      await lost
      assert.deepEqual([only(id).length, await linksOf(id)], [0, [{ state: 'creating', issue_id: null }]])
      await letPass()
      await assertSentOnce(id)
    })

    test('creates one issue for five concurrent sends after a kill', async () => {
      const id = await approved()
      const calls = stage.calls.length
      stage.failNext('create', 'lost')
      const release = await holdActivations()
      assert.equal((await send(id)).status, 500)
      await letPass()
      const lost = assert.rejects(send(id), TypeError)
      await waitFor(isWaiting, server)
      await server.stop('SIGKILL')
      await lost
      await release()
      await restart()
      await letPass()
      const answers = await Promise.all(Array.from({ length: 5 }, () => api().post(path(id))))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 201])
      assert.equal(new Set(answers.map(({ body }) => body.data.link.id)).size, 1)
      assert.equal(only(id).length, 1)
      assert.equal(stage.calls.slice(calls).filter((kind) => kind === 'create').length, 1)
    })

    if (name !== 'Linear') {
      test('creates nothing and sends Retry-After until the tracker is sure to show an earlier issue', async () => {
        const id = await approved()
        const calls = stage.calls.length
        stage.failNext('create', 'hang')
        const lost = assert.rejects(send(id), TypeError)
        await waitFor(() => stage.calls.slice(calls).includes('create'), server)
        await restart()
        await lost
        await database.query(
          `update tracker_links set claimed_until = now() - interval '1 second' where claim is not null`,
        )
        const early = await api().post(path(id))
        assert.equal(early.status, 500)
        assert.ok(Number(early.headers.get('retry-after')) >= 1)
        assert.equal(only(id).length, 0)
        await letPass()
        await assertSentOnce(id)
      })
    }
  })
}
