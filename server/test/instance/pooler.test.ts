import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import pg from 'pg'
import { TestClient } from '../clients/api-client.ts'
import { startPooler, withoutPooler } from '../support/pooler.ts'
import { createWorkspaceWithKey, runCommand } from '../support/run-command.ts'
import { addressesOf, type Deployment, startDatabaseServer } from './database-server.ts'
import {
  newDataDir,
  runHeed,
  type StartOptions,
  spawnServer,
  startInstance,
  waitFor,
  waitUntilReady,
} from './test-instance.ts'

suite('behind a pooler', { skip: withoutPooler, concurrency: 1 }, async () => {
  const deployment = withoutPooler === false ? await startDatabaseServer() : (null as never as Deployment)
  const { cluster, env } = deployment
  const pooler = await startPooler(cluster.socketDir)
  after(() => pooler.stop())
  const newProcess = async (settings: Record<string, string> = {}): Promise<StartOptions> => ({
    dataDir: await newDataDir(),
    env: { ...env, ...addressesOf(pooler, cluster), ...settings },
  })

  test('two processes that start together migrate an empty database and answer requests', async () => {
    const starts = await Promise.all([newProcess(), newProcess()])
    const servers = await Promise.all(starts.map((start) => waitUntilReady(spawnServer(start), start.dataDir)))
    const { key } = await createWorkspaceWithKey(starts[0]!, 'acme')
    const clients = servers.map(({ origin }) => new TestClient(origin, key))
    for (const client of clients) await client.create('/feedback', { title: 'Dark mode' })
    for (const client of clients) assert.equal((await client.listAll('/feedback')).length, 2)
    await Promise.all(servers.map((server) => server.stop()))
  })

  test('commands create and list workspaces again and again', async () => {
    const start = await newProcess()
    const slugs = Array.from({ length: 10 }, (_, index) => `workspace-${index}`)
    // In turn and at the same time, so that they use all sessions of the pooler.
    for (const slug of slugs.slice(0, 5)) {
      assert.equal((await runCommand(start, 'workspace', 'create', '--name', slug, '--slug', slug)).status, 0)
    }
    const created = await Promise.all(
      slugs.slice(5).map((slug) => runCommand(start, 'workspace', 'create', '--name', slug, '--slug', slug)),
    )
    assert.ok(created.every(({ status }) => status === 0))
    const lists = await Promise.all(slugs.slice(5).map(() => runCommand(start, 'workspace', 'list', '--json')))
    for (const { stdout } of lists) for (const slug of slugs) assert.ok(stdout.includes(slug), stdout)
    assert.equal((await runHeed(start, 'workspace', 'list')).status, 0)
  })

  test('runs jobs, exports a workspace, and backs up the instance', async () => {
    const start = await newProcess()
    const server = await startInstance(start)
    const { key } = await createWorkspaceWithKey(start, 'globex')
    const client = new TestClient(server.origin, key)
    await client.create('/feedback', { title: 'Export', submitter: { email: 'ada@example.com' } })
    const { id } = await client.create('/changelog', { title: 'CSV export' })
    await client.post(`/changelog/${id}/publish`)
    const messages = () => readdir(join(start.dataDir, 'outbox')).catch(() => [])
    await waitFor(async () => (await messages()).length === 1, server)

    const archive = join(start.dataDir, 'globex.zip')
    const exported = await runCommand(start, 'export', '--workspace', 'globex', '--to', archive)
    assert.equal(exported.status, 0, exported.stderr)
    const backedUp = await runCommand(start, 'backup', '--to', join(start.dataDir, 'backup'))
    assert.equal(backedUp.status, 0, backedUp.stderr)
    const { stdout } = await runCommand(start, 'doctor', '--json')
    assert.match(stdout, /The pooler leads to the same database/)
    await server.stop()
  })

  test('a restart of the pooler under load loses no acknowledged write', async () => {
    const start = await newProcess()
    const server = await startInstance(start)
    const { key } = await createWorkspaceWithKey(start, 'initech')
    const limits = new TestClient(server.origin, key)
    const acknowledged: string[] = []
    let failed = 0
    let isOver = false
    const write = async (writer: number) => {
      for (let count = 0; !isOver; count++) {
        const response = await limits
          .post('/feedback', { title: `Request ${writer} ${count}` }, { 'Idempotency-Key': `${writer}-${count}` })
          .catch(() => null)
        if (response?.status === 201) acknowledged.push(response.body.data.id)
        else failed += 1
      }
    }
    const writers = Array.from({ length: 8 }, (_, writer) => write(writer))
    await waitFor(() => acknowledged.length >= 30, server)
    await pooler.stop('SIGKILL')
    await waitFor(() => failed > 0, server)
    await pooler.start()
    const before = acknowledged.length
    await waitFor(() => acknowledged.length > before + 20 || failed > 10_000, server)
    isOver = true
    await Promise.all(writers)

    const client = new pg.Client({ host: cluster.socketDir, user: 'heed', database: 'heed' })
    await client.connect()
    const { rows } = await client.query<{ id: string }>('select id from feedback')
    await client.end()
    const stored = new Set(rows.map(({ id }) => id))
    assert.deepEqual(
      acknowledged.filter((id) => !stored.has(id)),
      [],
    )
    assert.ok(acknowledged.length > before, 'no write after the restart')
    await server.stop()
  })
})
