import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createPortalClient,
  formTokenField,
  hiddenFieldValue,
  type PortalClient,
  signInCustomer,
} from '../../test/clients/portal-client.ts'
import { createTestApp, mailServerUrl, type TestWorkspace } from '../../test/test-app.ts'

const world = await createTestApp({ smtpUrl: mailServerUrl, caps: { free: 1, starter: 100, growth: null } })

async function asked({ api }: TestWorkspace, title = 'Dark mode'): Promise<string> {
  const { id } = await api.create('/feedback', { title })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id
}

async function scene(who: { email: string; name?: string } = { email: 'ada@example.com', name: 'Ada' }, more = {}) {
  const acme = await world.workspace(more)
  const id = await asked(acme)
  const ada = await signInCustomer(world, acme, who)
  const say = (body: string, more = {}, reader: PortalClient = ada) =>
    reader.post(`/requests/${id}/comments`, { body, ...formTokenField(acme), ...more })
  const thread = async () => (await acme.api.get(`/feedback/${id}/comments`)).body.data as Record<string, unknown>[]
  return { acme, id, ada, say, thread, path: `/feedback/${id}/comments` }
}

const said = (location: string | null) => /#c-([0-9a-f-]{36})$/.exec(location ?? '')?.[1]

test('publishes a comment and a reply under the customer’s name at once', async () => {
  const { acme, id, ada, say, thread } = await scene()
  const first = await say('I need *this*.\r\nBadly.')
  assert.equal(first.status, 303)
  const parent = said(first.headers.get('location'))!
  const open = (await ada.get(`/requests/${id}?reply=${parent}`)).text
  assert.match(open, /id="reply"[\s\S]*<label for="reply-body">Your reply to Ada<\/label>/)
  assert.match(open, new RegExp(`name="parent" value="${parent}"`))
  const bob = await signInCustomer(world, acme, { email: 'bob@example.com' })
  await say('Me too', { parent }, bob)
  assert.deepEqual(
    (await thread()).map(({ body, parentId, kind }) => [body, parentId, kind]),
    [
      ['I need *this*.\nBadly.', null, 'comment'],
      ['Me too', parent, 'comment'],
    ],
  )
  const { text } = await createPortalClient(world, acme).get(`/requests/${id}`)
  assert.match(
    text,
    /Ada<\/strong>[\s\S]*I need <em>this<\/em>[\s\S]*comment reply[\s\S]*Customer<\/strong>[\s\S]*Me too/,
  )
  assert.doesNotMatch(text, /example\.com/)
  assert.match((await ada.get(`/requests/${id}?posted`)).text, /role="status"[^>]*>Your comment was posted\./)
})

test('nests replies one level, in their own thread, and never under a team note', async () => {
  const { acme, ada, say, thread, path } = await scene()
  const parent = said((await say('First')).headers.get('location'))!
  const reply = said((await say('Second', { parent })).headers.get('location'))!
  const note = await acme.api.create(path, { body: 'Between us', kind: 'staff_reply', isInternal: true })
  const elsewhere = await acme.api.create(`/feedback/${await asked(acme, 'Other')}/comments`, { body: 'Elsewhere' })
  for (const refused of [reply, note.id, elsewhere.id, 'nonsense']) {
    const answer = await say('Third', { parent: refused })
    assert.equal(answer.status, 400)
    assert.match(answer.text, /The comment you replied to was deleted[\s\S]*Third<\/textarea>/)
    assert.doesNotMatch(answer.text, /Between us/)
  }
  assert.equal((await thread()).length, 3)
  assert.doesNotMatch((await ada.get(`/requests/${elsewhere.id}?reply=${note.id}`)).text, /name="parent"/)
})

test('shows errors at their fields and keeps what was typed', async () => {
  const { say, thread } = await scene({ email: 'ada@example.com' })
  const empty = await say('   ', { name: 'Ada' })
  assert.equal(empty.status, 400)
  assert.match(empty.text, /aria-describedby="comment-body-fault comment-body-help" aria-invalid="true"/)
  assert.match(empty.text, /name="name" value="Ada"/)
  const long = await say('x'.repeat(10_001), { name: 'n'.repeat(101) })
  assert.match(long.text, /up to 10,000 characters[\s\S]*Names can have up to 100 characters/)
  for (const seal of [formTokenField({ id: 'nobody' }), { form_token: '' }]) {
    assert.match((await say('Kept', seal)).text, /submit the form again[\s\S]*Kept<\/textarea>/)
  }
  assert.equal((await say('Pills', { website: 'https://spam.example' })).status, 303)
  assert.deepEqual(await thread(), [])
})

test('asks a nameless customer for a name once, and others not at all', async () => {
  const { id, ada, say, thread } = await scene({ email: 'ada@example.com' })
  assert.match((await ada.get(`/requests/${id}`)).text, /Your name \(optional\)/)
  await say('First', { name: ' Ada Lovelace ' })
  await say('Second', { name: 'Somebody Else' })
  assert.deepEqual(
    (await thread()).map(({ author }) => author),
    [1, 2].map(() => ({ type: 'customer', name: 'Ada Lovelace' })),
  )
  assert.doesNotMatch((await ada.get(`/requests/${id}`)).text, /Your name/)
})

test('shows the name typed by a signed-out customer whose name came from the API, and keeps a chosen name', async () => {
  const { acme, id } = await scene()
  const email = 'grace@example.com'
  await acme.api.create('/feedback', { title: 'Known', submitter: { email, name: 'HOPPER, G. (ACC-7)' } })
  const postAs = async (name: string, body: string) => {
    const answer = await createPortalClient(world, acme).post(`/requests/${id}/comments`, {
      ...formTokenField(acme),
      body,
      name,
    })
    const sealed = /name="then" value="([\w-]+)"/.exec(answer.text)![1]!
    return (await signInCustomer(world, acme, { email })).post(
      '/sign-in/action',
      Object.fromEntries([['then', sealed]]),
    )
  }
  assert.match((await postAs('Grace', 'One')).headers.get('location')!, /\?posted#/)
  assert.match((await postAs('Autofilled', 'Two')).headers.get('location')!, /\?posted#/)
  const { text } = await createPortalClient(world, acme).get(`/requests/${id}?fresh`)
  assert.match(text, /Grace<\/strong>[\s\S]*One[\s\S]*Grace<\/strong>[\s\S]*Two/)
  assert.doesNotMatch(text, /HOPPER|Autofilled/)
  const { rows } = await world.database.pool.query(
    `select c.name, n.name as earlier from customers c join customer_names n on n.customer_id = c.id where c.workspace_id = $1`,
    [acme.id],
  )
  assert.deepEqual(rows, [{ name: 'Grace', earlier: 'HOPPER, G. (ACC-7)' }])
})

test('posts one comment when a form is sent twice', async () => {
  const { say, thread } = await scene()
  const sent = await Promise.all([1, 2, 3].map(() => say('Thanks')))
  assert.equal(new Set(sent.map(({ headers }) => headers.get('location'))).size, 1)
  assert.equal((await thread()).length, 1)
})

test('rejects comments on requests that customers cannot see', async () => {
  const { acme, ada } = await scene()
  const pending = (await acme.api.create('/feedback', { title: 'Pending', submitter: { email: 'ada@example.com' } })).id
  const closed = await asked(acme, 'Closed')
  await acme.api.patch(`/feedback/${closed}/stage`, { stage: 'closed' })
  const elsewhere = await asked(await world.workspace())
  for (const id of [pending, closed, elsewhere, 'nonsense']) {
    assert.equal((await ada.post(`/requests/${id}/comments`, { body: 'Hm', ...formTokenField(acme) })).status, 404)
  }
})

test('accepts comments on a published entry while they are on, and never on a draft', async () => {
  const { acme, ada } = await scene()
  const { id } = await acme.api.create('/changelog', { title: 'Dark mode is here' })
  const post = () => ada.post(`/changelog/${id}/comments`, { body: 'Lovely', ...formTokenField(acme) })
  assert.equal((await post()).status, 404)
  await acme.api.post(`/changelog/${id}/publish`)
  const sent = await post()
  assert.match(sent.headers.get('location')!, new RegExp(`/changelog/${id}\\?posted#c-`))
  assert.match((await ada.get(`/changelog/${id}`)).text, /Ada<\/strong>[\s\S]*Lovely/)
  await acme.api.patch(`/changelog/${id}`, { commentsEnabled: false })
  assert.equal((await post()).status, 404)
  assert.equal((await acme.api.get(`/changelog/${id}`)).body.data.comments, 1)
})

test('lets signed-out visitors write before they sign in, on a page that all of them share', async () => {
  const { acme, id, ada, thread } = await scene()
  const stranger = createPortalClient(world, acme)
  const page = await stranger.get(`/requests/${id}`)
  assert.match(page.text, /You’ll sign in when you post it/)
  const answer = await stranger.post(`/requests/${id}/comments`, {
    body: 'Hello',
    form_token: hiddenFieldValue(page, 'form_token'),
  })
  assert.match(answer.text, /Sign in to post your comment on “Dark mode”\./)
  assert.deepEqual(await thread(), [])
  const sealed = /name="then" value="([\w-]+)"/.exec(answer.text)![1]!
  const done = await ada.post('/sign-in/action', Object.fromEntries([['then', sealed]]))
  const [comment] = await thread()
  assert.equal(done.headers.get('location'), `/p/${acme.slug}/requests/${id}?posted#c-${comment!.id}`)
  assert.equal(comment!.body, 'Hello')
})

test('checks for spam before asking a visitor to sign in', async () => {
  const { acme, id, say, thread } = await scene()
  const stranger = createPortalClient(world, acme)
  for (const seal of [formTokenField(acme, 0), formTokenField(acme, 86_401), { form_token: '' }]) {
    const answer = await say('Kept', seal, stranger)
    assert.equal(answer.status, 400)
    assert.match(answer.text, /submit the form again[\s\S]*Kept<\/textarea>/)
    assert.doesNotMatch(answer.text, /name="then"/)
  }
  const trapped = await say('Pills', { website: 'https://spam.example' }, stranger)
  assert.equal(trapped.headers.get('location'), `/p/${acme.slug}/requests/${id}`)
  assert.deepEqual(await thread(), [])
})

test('rounds the time in a shared page’s form token to the hour, at least two seconds ago', async () => {
  const { acme, id } = await scene()
  const stranger = createPortalClient(world, acme)
  const [seal] = hiddenFieldValue(await stranger.get(`/requests/${id}`), 'form_token').split('.')
  const at = Number.parseInt(seal!, 36)
  assert.equal(at % 3_600_000, 0)
  assert.ok(Date.now() - at >= 2_000)
})

test('keeps the text in the form when the plan’s cap or the rate limit for comments is reached', async () => {
  const { acme, say, thread } = await scene(undefined, { plan: 'free' })
  for (let n = 1; n <= 10; n++) assert.equal((await say(`Comment ${n}`)).status, 303)
  const eleventh = await say('Comment 11')
  assert.equal(eleventh.status, 429)
  assert.ok(Number(eleventh.headers.get('retry-after')) > 0)
  assert.match(eleventh.text, /You’ve posted too many comments[\s\S]*Comment 11<\/textarea>/)
  await acme.api.create('/feedback', { title: 'Fills the plan', submitter: { email: 'ada@acme.test' } })
  const bob = await signInCustomer(world, acme, { externalId: 'bob' })
  const full = await say('Let me in', {}, bob)
  assert.equal(full.status, 403)
  assert.match(full.text, /reached the number of customers in its plan[\s\S]*Let me in<\/textarea>/)
  assert.equal((await thread()).length, 10)
})
