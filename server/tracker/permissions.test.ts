import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { MultiStepOperation } from '../platform/http/api/multi-step-operation.ts'
import type { Actor } from '../platform/scope.ts'
import { createTestApp, testSecretKey } from '../test/test-app.ts'
import { connectionContextFor, connectWorkspace, outbound } from '../test/trackers/connect.ts'
import { startLinear } from '../test/trackers/linear/server.ts'
import { connectTracker, disconnectTracker } from './connection/connect.ts'
import { changeDestination, getDestination, listTeams } from './connection/destination.ts'
import { checkHealth } from './connection/health.ts'
import { finishOAuth, startOAuth } from './connection/oauth.ts'
import { getCurrentConnection } from './connection/queries.ts'
import { configureTracker } from './connection/settings.ts'
import { rotateWebhookSecret, setUpManualWebhook } from './connection/webhook-registration.ts'
import { listIssueChoices } from './send/issue-choices.ts'
import { previewIssue } from './send/preview.ts'
import { sendToTracker } from './send/send.ts'

const testApp = await createTestApp()
after(() => outbound.close())
const linear = await startLinear()
const acme = await testApp.workspace()
const system = connectionContextFor(testApp, acme)
await connectWorkspace(system, linear)
const { id: feedbackId } = await acme.api.create('/feedback', { title: 'Dark mode' })
await acme.api.patch(`/feedback/${feedbackId}/status`, { status: 'approved' })

const { provider, url: apiUrl, credential } = linear
const input = { provider, apiUrl, credential }
const state = {
  workspaceId: acme.id,
  provider,
  apiUrl,
  defaults: {},
  nonce: '',
  verifier: '',
  startedAt: Date.now(),
}

type Context = typeof system

const contextFor = (actor: Actor): Context => ({
  ...system,
  scope: { ...system.scope, actor },
  write: (work) => system.write((tx) => work({ ...tx, actor })),
})

const administratorVerbs: Record<string, (context: Context) => Promise<unknown>> = {
  connectTracker: (context) => connectTracker(context, input, { team: linear.team.name }),
  disconnectTracker,
  configureTracker: (context) => context.write((tx) => configureTracker(tx, { sendsContext: true })),
  setUpManualWebhook: (context) => setUpManualWebhook(context),
  rotateWebhookSecret: (context) => context.write((tx) => rotateWebhookSecret(tx, context.vault)),
  startOAuth: (context) => startOAuth(context, testSecretKey, { provider, apiUrl, defaults: {} }),
  finishOAuth: (context) => finishOAuth(context, state, 'code'),
  getDestination: (context) => getDestination(context),
  changeDestination: (context) => changeDestination(context, { team: linear.secondTeam.name }),
  listTeams: (context) => listTeams(context, input),
  checkHealth,
}

const teamVerbs: Record<string, (context: Context) => Promise<unknown>> = {
  previewIssue: (context) => previewIssue(context, context.scope, feedbackId, {}),
  listIssueChoices: async (context) =>
    listIssueChoices(context, context.scope, (await getCurrentConnection(context.scope))!, linear.team.id),
  sendToTracker: (context) => {
    const finish: MultiStepOperation['finish'] = () => assert.fail('finished')
    return sendToTracker(context, { scope: context.scope, write: context.write, finish }, feedbackId, {})
  },
}

const member: Actor = { type: 'member', id: null, role: 'member' }
const customer: Actor = { type: 'customer', id: null }

async function assertForbidden(verb: (context: Context) => Promise<unknown>, actor: Actor): Promise<void> {
  const loadRows = async () =>
    (await testApp.database.pool.query('select * from tracker_connections where workspace_id = $1', [acme.id])).rows
  const [rows, calls] = [await loadRows(), linear.calls.length]
  await assert.rejects(async () => verb(contextFor(actor)), { code: 'forbidden' })
  assert.deepEqual([await loadRows(), linear.calls.length], [rows, calls])
}

for (const [name, verb] of Object.entries(administratorVerbs)) {
  test(`${name} rejects a member who is not an administrator, before calling the tracker`, async () => {
    await assertForbidden(verb, member)
    await assertForbidden(verb, customer)
  })
}

for (const [name, verb] of Object.entries(teamVerbs)) {
  test(`${name} rejects a customer, before calling the tracker`, () => assertForbidden(verb, customer))
}

test('members may preview an issue, and administrators may test the connection', async () => {
  assert.equal((await previewIssue(system, contextFor(member).scope, feedbackId, {})).connection.status, 'connected')
  for (const role of ['admin', 'owner'] as const) {
    assert.equal((await checkHealth(contextFor({ ...member, role })))!.failure, null)
  }
})
