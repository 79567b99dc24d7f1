import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getOverview } from '../overview/overview.ts'
import { newId } from '../platform/ids.ts'
import { asRole, forbiddenError } from '../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'
import { setSetupStepsSkipped, skippableSetupSteps } from './setup-checklist.ts'

const app = await createTestApp()
const { pool } = app.database

const readChecklist = async (acme: TestWorkspace, isMailConfigured = false) =>
  (await acme.write((scope) => getOverview(scope, 'UTC', { isMailConfigured }))).setup

const skip = (acme: TestWorkspace, ...steps: Parameters<typeof setSetupStepsSkipped>[1]) =>
  acme.write((tx) => setSetupStepsSkipped(tx, steps, true))

test('counts the key as done only while one is active', async () => {
  const acme = await app.workspace()
  assert.equal((await readChecklist(acme)).apiKey, 'done')
  await pool.query('update api_keys set revoked_at = now() where workspace_id = $1', [acme.id])
  assert.equal((await readChecklist(acme)).apiKey, 'open')
})

test('counts the portal as done once a site may show the widget, or a customer has signed in', async () => {
  const [widget, portal] = [await app.workspace(), await app.workspace()]
  await pool.query(`update workspaces set widget_origins = '{https://acme.test}' where workspace_id = $1`, [widget.id])
  assert.equal((await readChecklist(widget)).portal, 'done')
  const customerId = newId()
  await pool.query(
    `insert into customers (workspace_id, id, email, created_at) values ($1, $2, 'ada@example.com', now())`,
    [portal.id, customerId],
  )
  assert.equal((await readChecklist(portal)).portal, 'open')
  await pool.query(
    `insert into customer_sessions (workspace_id, id, customer_id, hash, expires_at, created_at)
     values ($1, $2, $3, sha256('x'), now(), now())`,
    [portal.id, newId(), customerId],
  )
  assert.equal((await readChecklist(portal)).portal, 'done')
})

test('counts the teammate as done with a second member or an invitation', async () => {
  const [members, invitation] = [await app.workspace(), await app.workspace()]
  const addMember = (email: string) =>
    pool.query(`insert into members (workspace_id, id, email, role, created_at) values ($1, $2, $3, 'member', now())`, [
      members.id,
      newId(),
      email,
    ])
  await addMember('ada@example.com')
  assert.equal((await readChecklist(members)).teammate, 'open')
  await addMember('ben@example.com')
  assert.equal((await readChecklist(members)).teammate, 'done')
  await pool.query(
    `insert into invitations (workspace_id, id, email, role, hash, invited_by_type, expires_at, created_at)
     values ($1, $2, 'cleo@example.com', 'member', sha256('x'), 'system', now(), now())`,
    [invitation.id, newId()],
  )
  assert.equal((await readChecklist(invitation)).teammate, 'done')
})

test('counts the import step as done once an import has finished, even if the step was skipped', async () => {
  const acme = await app.workspace()
  await skip(acme, 'import')
  const add = (state: string) =>
    pool.query(
      `insert into imports (workspace_id, id, source, name, state, started_by_type, created_at, active_at)
       values ($1, $2, 'csv', 'export.csv', $3, 'system', now(), now())`,
      [acme.id, newId(), state],
    )
  for (const state of ['draft', 'checked', 'running', 'failed', 'undone']) await add(state)
  assert.equal((await readChecklist(acme)).import, 'skipped')
  await add('finished')
  assert.equal((await readChecklist(acme)).import, 'done')
})

test('skips steps, puts them back, and records both', async () => {
  const acme = await app.workspace()
  await skip(acme, 'tracker')
  await skip(acme, 'tracker', 'email')
  const skipped = await readChecklist(acme)
  assert.deepEqual([skipped.tracker, skipped.email, skipped.roadmap], ['skipped', 'skipped', 'open'])
  assert.equal((await readChecklist(acme, true)).email, 'done')
  await acme.write((tx) => setSetupStepsSkipped(tx, ['tracker'], false))
  assert.deepEqual([(await readChecklist(acme)).tracker, (await readChecklist(acme)).email], ['open', 'skipped'])
  const { rows } = await pool.query(
    `select changes from audit_events where workspace_id = $1 and type = 'workspace.updated' order by id`,
    [acme.id],
  )
  assert.deepEqual(
    rows.map(({ changes }) => changes.skippedSetupSteps),
    [
      [[], ['tracker']],
      [['tracker'], ['tracker', 'email']],
      [['tracker', 'email'], ['email']],
    ],
  )
})

test('changes nothing in the API, whose setup steps cannot be skipped', async () => {
  const acme = await app.workspace()
  await skip(acme, ...skippableSetupSteps)
  const { setup } = (await acme.api.get('/workspace')).body.data
  assert.deepEqual([setup.tracker, setup.complete, 'apiKey' in setup], [false, false, false])
})

test('rejects skipping by members', async () => {
  const acme = await app.workspace()
  await assert.rejects(
    acme.write((tx) => setSetupStepsSkipped(asRole(tx, 'member'), ['tracker'], true)),
    forbiddenError,
  )
  assert.equal((await readChecklist(acme)).tracker, 'open')
})
