import assert from 'node:assert/strict'
import type { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { leaseMs } from '../credentials/authenticate.ts'
import { createFeedback } from '../feedback/create.ts'
import { sendsDistributedStatements } from '../platform/db/kysely-dialect.ts'
import { systemScope } from '../platform/system-scope.ts'
import type { TestClient } from '../test/clients/api-client.ts'
import { createTestApp, defaultCaps } from '../test/test-app.ts'
import { createBoard } from './create.ts'
import { rememberBoards } from './remembered-board.ts'

// A process remembers the board of the last request, and must notice each change that another process makes to it.

const app = await createTestApp()

/** Creates a workspace that has created a request on its first board and one on “bugs”, so both are remembered. */
async function workspaceWithBoards() {
  const workspace = await app.workspace()
  const bugs = await workspace.write((scope) => createBoard(scope, { name: 'Bugs', slug: 'bugs' }))
  const create = (boardId?: string) => workspace.api.post('/feedback', { title: 'A request', boardId })
  const first = (await create()).body.data.board
  await create('bugs')
  await create(bugs.id)
  const change = (id: string, assignments: string) =>
    app.database.pool.query(`update boards set ${assignments} where workspace_id = $1 and id = $2`, [workspace.id, id])
  return { workspace, first, bugs, create, change }
}

// ReadyForQuery, which PostgreSQL sends after each Sync (PostgreSQL documentation, Message Formats).
const ready = Buffer.from([0x5a, 0, 0, 0, 5]).toString('latin1')

/** Counts the transactions that begin while `work` runs, and the Syncs that PostgreSQL answers in them. */
async function count(work: () => Promise<unknown>): Promise<{ transactions: number; syncs: number }> {
  const { pool } = app.database
  let transactions = 0
  let received = ''
  const keep = (bytes: Buffer) => (received += bytes.toString('latin1'))
  const streams = new Set<EventEmitter>()
  const watch = (client: PoolClient) => {
    transactions++
    const { stream } = (client as PoolClient & { connection: { stream: EventEmitter } }).connection
    if (!streams.has(stream)) stream.on('data', keep)
    streams.add(stream)
  }
  pool.on('acquire', watch)
  try {
    await work()
  } finally {
    pool.off('acquire', watch)
    for (const stream of streams) stream.off('data', keep)
  }
  return { transactions, syncs: received.split(ready).length - 1 }
}

/**
 * Makes the process ask which keys have changed. It does so with the first request after `leaseMs`, and such a request would
 * take one transaction more.
 */
async function renewKeys(api: TestClient): Promise<void> {
  await sleep(leaseMs + 50)
  assert.equal((await api.get('/tags')).status, 200)
}

test('a new request on a remembered board takes one transaction with one Sync', async () => {
  const { workspace } = await workspaceWithBoards()
  const create = (key: string) => workspace.api.post('/feedback', { title: 'Once' }, { 'idempotency-key': key })
  // On a new connection, PostgreSQL describes each statement first, and each has a Sync of its own.
  for (let number = 0; number < 40; number++) await create(`key-${number}`)
  await renewKeys(workspace.api)
  const counted = await count(() => create('key-40'))
  // PgBouncer's sessions get a Sync after each of the eight statements.
  const syncs = process.env.HEED_TEST_POOLER === '1' ? 8 : 1
  assert.deepEqual(counted, { transactions: 1, syncs })
  assert.equal((await count(() => create('key-0'))).transactions, 2)
})

test('a board that has closed is forgotten, so requests to it take one transaction', async () => {
  const { workspace, bugs, create, change } = await workspaceWithBoards()
  await change(bugs.id, 'accepts_requests = false')
  await renewKeys(workspace.api)
  const counts = [await count(() => create('bugs')), await count(() => create('bugs'))]
  assert.deepEqual(
    counts.map(({ transactions }) => transactions),
    [2, 1],
  )
})

test('a slug in upper case is rejected, although the board is remembered by its slug', async () => {
  const { create } = await workspaceWithBoards()
  assert.equal((await create('BUGS')).status, 400)
})

test('a new request has the current name and slug of its board, however the board is given', async () => {
  const { first, bugs, create, change } = await workspaceWithBoards()
  await change(first.id, `name = 'Ideas', slug = 'ideas'`)
  assert.deepEqual((await create()).body.data.board, { id: first.id, slug: 'ideas', name: 'Ideas' })
  await change(bugs.id, `name = 'Faults'`)
  for (const reference of ['bugs', bugs.id]) {
    assert.deepEqual((await create(reference)).body.data.board, { id: bugs.id, slug: 'bugs', name: 'Faults' })
  }
})

test('a new request follows the current review policy of its board', async () => {
  const { bugs, create, change } = await workspaceWithBoards()
  assert.equal((await create('bugs')).body.data.status, 'pending')
  await change(bugs.id, `reviews_new = 'none'`)
  assert.equal((await create('bugs')).body.data.status, 'approved')
})

test('a request goes to the board that has the slug now', async () => {
  const { workspace, bugs, create, change } = await workspaceWithBoards()
  await change(bugs.id, `slug = 'old-bugs'`)
  const other = await workspace.write((scope) => createBoard(scope, { name: 'Other bugs', slug: 'bugs' }))
  assert.equal((await create('bugs')).body.data.board.id, other.id)
})

test('a request without a board goes to the first board by the current order', async () => {
  const { first, bugs, create, change } = await workspaceWithBoards()
  await change(bugs.id, 'position = -1')
  assert.equal((await create()).body.data.board.id, bugs.id)
  await change(bugs.id, 'accepts_requests = false')
  assert.equal((await create()).body.data.board.id, first.id)
})

test('a board that has closed or no longer exists is rejected, and the idempotency key stays free', async () => {
  const { workspace, bugs, change } = await workspaceWithBoards()
  const send = () =>
    workspace.api.post('/feedback', { title: 'Once', boardId: 'bugs' }, { 'idempotency-key': 'closed-board' })
  await change(bugs.id, 'accepts_requests = false')
  assertRejected(await send(), 'is a board that accepts no requests')
  await change(bugs.id, 'accepts_requests = true')
  const [created, repeated] = [await send(), await send()]
  assert.deepEqual([created.status, repeated.status], [201, 201])
  assert.deepEqual(repeated.body, created.body)
  await app.database.pool.query('delete from feedback where workspace_id = $1 and board_id = $2', [
    workspace.id,
    bugs.id,
  ])
  await app.database.pool.query('delete from boards where workspace_id = $1 and id = $2', [workspace.id, bugs.id])
  const gone = await workspace.api.post('/feedback', { title: 'Gone', boardId: 'bugs' })
  assertRejected(gone, 'must be the UUID or slug of a board of this workspace')
})

function assertRejected({ status, body }: Awaited<ReturnType<TestClient['post']>>, message: string): void {
  assert.deepEqual([status, body.error.details], [400, [{ path: '/boardId', message }]])
}

test('does not recall a board of another workspace', async () => {
  const { first, bugs } = await workspaceWithBoards()
  const other = await workspaceWithBoards()
  const boards = [(await other.create()).body.data.board.id, (await other.create('bugs')).body.data.board.id]
  assert.deepEqual(boards, [other.first.id, other.bugs.id])
  assert.ok(!boards.includes(first.id) && !boards.includes(bugs.id))
  assert.equal((await other.create(bugs.id)).status, 400)
})

/** Creates boards with SQL, because a workspace has fewer. @returns their ids and slugs */
async function insertBoards(workspaceId: string, count: number): Promise<{ id: string; slug: string }[]> {
  const { rows } = await app.database.pool.query<{ id: string; slug: string }>(
    `insert into boards (workspace_id, id, slug, name, position, created_at)
     select $1::uuid, gen_random_uuid(), 'board-' || n, 'Board ' || n, n, now() from generate_series(1, $2::int) n
     returning id, slug`,
    [workspaceId, count],
  )
  return rows
}

const skip = sendsDistributedStatements() && 'boards are not remembered on a distributed database'

test('remembers the 5,000 boards that were read last, and reads a forgotten one again', { skip }, async () => {
  const workspace = await app.workspace()
  const scope = { ...systemScope(workspace.id, new Date().toISOString()), db: app.database.db }
  const inserted = await insertBoards(workspace.id, 2_600)
  // Each board has two references.
  const references = inserted.flatMap(({ id, slug }) => [id, slug])
  const boards = rememberBoards()
  for (const reference of references.slice(0, 5_000)) await boards.read(scope, reference)
  const countRecalled = () => references.filter((reference) => boards.recall(scope, reference) !== undefined).length
  assert.equal(countRecalled(), 5_000)

  // Reading a remembered board forgets no other.
  await boards.read(scope, references[1])
  assert.equal(countRecalled(), 5_000)
  for (const reference of references.slice(5_000)) await boards.read(scope, reference)
  assert.equal(countRecalled(), 5_000)
  assert.equal(boards.recall(scope, references[1])?.id, inserted[0]!.id)
  const forgotten = references[0]!
  assert.equal(boards.recall(scope, forgotten), undefined)

  const board = await boards.read(scope, forgotten)
  const request = await workspace.write((tx) => {
    boards.requireSame(tx, forgotten, board)
    return createFeedback(tx, { title: 'Still works', boardId: forgotten }, defaultCaps, board)
  })
  assert.deepEqual([board.id, request.board.id], [inserted[0]!.id, inserted[0]!.id])
  assert.equal(boards.recall(scope, forgotten), board)
  assert.equal(countRecalled(), 5_000)
})
