import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDatabaseServer } from './database-server.ts'
import { newDataDir, startInstance, waitFor } from './test-instance.ts'

const metricsOf = async ({ origin }: { origin: string }): Promise<string> => (await fetch(`${origin}/metrics`)).text()

test('starts without its replica, and leaves out a server that is no replica', async () => {
  const { env } = await startDatabaseServer()
  for (const DATABASE_READ_URL of ['postgres://heed@127.0.0.1:1/heed', env.DATABASE_DIRECT_URL ?? env.DATABASE_URL!]) {
    const server = await startInstance({ dataDir: await newDataDir(), env: { ...env, DATABASE_READ_URL } })
    assert.match(await metricsOf(server), /^heed_replica_in_use 0$/m)
    assert.match(await metricsOf(server), /^heed_replica_lag_seconds \+Inf$/m)
    await waitFor(() => /reads do not use the replica/.test(server.stdout()), server)
    await server.stop()
  }
})

test('sets no cookie and has no metrics of a replica without one', async () => {
  const { env } = await startDatabaseServer()
  const server = await startInstance({ dataDir: await newDataDir(), env })
  assert.doesNotMatch(await metricsOf(server), /heed_replica/)
  const form = await fetch(`${server.origin}/console/sign-in`, {
    method: 'POST',
    headers: { origin: server.origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'intent=',
  })
  assert.doesNotMatch(form.headers.getSetCookie().join(), /heed_wrote/)
})
