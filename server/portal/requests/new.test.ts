import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../boards/create.ts'
import {
  createPortalClient,
  formTokenField,
  type PortalTestResponse,
  signInCustomer,
} from '../../test/clients/portal-client.ts'
import { createTestApp, mailServerUrl, type TestWorkspace } from '../../test/test-app.ts'

const world = await createTestApp({ smtpUrl: mailServerUrl, caps: { free: 2, starter: 100, growth: null } })
const board = 'feature-requests'

const form = (workspace: TestWorkspace, more: Record<string, string> = {}) => ({
  board,
  title: 'Dark mode',
  description: 'My *eyes* hurt at night.',
  ...formTokenField(workspace),
  ...more,
})

const all = async ({ api }: TestWorkspace) => (await api.get('/feedback')).body.data as Record<string, unknown>[]
const idOf = ({ headers }: PortalTestResponse) => /requests\/([0-9a-f-]{36})/.exec(headers.get('location') ?? '')?.[1]

const setBoard = (workspace: TestWorkspace, slug: string, columns: Record<string, unknown>) =>
  workspace.write((tx) =>
    tx.db
      .updateTable('boards')
      .set(columns)
      .where('workspace_id', '=', tx.workspaceId)
      .where('slug', '=', slug)
      .execute(),
  )

const approve = ({ api }: TestWorkspace, id: string) => api.patch(`/feedback/${id}/status`, { status: 'approved' })

async function asked(workspace: TestWorkspace, title: string): Promise<string> {
  const { id } = await workspace.api.create('/feedback', { title })
  await approve(workspace, id)
  return id
}

test('holds a new request for review, visible to its author only and with their vote', async () => {
  const acme = await world.workspace()
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const sent = await ada.post('/requests/new', form(acme))
  assert.equal(sent.status, 303)
  const id = idOf(sent)!
  const own = await ada.get(`/requests/${id}?submitted`)
  assert.match(own.text, /role="status"[^>]*>Your request was submitted, and your vote was added\. Only you can see it/)
  assert.match((await ada.get('/')).text, /Your requests waiting for review[\s\S]*Dark mode/)
  const bob = await signInCustomer(world, acme, { email: 'bob@example.com' })
  for (const reader of [bob, createPortalClient(world, acme)]) {
    assert.equal((await reader.get(`/requests/${id}`)).status, 404)
    assert.doesNotMatch((await reader.get('/')).text, /Dark mode/)
  }
  const [stored] = await all(acme)
  assert.deepEqual([stored!.status, stored!.votes, stored!.description], ['pending', 1, 'My *eyes* hurt at night.'])
})

test('holds requests for review as the board specifies: only from first-time authors, or none', async () => {
  const acme = await world.workspace()
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  await setBoard(acme, board, { reviews_new: 'first_time' })
  const first = idOf(await ada.post('/requests/new', form(acme, { title: 'First' })))!
  const second = idOf(await ada.post('/requests/new', form(acme, { title: 'Second' })))!
  await approve(acme, first)
  const third = idOf(await ada.post('/requests/new', form(acme, { title: 'Third' })))!
  await setBoard(acme, board, { reviews_new: 'none' })
  const bob = await signInCustomer(world, acme, { email: 'bob@example.com' })
  const fourth = idOf(await bob.post('/requests/new', form(acme, { title: 'Fourth' })))!
  const status = async (id: string) => (await acme.api.get(`/feedback/${id}`)).body.data.status
  assert.deepEqual(await Promise.all([second, third, fourth].map(status)), ['pending', 'approved', 'approved'])
  assert.match((await bob.get(`/requests/${fourth}?submitted`)).text, /Your request was published/)
})

test('neither offers nor accepts private and closed boards, and says when no board accepts requests', async () => {
  const acme = await world.workspace()
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  for (const slug of ['secret', 'closed', 'ideas']) await acme.write((tx) => createBoard(tx, { name: slug, slug }))
  await setBoard(acme, 'secret', { is_public: false })
  await setBoard(acme, 'closed', { accepts_requests: false })
  const { text } = await ada.get('/requests/new?board=ideas&title=Dark%20mode')
  const offered = [...text.matchAll(/<option value="([^"]+)"( selected)?/g)].map(([, slug, chosen]) => [slug, !!chosen])
  assert.deepEqual(offered, [
    [board, false],
    ['ideas', true],
  ])
  assert.match(text, /name="title"[^>]* value="Dark mode"/)
  for (const refused of ['secret', 'closed', 'nowhere', '']) {
    const answer = await ada.post('/requests/new', form(acme, { board: refused }))
    assert.equal(answer.status, 400)
    assert.match(answer.text, /aria-describedby="board-fault" aria-invalid="true"/)
  }
  assert.deepEqual(await all(acme), [])
  for (const slug of [board, 'ideas']) await setBoard(acme, slug, { accepts_requests: false })
  assert.match((await ada.get('/requests/new')).text, /New requests are closed at the moment/)
})

test('shows errors at their fields and keeps what was typed', async () => {
  const acme = await world.workspace()
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const empty = await ada.post('/requests/new', form(acme, { title: '  ', description: '<b>\r\n & more' }))
  assert.equal(empty.status, 400)
  assert.match(empty.text, /class="form-fault" role="alert" tabindex="-1" autofocus/)
  assert.match(empty.text, /aria-describedby="title-fault title-help" aria-invalid="true"/)
  assert.match(empty.text, /id="title-fault">Enter a title\./)
  assert.match(empty.text, />\n&lt;b&gt;\n &amp; more<\/textarea>/)
  const long = await ada.post('/requests/new', form(acme, { title: 'é'.repeat(201), description: 'x'.repeat(10_001) }))
  assert.match(long.text, /up to 200 characters[\s\S]*up to 10,000 characters/)
  assert.deepEqual(await all(acme), [])
})

test('submits one request when a form is sent twice, concurrently or later, or in different case', async () => {
  const acme = await world.workspace()
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const both = await Promise.all([1, 2].map(() => ada.post('/requests/new', form(acme))))
  const again = await ada.post('/requests/new', form(acme, { title: '  dark-MODE!! ' }))
  assert.equal(new Set([...both, again].map(idOf)).size, 1)
  assert.match(
    (await ada.get(`/requests/${idOf(again)}?submitted=before`)).text,
    /You’ve already submitted this request/,
  )
  const other = await ada.post('/requests/new', form(acme, { title: 'ダーク' }))
  const japanese = await ada.post('/requests/new', form(acme, { title: 'モード' }))
  assert.notEqual(idOf(other), idOf(japanese))
  const bob = await signInCustomer(world, acme, { email: 'bob@example.com' })
  assert.notEqual(idOf(await bob.post('/requests/new', form(acme))), idOf(again))
  assert.equal((await all(acme)).length, 4)
})

test('shows similar requests before submitting without scripts, and submits on confirmation', async () => {
  const acme = await world.workspace()
  const id = await asked(acme, 'Dark mode for the calendar')
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const look = await ada.post('/requests/new', form(acme, { title: 'A darker calendar mode' }))
  assert.equal(look.status, 200)
  assert.match(look.text, /Someone may have already asked for this[\s\S]*Dark mode for the calendar/)
  assert.match(look.text, new RegExp(`action="/p/${acme.slug}/requests/${id}/vote"`))
  assert.match(look.text, /Send it anyway/)
  assert.match(look.text, /name="seen" value="yes" form="new"/)
  assert.equal((await all(acme)).length, 1)
  const sent = await ada.post('/requests/new', form(acme, { title: 'A darker calendar mode', seen: 'yes' }))
  assert.equal(sent.status, 303)
  assert.equal((await all(acme)).length, 2)
})

test('lets signed-out visitors write first, and submits after they sign in', async () => {
  const acme = await world.workspace()
  const stranger = createPortalClient(world, acme)
  const answer = await stranger.post('/requests/new', form(acme, { description: 'Ünï\r\n“quoted” & <b>' }))
  assert.equal(answer.status, 200)
  assert.match(answer.text, /Sign in to send your request “Dark mode”\./)
  assert.deepEqual(await all(acme), [])
  const sealed = /name="then" value="([\w-]+)"/.exec(answer.text)![1]!
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const done = await ada.post('/sign-in/action', Object.fromEntries([['then', sealed]]))
  const [stored] = await all(acme)
  assert.equal(done.headers.get('location'), `/p/${acme.slug}/requests/${stored!.id}?submitted`)
  assert.equal(stored!.description, 'Ünï\n“quoted” & <b>')
})

test('keeps the text at the cap and says why; tracked customers can still submit', async () => {
  const acme = await world.workspace({ plan: 'free' })
  const ada = await signInCustomer(world, acme, { externalId: 'ada' })
  await ada.post('/requests/new', form(acme))
  await acme.api.create('/feedback', { title: 'Other', submitter: { email: 'other@example.com' } })
  const bob = await signInCustomer(world, acme, { externalId: 'bob' })
  const full = await bob.post('/requests/new', form(acme, { title: 'Full', description: 'Every word of it' }))
  assert.equal(full.status, 403)
  assert.match(full.text, /Acme has reached the number of customers in its plan[\s\S]*Every word of it/)
  assert.equal((await ada.post('/requests/new', form(acme, { title: 'Another' }))).status, 303)
  assert.equal((await all(acme)).length, 3)
  const id = (await all(acme)).find(({ title }) => title === 'Another')!.id as string
  await approve(acme, id)
  const vote = await bob.post(`/requests/${id}/vote`, { vote: 'cast' })
  assert.equal(vote.status, 403)
  assert.match(vote.text, /Your account can’t be added right now/)
})
