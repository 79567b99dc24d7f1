import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../boards/create.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp, type TestWorkspace, testSecretKey } from '../../test/test-app.ts'
import { listConsoleFeedback } from '../console/list.ts'
import { mergeFeedback } from '../merge/merge.ts'

const signer = new Signer(testSecretKey, 'cursors')
const app = await createTestApp()
const acme = await app.workspace()

const create = async (title: string, more: object = {}, workspace: TestWorkspace = acme): Promise<string> =>
  (await workspace.api.create('/feedback', { title, ...more })).id
const list = (search: string, query: object = {}) =>
  acme.write((tx) => listConsoleFeedback(tx, { search, ...query }, signer))
const find = async (search: string, query: object = {}) => (await list(search, query)).data.map(({ title }) => title)

async function link(feedbackId: string, identifier: string, url: string, { id }: TestWorkspace = acme): Promise<void> {
  const connectionId = newId()
  await app.database.pool.query(
    `insert into tracker_connections (workspace_id, id, provider, api_url, credential, account_id, account_name,
       account_url, checked_at, connected_by_type, connected_at)
     values ($1, $2, 'linear', 'https://linear.example', '\\x00', 'o', 'Acme', 'https://linear.example', now(), 'system', now())`,
    [id, connectionId],
  )
  await app.database.pool.query(
    `insert into tracker_links (workspace_id, id, feedback_id, connection_id, state, issue_id, identifier, url, remote_title,
       remote_state, remote_state_type, created_at)
     values ($1, $2, $3, $4, 'active', $5, $5, $6, 'Title', 'Todo', 'unstarted', now())`,
    [id, newId(), feedbackId, connectionId, identifier, url],
  )
}

test('finds a request by its id, also after it was merged', async () => {
  const [a, b] = [await create('Zebra crossing'), await create('Lion')]
  assert.deepEqual(await find(a), ['Zebra crossing'])
  await acme.write((tx) => mergeFeedback(tx, a, b))
  assert.deepEqual(await find(a), ['Lion'])
  const foreign = await create('Theirs', {}, await app.workspace())
  assert.deepEqual(await find(foreign), [])
})

test('lists a request with exactly the searched title first, even with fewer votes', async () => {
  await create('Offline mode for tablets', { description: 'Offline mode' })
  const { rows } = await app.database.pool.query(
    `update feedback set votes = 500 where workspace_id = $1 and title like 'Offline mode for%' returning id`,
    [acme.id],
  )
  await create('Offline mode')
  assert.deepEqual(await find('offline MODE'), ['Offline mode', 'Offline mode for tablets'])
  await app.database.pool.query('update feedback set votes = 0 where id = $1', [rows[0].id])
})

test('finds requests by the email address and the name of their submitter', async () => {
  const submitter = { email: 'emily@northwind.test', name: 'Emily Hartley' }
  await create('Gift cards', { submitter })
  await create('Waitlist', { submitter })
  await create('Write to emily@northwind.test', { description: 'An address in a title' })
  assert.deepEqual((await find('Emily@northwind.test')).slice(0, 2).sort(), ['Gift cards', 'Waitlist'])
  assert.deepEqual((await find('emily hartly')).sort(), ['Gift cards', 'Waitlist'])
  const { found } = await list('emily hartly')
  assert.deepEqual(found, { count: 2, isCapped: false })
})

test('finds a request by the key and the URL of its issue', async () => {
  const id = await create('Recurring events')
  await link(id, 'ENG-123', 'https://linear.app/acme/issue/ENG-123')
  await create('ENG-123 is mentioned here')
  assert.deepEqual(await find('eng-123'), ['Recurring events', 'ENG-123 is mentioned here'])
  assert.deepEqual((await find('https://linear.app/acme/issue/ENG-123'))[0], 'Recurring events')
  assert.deepEqual(await find('ENG-12'), ['ENG-123 is mentioned here'])
})

test('covers pending and rejected requests and internal boards, and keeps the filters of the list', async () => {
  const board = await acme.write((tx) => createBoard(tx, { name: 'Internal', slug: 'internal', isPublic: false }))
  const pending = await create('Kiosk, pending')
  const rejected = await create('Kiosk, rejected')
  await acme.api.patch(`/feedback/${rejected}/status`, { status: 'rejected' })
  await create('Kiosk, internal', { boardId: board.id })
  assert.deepEqual((await find('kiosk')).sort(), ['Kiosk, internal', 'Kiosk, pending', 'Kiosk, rejected'])
  assert.deepEqual(await find('kiosk', { boardIds: [board.id] }), ['Kiosk, internal'])
  assert.deepEqual(await find(pending, { boardIds: [board.id] }), [])
})

test('pages through exact matches and others once, in every order', async () => {
  await create('Metric')
  for (let number = 0; number < 5; number++) await create(`Metric number ${number}`)
  for (const sort of [undefined, 'newest', 'votes'] as const) {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await list('metric', { limit: 2, cursor, sort })
      seen.push(...page.data.map(({ title }) => title))
      cursor = page.pagination.nextCursor ?? undefined
    } while (cursor !== undefined)
    assert.equal(new Set(seen).size, 6)
    assert.equal(seen.length, 6)
    if (sort === undefined) assert.equal(seen[0], 'Metric')
  }
})

test('looks up issues of its own workspace only', async () => {
  const other = await app.workspace()
  await link(await create('Theirs', {}, other), 'OPS-9', 'https://linear.app/other/issue/OPS-9', other)
  assert.deepEqual(await find('OPS-9'), [])
})
