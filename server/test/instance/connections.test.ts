import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webPoolSize } from '../../start-server.ts'
import { TestClient } from '../clients/api-client.ts'
import { createWorkspaceWithKey } from '../support/run-command.ts'
import { connectToDatabase, newMigratedDataDir, startInstance, waitFor } from './test-instance.ts'

test('a web process under load opens at most three database connections outside its pool', async () => {
  const env = { ROLE: 'web', WEB_PROCESSES: '1' }
  const instance = await startInstance({ dataDir: await newMigratedDataDir(), env })
  const { key } = await createWorkspaceWithKey(instance, 'acme')
  const database = await connectToDatabase(instance.dataDir)
  const connections = async (name: string) => {
    const { rowCount } = await database.query('select from pg_stat_activity where application_name = $1', [name])
    return rowCount ?? 0
  }
  const blocker = await connectToDatabase(instance.dataDir)
  await blocker.query('begin')
  // Every create reads its board, so each of these keeps a connection.
  await blocker.query('lock table boards in access exclusive mode')
  const client = new TestClient(instance.origin, key)
  const creates = Array.from({ length: 20 }, () => client.post('/feedback', { title: 'Waits' }))
  // Health checks have a connection of their own, and jobs have two.
  assert.equal((await fetch(`${instance.origin}/readyz`)).status, 200)
  await waitFor(async () => (await connections('heed')) === webPoolSize(1, false) + 1, instance)
  assert.ok((await connections('heed jobs')) <= 2)
  await blocker.query('rollback')
  for (const { status } of await Promise.all(creates)) assert.equal(status, 201)
})
