import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { MultiStepOperation } from '../platform/http/api/multi-step-operation.ts'
import type { Actor } from '../platform/scope.ts'
import { actors } from '../test/contract/actors.ts'
import { permissionProbes, trackerPermissions } from '../test/contract/permission-probes.ts'
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

type Verb = (context: Context) => Promise<unknown>

/** The verbs of each permission. */
const verbs: Record<string, Record<string, Verb>> = {
  'trackerCan.connect': {
    connectTracker: (context) => connectTracker(context, input, { team: linear.team.name }),
    setUpManualWebhook: (context) => setUpManualWebhook(context),
    rotateWebhookSecret: (context) => context.write((tx) => rotateWebhookSecret(tx, context.vault)),
    startOAuth: (context) => startOAuth(context, testSecretKey, { provider, apiUrl, defaults: {} }),
    finishOAuth: (context) => finishOAuth(context, state, 'code'),
    changeDestination: (context) => changeDestination(context, { team: linear.secondTeam.name }),
    listTeams: (context) => listTeams(context, input),
  },
  'trackerCan.disconnect': { disconnectTracker },
  'trackerCan.configure': {
    configureTracker: (context) => context.write((tx) => configureTracker(tx, { sendsContext: true })),
    checkHealth,
  },
  'trackerCan.seeSettings': { getDestination: (context) => getDestination(context) },
  'feedbackCan.send': {
    previewIssue: (context) => previewIssue(context, context.scope, feedbackId, {}),
    listIssueChoices: async (context) =>
      listIssueChoices(context, context.scope, (await getCurrentConnection(context.scope))!, linear.team.id),
    sendToTracker: (context) => {
      const finish: MultiStepOperation['finish'] = () => assert.fail('finished')
      return sendToTracker(context, { scope: context.scope, write: context.write, finish }, feedbackId, {})
    },
  },
}

const allowedFor = (permission: string): readonly string[] =>
  trackerPermissions[permission] ?? permissionProbes[permission]!.allowed

test('members may preview an issue, and administrators may test the connection', async () => {
  const member: Actor = { type: 'member', id: null, role: 'member' }
  assert.equal((await previewIssue(system, contextFor(member).scope, feedbackId, {})).connection.status, 'connected')
  for (const role of ['admin', 'owner'] as const) {
    assert.equal((await checkHealth(contextFor({ ...member, role })))!.failure, null)
  }
})

test('every permission on the tracker has a verb', () => {
  const missing = Object.keys(trackerPermissions).filter((permission) => !(permission in verbs))
  assert.deepEqual(missing, [])
})

async function assertForbidden(verb: Verb, actor: Actor, name: string): Promise<void> {
  const loadRows = async () =>
    (await testApp.database.pool.query('select * from tracker_connections where workspace_id = $1', [acme.id])).rows
  const [rows, calls] = [await loadRows(), linear.calls.length]
  await assert.rejects(async () => verb(contextFor(actor)), { code: 'forbidden' }, name)
  assert.deepEqual([await loadRows(), linear.calls.length], [rows, calls], name)
}

/** Runs a verb and rolls its transactions back. Only the permission check matters. */
async function assertPermitted(verb: Verb, actor: Actor, name: string): Promise<void> {
  const context = contextFor(actor)
  const write: Context['write'] = (work) =>
    context.write(async (tx) => {
      await work(tx)
      throw new Error('rolled back')
    })
  const error = await Promise.try(() => verb({ ...context, write })).then(
    () => null,
    (error: { code?: string }) => error,
  )
  assert.notEqual(error?.code, 'forbidden', name)
}

for (const [permission, verbsOfPermission] of Object.entries(verbs)) {
  for (const [name, verb] of Object.entries(verbsOfPermission)) {
    test(`${name} runs for exactly the actors with ${permission}, and rejects others before calling the tracker`, async () => {
      const isPermitted = (actor: string) => allowedFor(permission).includes(actor)
      for (const [kind, actor] of Object.entries(actors)) {
        if (!isPermitted(kind)) await assertForbidden(verb, actor, kind)
      }
      for (const [kind, actor] of Object.entries(actors)) {
        if (isPermitted(kind)) await assertPermitted(verb, actor, kind)
      }
    })
  }
}
