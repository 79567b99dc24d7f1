import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeMember } from '../members/membership.ts'
import type { Role } from '../platform/authorization.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../test/support/locks.ts'
import { asRole, forbiddenError } from '../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'
import { createSavedView } from './create.ts'
import { deleteSavedView } from './delete.ts'
import { listSavedViews, maxViews } from './queries.ts'
import { updateSavedView } from './update.ts'

const app = await createTestApp()
const notFoundError = { code: 'not_found' }

/** Adds a member, and returns a function that runs work as this member. */
async function addMember({ id: workspaceId, write }: TestWorkspace, role: Role) {
  const id = newId()
  const email = `${id}@example.com`
  await write(({ db, now }) =>
    db.insertInto('members').values({ workspace_id: workspaceId, id, email, role, created_at: now }).execute(),
  )
  return { id, as: <T>(work: (tx: WriteScope) => Promise<T>) => write((tx) => work(asRole(tx, role, id))) }
}

async function createTeam() {
  const workspace = await app.workspace()
  const [ada, bob, admin] = await Promise.all(
    (['member', 'member', 'admin'] as const).map((role) => addMember(workspace, role)),
  )
  return { workspace, ada: ada!, bob: bob!, admin: admin! }
}

const view = (name: string, isShared = false, query = 'stage=planned') => ({ name, isShared, query })
const namesOf = async (tx: WriteScope) => (await listSavedViews(tx)).map(({ name }) => name)

const listAudit = async ({ id }: TestWorkspace) => {
  const { rows } = await app.database.pool.query(
    `select type, changes from audit_events where workspace_id = $1 and type like 'saved_view%' order by id`,
    [id],
  )
  return rows.map(({ type, changes }) => [type, changes])
}

test('keeps a view of many values, up to the limit of its schema', async () => {
  const { ada } = await createTeam()
  const query = new URLSearchParams(Array.from({ length: 90 }, () => ['tag', newId()])).toString()
  assert.ok(query.length > 3_500)
  await ada.as((tx) => createSavedView(tx, view('Many tags', false, query)))
  assert.equal((await ada.as(listSavedViews))[0]!.query, query)
})

test('shows a member their own views and those of the team, each by name, and nobody else’s', async () => {
  const { ada, bob } = await createTeam()
  for (const [name, isShared] of [
    ['b', false],
    ['A', false],
    ['Team', true],
  ] as const)
    await ada.as((tx) => createSavedView(tx, view(name, isShared)))
  await bob.as((tx) => createSavedView(tx, view('mine')))
  assert.deepEqual(await ada.as(namesOf), ['A', 'b', 'Team'])
  assert.deepEqual(
    (await bob.as(listSavedViews)).map(({ name, query, isShared, canChange }) => [name, query, isShared, canChange]),
    [
      ['mine', 'stage=planned', false, true],
      ['Team', 'stage=planned', true, false],
    ],
  )
  const other = await addMember(await app.workspace(), 'owner')
  assert.deepEqual(await other.as(namesOf), [])
})

test('lets only the creator and administrators change a shared view, and only its member see a private one', async () => {
  const { workspace, ada, bob, admin } = await createTeam()
  const shared = await ada.as((tx) => createSavedView(tx, view('Shared', true)))
  const own = await ada.as((tx) => createSavedView(tx, view('Own')))
  await assert.rejects(
    bob.as((tx) => updateSavedView(tx, shared, { name: 'x' })),
    forbiddenError,
  )
  await assert.rejects(
    bob.as((tx) => deleteSavedView(tx, shared)),
    forbiddenError,
  )
  for (const { as } of [bob, admin]) {
    await assert.rejects(
      as((tx) => updateSavedView(tx, own, { name: 'x' })),
      notFoundError,
    )
    await assert.rejects(
      as((tx) => deleteSavedView(tx, own)),
      notFoundError,
    )
  }
  const stranger = await addMember(await app.workspace(), 'owner')
  await assert.rejects(
    stranger.as((tx) => deleteSavedView(tx, shared)),
    notFoundError,
  )
  await admin.as((tx) => updateSavedView(tx, shared, { name: 'Ours', query: 'sort=votes' }))
  await ada.as((tx) => updateSavedView(tx, own, { query: '' }))
  assert.deepEqual(
    (await ada.as(listSavedViews)).map(({ name, query }) => [name, query]),
    [
      ['Own', ''],
      ['Ours', 'sort=votes'],
    ],
  )
  await admin.as((tx) => deleteSavedView(tx, shared))
  await ada.as((tx) => deleteSavedView(tx, own))
  assert.deepEqual(await ada.as(namesOf), [])
  // Changes of private views are not recorded.
  assert.deepEqual(await listAudit(workspace), [
    ['saved_view.shared', { name: 'Shared' }],
    ['saved_view.updated', { name: ['Shared', 'Ours'], queryLength: [13, 10] }],
    ['saved_view.deleted', { name: 'Ours' }],
  ])
})

test('returns a view that is no longer shared to its creator', async () => {
  const { workspace, ada, admin } = await createTeam()
  const id = await ada.as((tx) => createSavedView(tx, view('Plan')))
  await ada.as((tx) => updateSavedView(tx, id, { isShared: true }))
  assert.deepEqual(await admin.as(namesOf), ['Plan'])
  await admin.as((tx) => updateSavedView(tx, id, { isShared: false }))
  assert.deepEqual([await admin.as(namesOf), await ada.as(namesOf)], [[], ['Plan']])
  assert.deepEqual(await listAudit(workspace), [
    ['saved_view.shared', { name: 'Plan' }],
    ['saved_view.unshared', { name: 'Plan' }],
  ])
})

test('keeps the shared views of a member who left, for administrators to change, and deletes the others', async () => {
  const { workspace, ada, bob, admin } = await createTeam()
  const id = await ada.as((tx) => createSavedView(tx, view('Shared', true)))
  await ada.as((tx) => createSavedView(tx, view('Own')))
  await admin.as((tx) => removeMember(tx, ada.id))
  const { rows } = await app.database.pool.query('select name from saved_views where workspace_id = $1', [workspace.id])
  assert.deepEqual(rows, [{ name: 'Shared' }])
  await assert.rejects(
    bob.as((tx) => updateSavedView(tx, id, { isShared: false })),
    forbiddenError,
  )
  await admin.as((tx) => updateSavedView(tx, id, { isShared: false }))
  assert.deepEqual([await admin.as(namesOf), await bob.as(namesOf)], [['Shared'], []])
})

test('limits the views of each member and the shared ones, also when they are saved at the same time', async () => {
  const { workspace, ada, bob } = await createTeam()
  await app.database.pool.query(
    `insert into saved_views (workspace_id, id, member_id, created_by, name, query, created_at, updated_at)
     select $1, uuidv7(), m, $2, 'View ' || n, '', now(), now()
     from generate_series(1, $3) n, unnest(array[$2, null]::uuid[]) m`,
    [workspace.id, ada.id, maxViews - 1],
  )
  const blocker = await startBlockingTransaction(app, 'lock table saved_views in share mode', [])
  const both = Promise.allSettled([1, 2].map((n) => ada.as((tx) => createSavedView(tx, view(`Last ${n}`)))))
  await waitForBlockedConnections(app, 2)
  await blocker.release()
  assert.deepEqual((await both).map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await bob.as((tx) => createSavedView(tx, view('Shared', true)))
  const own = await bob.as((tx) => createSavedView(tx, view('Own')))
  for (const work of [
    async (tx: WriteScope) => void (await createSavedView(tx, view('More', true))),
    (tx: WriteScope) => updateSavedView(tx, own, { isShared: true }),
  ])
    await assert.rejects(bob.as(work), { code: 'validation_error', message: /at most 50 views/ })
})
