import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteCustomer } from '../../customers/deletion/delete.ts'
import { mergeFeedback } from '../../feedback/merge/merge.ts'
import { unmergeFeedback } from '../../feedback/merge/unmerge.ts'
import { newId } from '../../platform/ids.ts'
import {
  createPortalClient,
  formTokenField,
  type PortalClient,
  signInCustomer,
} from '../../test/clients/portal-client.ts'
import { dumpTables } from '../../test/support/dump-tables.ts'
import { asRole } from '../../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { reviewComment, undoCommentReviews } from './decide.ts'

const app = await createTestApp()

async function scene(reviewsComments: 'all' | 'links' | 'first_time' | 'none' = 'links') {
  const acme = await app.workspace({ reviewsComments })
  const id = await approvedRequest(acme)
  const ada = await signInCustomer(app, acme, { email: 'ada@example.com', name: 'Ada' })
  const say = (body: string, more = {}, client: PortalClient = ada, thread = `/requests/${id}`) =>
    client.post(`${thread}/comments`, { body, ...formTokenField(acme), ...more })
  const thread = async (of = id) => (await acme.api.get(`/feedback/${of}/comments`)).body.data as { body: string }[]
  const count = async (of = id) => (await acme.api.get(`/feedback/${of}`)).body.data.comments as number
  const review = (comment: string, to: 'approved' | 'rejected' | 'spam', requestId = 'decision') =>
    acme.write((tx) => reviewComment({ ...tx, requestId }, comment, to))
  const undo = (requestId = 'decision') => acme.write((tx) => undoCommentReviews({ ...tx, requestId }, requestId))
  return { acme, id, ada, say, thread, count, review, undo }
}

async function approvedRequest({ api }: TestWorkspace, title = 'Dark mode'): Promise<string> {
  const { id } = await api.create('/feedback', { title })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id
}

const locationOf = ({ headers }: { headers: Headers }) => headers.get('location') ?? ''
const idIn = (answer: { headers: Headers }) => /#c-([0-9a-f-]{36})$/.exec(locationOf(answer))![1]!
const bodies = (comments: { body: string }[]) => comments.map(({ body }) => body)
const events = async ({ id }: TestWorkspace) =>
  (
    await app.database.pool.query(
      'select comment_id from notification_events where workspace_id = $1 and comment_id is not null',
      [id],
    )
  ).rows

test('shows a waiting comment to its author only, and stores its text nowhere else', async () => {
  const { acme, id, ada, say, thread, count } = await scene()
  await acme.api.create(`/feedback/${id}/comments`, { body: 'First', submitter: { email: 'bob@example.com' } })
  const posted = await say('CANARY-7431 is my opinion')
  assert.match(locationOf(posted), /\?waiting#c-/)
  const own = (await ada.get(locationOf(posted).replace(/^.*\/requests/, '/requests'))).text
  assert.match(own, /will be public once the team approves it[\s\S]*Waiting for review[\s\S]*CANARY-7431/)
  assert.match((await ada.get('/me')).text, /CANARY-7431[\s\S]*Waiting for review/)

  const bob = await signInCustomer(app, acme, { email: 'bob@example.com' })
  const paths = ['/', `/requests/${id}`, '/roadmap', '/changelog', '/rss.xml', '/changelog/rss.xml', '/atom.xml']
  const more = [
    '/feed.json',
    '/sitemap.xml',
    '/widget.json',
    '/similar?title=dark+mode',
    '/me/data.json',
    '/?search=CANARY',
  ]
  for (const reader of [bob, createPortalClient(app, acme)]) {
    for (const path of [...paths, ...more]) assert.doesNotMatch((await reader.get(path)).text, /CANARY-7431/, path)
  }
  for (const path of [`/feedback/${id}`, '/feedback?search=CANARY', '/feedback', '/changelog']) {
    assert.doesNotMatch(JSON.stringify((await acme.api.get(path)).body), /CANARY-7431/, path)
  }
  assert.deepEqual(bodies(await thread()), ['First'])
  assert.equal(await count(), 1)
  assert.deepEqual(await events(acme), [])
  const { pending_comments: waiting, ...others } = await dumpTables(app)
  assert.match(JSON.stringify(waiting), /CANARY-7431/)
  assert.doesNotMatch(JSON.stringify(others), /CANARY-7431/)
})

test('publishes, counts and announces a comment once it is approved, and not before', async () => {
  const { acme, id, say, thread, count, review } = await scene()
  const parent = await acme.api.create(`/feedback/${id}/comments`, {
    body: 'Why?',
    submitter: { email: 'bob@x.example' },
  })
  const comment = idIn(await say('Because', { parent: parent.id }))
  assert.deepEqual([await count(), await events(acme)], [1, []])
  await Promise.all([review(comment, 'approved', 'one'), review(comment, 'approved', 'two')])
  assert.deepEqual(bodies(await thread()), ['Why?', 'Because'])
  assert.equal(await count(), 2)
  assert.deepEqual(await events(acme), [{ comment_id: comment }])
  assert.match((await createPortalClient(app, acme).get(`/requests/${id}`)).text, new RegExp(`id="c-${comment}"`))
})

test('publishes what a team member approves as the customer’s, which the member cannot edit', async () => {
  const { acme, say, thread } = await scene()
  const comment = idIn(await say('By Ada'))
  const memberId = newId()
  const { pool } = app.database
  await pool.query(
    `insert into members (workspace_id, id, email, role, created_at) values ($1, $2, 'mara@acme.test', 'member', now())`,
    [acme.id, memberId],
  )
  await acme.write((tx) => reviewComment(asRole(tx, 'member', memberId), comment, 'approved'))
  assert.deepEqual(bodies(await thread()), ['By Ada'])
  const { rows } = await pool.query(
    `select c.kind, c.member_id, u.email from comments c join customers u on u.id = c.customer_id where c.id = $1`,
    [comment],
  )
  assert.deepEqual(rows, [{ kind: 'comment', member_id: null, email: 'ada@example.com' }])
})

test('undoes an approval and a rejection, and leaves a comment that changed again as it is', async () => {
  const { acme, say, thread, count, review, undo } = await scene()
  const comment = idIn(await say('Please'))
  await review(comment, 'approved')
  assert.deepEqual(await undo(), [comment])
  assert.deepEqual([await thread(), await count(), await events(acme)], [[], 0, []])
  await review(comment, 'spam', 'second')
  await review(comment, 'approved', 'third')
  assert.deepEqual(await undo('second'), [])
  assert.equal(await count(), 1)
})

test('never shows a rejected comment, not even to its author', async () => {
  const { ada, id, say, review, thread } = await scene()
  const comment = idIn(await say('CANARY-9912 buy now'))
  await review(comment, 'rejected')
  assert.doesNotMatch((await ada.get(`/requests/${id}`)).text, /CANARY-9912/)
  assert.deepEqual(await thread(), [])
})

test('applies each board rule: nothing, newcomers, links, or everything', async () => {
  const cases = [
    { rule: 'none', newcomer: 'posted', link: 'posted', plain: 'posted' },
    { rule: 'first_time', newcomer: 'waiting', link: 'posted', plain: 'posted' },
    { rule: 'links', newcomer: 'waiting', link: 'waiting', plain: 'posted' },
    { rule: 'all', newcomer: 'waiting', link: 'waiting', plain: 'waiting' },
  ] as const
  for (const { rule, newcomer, link, plain } of cases) {
    const { say, review } = await scene(rule)
    const first = await say('Hello')
    assert.match(locationOf(first), new RegExp(`\\?${newcomer}#`), rule)
    if (newcomer === 'waiting') await review(idIn(first), 'approved')
    for (const text of ['See https://x.example', 'See [this](//x.example)', 'mail me@x.example', 'www.x.example'])
      assert.match(locationOf(await say(text)), new RegExp(`\\?${link}#`), `${rule}: ${text}`)
    assert.match(locationOf(await say('Thanks')), new RegExp(`\\?${plain}#`), rule)
  }
})

test('applies the strictest rule of the boards to comments on changelog entries', async () => {
  const { acme, ada, say } = await scene('none')
  const { id: entry } = await acme.api.create('/changelog', { title: 'News', commentsEnabled: true })
  await acme.api.post(`/changelog/${entry}/publish`)
  assert.match(locationOf(await say('One', {}, ada, `/changelog/${entry}`)), /\?posted#/)
  await app.database.pool.query(
    `insert into boards (workspace_id, id, slug, name, position, reviews_comments, created_at)
     values ($1, gen_random_uuid(), 'strict', 'Strict', 7, 'all', now())`,
    [acme.id],
  )
  assert.match(locationOf(await say('Two', {}, ada, `/changelog/${entry}`)), /\?waiting#/)
  assert.match((await ada.get(`/changelog/${entry}`)).text, /Waiting for review[\s\S]*Two/)
  assert.doesNotMatch((await createPortalClient(app, acme).get(`/changelog/${entry}`)).text, /Two/)
})

test('approves comments created through the API at once, regardless of the board’s rule', async () => {
  const { acme, id, thread, count } = await scene('all')
  const submitter = { email: 'new@x.example' }
  await acme.api.create(`/feedback/${id}/comments`, { body: 'See https://x.example', submitter })
  assert.deepEqual([(await thread()).length, await count()], [1, 1])
})

test('moves waiting comments with their request when it is merged and unmerged', async () => {
  const { acme, id, ada, say, review, thread, count } = await scene()
  const target = await approvedRequest(acme, 'Night mode')
  const comment = idIn(await say('CANARY-3 please'))
  await acme.write((tx) => mergeFeedback(tx, id, target))
  assert.match((await ada.get(`/requests/${target}`)).text, /Waiting for review[\s\S]*CANARY-3/)
  await acme.write((tx) => unmergeFeedback(tx, id))
  await review(comment, 'approved')
  assert.deepEqual([await count(id), await count(target), (await thread()).length], [1, 0, 1])
})

test('treats a comment sent twice as one, and rejects a reply to a comment that waits', async () => {
  const { say } = await scene()
  const first = idIn(await say('Same'))
  assert.equal(idIn(await say('Same')), first)
  assert.equal((await say('Reply', { parent: first })).status, 400)
})

test('exports and deletes a customer’s waiting comments with their other data', async () => {
  const { acme, ada, say } = await scene()
  await say('CANARY-55 mine')
  assert.match((await ada.get('/me/data.json')).text, /"waitingComments":[\s\S]*CANARY-55/)
  await acme.write((tx) => deleteCustomer(tx, ada.customerId))
  assert.doesNotMatch(JSON.stringify(await dumpTables(app)), /CANARY-55/)
})
