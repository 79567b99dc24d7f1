import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorkspaceWithKey } from '../support/run-command.ts'
import { newMigratedDataDir, startInstance, waitFor } from './test-instance.ts'

for (const processes of ['1', '2']) {
  test(`/readyz fails before connections are refused, with ${processes} web processes`, async () => {
    const env = { DRAIN_SECONDS: '2', WEB_PROCESSES: processes }
    const instance = await startInstance({ dataDir: await newMigratedDataDir(), env })
    const { key } = await createWorkspaceWithKey(instance, 'acme')
    // A new connection each time, as from a load balancer.
    const get = async (path: string) => {
      const headers = { authorization: `Bearer ${key}`, connection: 'close' }
      const response = await fetch(instance.origin + path, { headers })
      await response.text()
      return response.status
    }
    assert.equal(await get('/readyz'), 200)
    instance.child.kill('SIGTERM')
    await waitFor(async () => (await get('/readyz')) === 503, instance)
    assert.equal(await get('/healthz'), 200)
    assert.equal(await get('/api/v1/feedback'), 200)
    assert.deepEqual(await instance.ended, { status: 0, signal: null })
    await assert.rejects(get('/healthz'))
  })
}
