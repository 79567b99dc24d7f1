import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { connectionContextFor, connectWorkspace, outbound } from '../../test/trackers/connect.ts'
import { startLinear } from '../../test/trackers/linear/server.ts'
import { defaultStageMapping } from '../sync/stage-mapping.ts'
import { getCurrentConnection } from './queries.ts'
import { configureTracker, toCurrentSettings } from './settings.ts'

const testApp = await createTestApp()
const tracker = await startLinear()
after(() => outbound.close())

async function connectNewWorkspace(): Promise<TestWorkspace> {
  const acme = await testApp.workspace()
  await connectWorkspace(connectionContextFor(testApp, acme), tracker)
  return acme
}

const rowOf = async ({ id }: TestWorkspace) =>
  (await getCurrentConnection({ db: testApp.database.db, workspaceId: id }))!

const changesOf = async ({ id }: TestWorkspace) =>
  (
    await testApp.database.pool.query(
      `select changes from audit_events where workspace_id = $1 and type = 'tracker.configured' order by id`,
      [id],
    )
  ).rows

test('uses the default mapping of the specification and sends no context', async () => {
  assert.deepEqual(toCurrentSettings(await rowOf(await connectNewWorkspace())), {
    sendsContext: false,
    mapping: {
      backlog: 'planned',
      unstarted: 'planned',
      started: 'in_progress',
      completed: 'completed',
      canceled: null,
    },
  })
})

test('changes only the given settings, and stores only differences from the defaults', async () => {
  const acme = await connectNewWorkspace()
  const first = await acme.write((tx) => configureTracker(tx, { mapping: { canceled: 'closed', backlog: null } }))
  assert.deepEqual(first, {
    sendsContext: false,
    mapping: { ...defaultStageMapping, canceled: 'closed', backlog: null },
  })
  const second = await acme.write((tx) => configureTracker(tx, { sendsContext: true, mapping: { backlog: 'planned' } }))
  assert.deepEqual(second, { sendsContext: true, mapping: { ...defaultStageMapping, canceled: 'closed' } })
  const { stage_mapping, sends_context } = await rowOf(acme)
  assert.deepEqual([stage_mapping, sends_context], [{ canceled: 'closed' }, true])
})

test('keeps both of two concurrent changes', async () => {
  const acme = await connectNewWorkspace()
  await Promise.all([
    acme.write((tx) => configureTracker(tx, { mapping: { canceled: 'closed' } })),
    acme.write((tx) => configureTracker(tx, { mapping: { started: 'in_review' } })),
    acme.write((tx) => configureTracker(tx, { sendsContext: true })),
  ])
  assert.deepEqual(toCurrentSettings(await rowOf(acme)), {
    sendsContext: true,
    mapping: { ...defaultStageMapping, canceled: 'closed', started: 'in_review' },
  })
})

test('audits a change with the previous settings, and audits nothing without a change', async () => {
  const acme = await connectNewWorkspace()
  const before = await acme.write((tx) => configureTracker(tx, {}))
  assert.deepEqual(await changesOf(acme), [])
  const after = await acme.write((tx) => configureTracker(tx, { sendsContext: true }))
  assert.deepEqual(await changesOf(acme), [{ changes: { from: before, to: after } }])
})

test('returns null without a connection', async () => {
  const acme = await testApp.workspace()
  assert.equal(await acme.write((tx) => configureTracker(tx, { sendsContext: true })), null)
})
