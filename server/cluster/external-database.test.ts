import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { TestClient } from '../test/clients/api-client.ts'
import { startDatabaseServer } from '../test/instance/database-server.ts'
import { connectTo, killAndAwaitReplacement, membersOf, until } from '../test/instance/members.ts'
import { kill, newDataDir, type StartOptions, startInstance } from '../test/instance/test-instance.ts'
import { createWorkspaceWithKey } from '../test/support/run-command.ts'

// Several web processes with the database of DATABASE_URL instead of the embedded one.

const { env } = await startDatabaseServer()
const start: StartOptions = { dataDir: await newDataDir(), env: { ...env, WEB_PROCESSES: '2' } }
const instance = await startInstance(start)

/** Calls the API on the named process. */
async function callOn(name: string, key: string, method: 'GET' | 'POST', path: string, body?: object) {
  const client = await connectTo(instance, name)
  const response = await client.request({
    method,
    path: `/api/v1${path}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  return { status: response.statusCode, data: ((await response.body.json()) as { data: { title: string }[] }).data }
}

test('every process uses the external database, and none starts an embedded one', async () => {
  const { key } = await createWorkspaceWithKey(start, 'acme')
  assert.deepEqual([...(await membersOf(instance.pid)).keys()].toSorted(), ['web-1', 'web-2', 'worker'])
  assert.match(instance.stderr(), /Data: the database at DATABASE_URL/)
  assert.equal(existsSync(join(start.dataDir, 'postgres')), false)
  for (const name of ['web-1', 'web-2']) {
    assert.equal((await callOn(name, key, 'POST', '/feedback', { title: `Created on ${name}` })).status, 201)
  }
  for (const name of ['web-1', 'web-2']) {
    const { data } = await callOn(name, key, 'GET', '/feedback')
    assert.deepEqual(
      data.map(({ title }) => title),
      ['Created on web-2', 'Created on web-1'],
    )
  }
})

test('the limit of a key is exact across the processes', async () => {
  const { key } = await createWorkspaceWithKey(start, 'globex')
  const statuses = await Promise.all(
    Array.from({ length: 150 }, () =>
      fetch(`${instance.origin}/api/v1/tags`, {
        headers: { authorization: `Bearer ${key}`, connection: 'close' },
      }).then(({ status }) => status),
    ),
  )
  assert.equal(statuses.filter((status) => status === 200).length, 120)
  assert.equal(statuses.filter((status) => status === 429).length, 30)
})

test('replaces a web process and the worker that are killed', async () => {
  const { key } = await createWorkspaceWithKey(start, 'initech')
  await new TestClient(instance.origin, key).create('/feedback', { title: 'Kept' })
  const before = await membersOf(instance.pid)
  kill(before.get('worker')!, 'SIGKILL')
  await killAndAwaitReplacement(instance, 'web-1')
  await until(async () => {
    const metrics = await (await fetch(`${instance.origin}/metrics`)).text()
    return metrics.includes('heed_process_memory_bytes{process="worker"}')
  })
  const now = await membersOf(instance.pid)
  assert.deepEqual([...now.keys()].toSorted(), ['web-1', 'web-2', 'worker'])
  assert.deepEqual(
    [...now].filter(([name, pid]) => before.get(name) === pid).map(([name]) => name),
    ['web-2'],
  )
  for (const name of ['web-1', 'web-2']) {
    const { status, data } = await callOn(name, key, 'GET', '/feedback')
    assert.deepEqual([status, data.map(({ title }) => title)], [200, ['Kept']])
  }
})
