import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WriteScope } from '../platform/scope.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../test/support/locks.ts'
import { asRole, forbiddenError, invalidPaths } from '../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'
import { createBoard } from './create.ts'
import { deleteBoard } from './delete.ts'
import { listBoards } from './list.ts'
import { reorderBoards } from './reorder.ts'
import { updateBoard } from './update.ts'

const world = await createTestApp()

const boardsOf = (workspace: TestWorkspace) => workspace.write(listBoards)
const slugs = async (workspace: TestWorkspace) => (await boardsOf(workspace)).map(({ slug }) => slug)
const addBoard = (workspace: TestWorkspace, slug: string) =>
  workspace.write((tx) => createBoard(tx, { name: slug, slug }))

test('lists boards in order, with the number of requests and of pending requests', async () => {
  const acme = await world.workspace()
  await addBoard(acme, 'ideas')
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode', boardId: 'ideas' })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  await acme.api.create('/feedback', { title: 'Light mode', boardId: 'ideas' })
  const rows = (await boardsOf(acme)).map(({ id: _, ...rest }) => rest)
  const settings = { acceptsRequests: true, isPublic: true, reviewsNew: 'all' }
  assert.deepEqual(rows, [
    {
      name: 'Feature requests',
      slug: 'feature-requests',
      ...settings,
      reviewsComments: 'none',
      requests: 0,
      pending: 0,
    },
    { name: 'ideas', slug: 'ideas', ...settings, reviewsComments: 'links', requests: 2, pending: 1 },
  ])
})

test('updates and audits only the given members, and reports that no board is open any more', async () => {
  const acme = await world.workspace()
  const [first] = await boardsOf(acme)
  const reviews = { reviewsNew: 'links' as const, reviewsComments: 'all' as const }
  const changes = { name: 'Ideas', isPublic: false, acceptsRequests: false, ...reviews }
  const { board, hasNoOpenBoard } = await acme.write((tx) => updateBoard(asRole(tx, 'admin'), first!.id, changes))
  assert.deepEqual([board, hasNoOpenBoard], [{ id: first!.id, slug: 'feature-requests', ...changes }, true])
  assert.equal((await acme.api.post('/feedback', { title: 'x' })).status, 400)
  const { rows } = await world.database.pool.query(
    'select changes from audit_events where type = $1 and target_id = $2',
    ['board.updated', first!.id],
  )
  assert.deepEqual(rows[0].changes.reviewsNew, ['all', 'links'])
  assert.deepEqual(rows[0].changes.reviewsComments, ['none', 'all'])
})

test('rejects a slug that another board has, and accepts the board’s own', async () => {
  const acme = await world.workspace()
  const { id } = await addBoard(acme, 'ideas')
  await assert.rejects(
    acme.write((tx) => updateBoard(tx, id, { slug: 'feature-requests' })),
    invalidPaths('/slug'),
  )
  await acme.write((tx) => updateBoard(tx, id, { slug: 'ideas', name: 'All ideas' }))
})

test('reorders boards, and rejects an order that does not name each board once', async () => {
  const acme = await world.workspace()
  for (const slug of ['one', 'two', 'three']) await addBoard(acme, slug)
  const ids = (await boardsOf(acme)).map(({ id }) => id)
  const foreign = (await boardsOf(await world.workspace()))[0]!.id
  for (const wrong of [ids.slice(1), [...ids, foreign], [ids[0]!, ...ids.slice(0, 3)], []]) {
    await assert.rejects(
      acme.write((tx) => reorderBoards(tx, wrong)),
      invalidPaths('/ids'),
    )
  }
  await acme.write((tx) => reorderBoards(tx, ids.toReversed()))
  assert.deepEqual(await slugs(acme), ['three', 'two', 'one', 'feature-requests'])
  await addBoard(acme, 'four')
  assert.equal((await slugs(acme)).at(-1), 'four')
})

test('deletes an empty board, but never the only one', async () => {
  const acme = await world.workspace()
  const { id } = await addBoard(acme, 'ideas')
  await acme.api.create('/feedback', { title: 'Dark mode', boardId: 'ideas' })
  await assert.rejects(
    acme.write((tx) => deleteBoard(tx, id)),
    { message: '“ideas” has a request. Close it to new requests instead.' },
  )
  const empty = (await boardsOf(acme))[0]!
  await acme.write((tx) => deleteBoard(tx, empty.id))
  assert.deepEqual(await slugs(acme), ['ideas'])
  const fresh = await world.workspace()
  await assert.rejects(
    fresh.write(async (tx) => deleteBoard(tx, (await listBoards(tx))[0]!.id)),
    { message: 'A workspace needs at least one board. Create another one first.' },
  )
})

test('allows either the deletion of a board or a request submitted to it concurrently, never both', async () => {
  const acme = await world.workspace()
  const { id } = await addBoard(acme, 'ideas')
  const blocker = await startBlockingTransaction(world, 'select from boards where id = $1 for update', [id])
  const deletion = acme
    .write((tx) => deleteBoard(tx, id))
    .then(
      () => 'deleted',
      () => 'kept',
    )
  await waitForBlockedConnections(world)
  const request = acme.api.post('/feedback', { title: 'Late', boardId: 'ideas' })
  await waitForBlockedConnections(world, 2)
  await blocker.release()
  const outcome = [await deletion, (await request).status]
  assert.deepEqual(outcome, (await slugs(acme)).includes('ideas') ? ['kept', 201] : ['deleted', 400])
})

test('returns 404 for boards of another workspace, and 403 for members without the admin role', async () => {
  const [acme, charlie] = [await world.workspace(), await world.workspace()]
  const { id } = await addBoard(acme, 'ideas')
  for (const verb of [
    (tx: WriteScope): Promise<unknown> => updateBoard(tx, id, { name: 'Mine' }),
    (tx: WriteScope): Promise<unknown> => deleteBoard(tx, id),
  ]) {
    await assert.rejects(charlie.write(verb), { code: 'not_found' })
    await assert.rejects(
      acme.write((tx) => verb(asRole(tx, 'member'))),
      forbiddenError,
    )
  }
  await assert.rejects(
    acme.write((tx) => createBoard(asRole(tx, 'member'), { name: 'x', slug: 'x' })),
    forbiddenError,
  )
  await assert.rejects(
    acme.write((tx) => reorderBoards(asRole(tx, 'member'), [])),
    forbiddenError,
  )
})
