import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createValidator } from '../platform/validation.ts'
import { asRole, forbiddenError, invalidPaths } from '../test/support/roles.ts'
import { createTestApp } from '../test/test-app.ts'
import { getWorkspaceSettings, WorkspaceUpdate } from './settings.ts'
import { updateWorkspace } from './update.ts'

const app = await createTestApp()
const check = createValidator(WorkspaceUpdate, '')

const readSettings = (workspace: Awaited<ReturnType<typeof app.workspace>>) => workspace.write(getWorkspaceSettings)

test('changes the given fields, clears those set to null, and records old and new values', async () => {
  const acme = await app.workspace()
  const wanted = {
    name: 'Acme Ltd',
    timeZone: 'Europe/Berlin',
    senderName: 'Ada of Acme',
    replyTo: 'ada@acme.test',
    logoUrl: 'https://acme.test/logo.svg',
    accentColor: '#22aa55',
  }
  await acme.write((tx) => updateWorkspace(asRole(tx, 'admin'), wanted))
  await acme.write((tx) => updateWorkspace(asRole(tx, 'owner'), { replyTo: null, accentColor: null }))
  const { createdAt: _, ...settings } = await readSettings(acme)
  assert.deepEqual(settings, { ...wanted, slug: acme.slug, plan: 'growth', replyTo: null, accentColor: null })
  const { rows } = await app.database.pool.query(
    `select changes from audit_events where workspace_id = $1 and type = 'workspace.updated' order by id desc limit 1`,
    [acme.id],
  )
  assert.deepEqual(rows[0].changes, { replyTo: ['ada@acme.test', null], accentColor: ['#22aa55', null] })
})

test('rejects a taken slug and accepts a free one', async () => {
  const [acme, other] = [await app.workspace(), await app.workspace()]
  await assert.rejects(
    acme.write((tx) => updateWorkspace(tx, { slug: other.slug })),
    invalidPaths('/slug'),
  )
  await acme.write((tx) => updateWorkspace(tx, { slug: `${acme.slug}-new` }))
  assert.equal((await acme.api.get('/workspace')).body.data.slug, `${acme.slug}-new`)
})

test('gives a slug to one of two workspaces that request it concurrently, and rejects the other', async () => {
  const both = await Promise.all([app.workspace(), app.workspace()])
  const outcomes = await Promise.allSettled(
    both.map((each) => each.write((tx) => updateWorkspace(tx, { slug: 'wanted-by-two' }))),
  )
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const rejected = outcomes.find((each) => each.status === 'rejected')!
  invalidPaths('/slug')(rejected.reason)
})

test('rejects changes by members', async () => {
  const acme = await app.workspace()
  await assert.rejects(
    acme.write((tx) => updateWorkspace(asRole(tx, 'member'), { name: 'Mine' })),
    forbiddenError,
  )
  assert.equal((await readSettings(acme)).name, 'Acme')
})

test('rejects a logo without https, an invalid color, an unknown time zone and other invalid fields', () => {
  const paths = (value: object) => check(value).map(({ path }) => path)
  assert.deepEqual(paths({ logoUrl: 'http://acme.test/logo.svg' }), ['/logoUrl'])
  assert.deepEqual(paths({ accentColor: 'red' }), ['/accentColor'])
  assert.deepEqual(paths({ timeZone: 'Mars/Olympus' }), ['/timeZone'])
  assert.deepEqual(paths({ senderName: 'Ada\r\nBcc: all@acme.test' }), ['/senderName'])
  assert.deepEqual(paths({ plan: 'growth' }), ['/plan'])
  assert.deepEqual(check({ logoUrl: null, accentColor: null, senderName: null, replyTo: null }), [])
})
