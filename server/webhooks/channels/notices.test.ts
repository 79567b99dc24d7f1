import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { deleteCustomer } from '../../customers/deletion/delete.ts'
import { mergeFeedback } from '../../feedback/merge/merge.ts'
import { unmergeFeedback } from '../../feedback/merge/unmerge.ts'
import { reportContent } from '../../reports/report.ts'
import { postComment, setReviewPolicy } from '../../test/clients/own-content.ts'
import { signInCustomer } from '../../test/clients/portal-client.ts'
import { connectChannel, startChat, until } from '../../test/fixtures/channels.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { startTestWorker } from '../../test/test-worker.ts'
import { getCurrentConnection, recordStatus } from '../../tracker/connection/queries.ts'
import { castVote, withdrawVote } from '../../votes/cast.ts'

const app = await createTestApp()
const worker = await startTestWorker(app)
after(() => worker.stop())

async function createRequest(acme: TestWorkspace, title: string, boardId?: string): Promise<string> {
  const { id } = await acme.api.create('/feedback', { title, ...(boardId && { boardId }) })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id
}

/** Creates customers who can vote. */
async function createCustomers({ id }: TestWorkspace, name: string, count: number): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into customers (workspace_id, id, email, created_at)
     select $1, gen_random_uuid(), $2 || n || '@example.com', now() from generate_series(1, $3::int) n returning id`,
    [id, name, count],
  )
  return rows.map((row) => row.id)
}

/** Returns the headlines and titles of the Slack messages. */
const headlines = (received: { text: string }[]): string[] =>
  received.map(({ text }) => text.replace(/<[^|]*\|(.*)>/, '$1'))

const countNotices = async (acme: TestWorkspace) => {
  const { rows } = await app.database.pool.query(
    `select kind, count(*)::int from (select kind from channel_notices where workspace_id = $1
       union all select event_type from webhook_deliveries where workspace_id = $1) n
     where kind = 'request.milestone' group by kind`,
    [acme.id],
  )
  return (rows[0]?.count ?? 0) as number
}

test('reports a vote milestone once however the votes change, and a higher one after a merge', async () => {
  const [acme, chat] = [await app.workspace(), await startChat()]
  const { skipWaiting, log } = await connectChannel(app, acme, chat.url, { kinds: ['request.milestone'] })
  const [target, source] = [await createRequest(acme, 'Dark mode'), await createRequest(acme, 'Night mode')]
  const [fans, others] = [await createCustomers(acme, 'fan', 11), await createCustomers(acme, 'other', 14)]
  for (const id of fans.slice(0, 9)) await acme.write((tx) => castVote(tx, target, id))
  assert.equal(await countNotices(acme), 0)
  await acme.write((tx) => castVote(tx, target, fans[9]!))
  await skipWaiting()
  await until(() => chat.received.length === 1, 'the first milestone')
  await acme.write((tx) => withdrawVote(tx, target, fans[9]!))
  await acme.write((tx) => castVote(tx, target, fans[9]!))
  await acme.write((tx) => castVote(tx, target, fans[10]!))
  assert.equal(await countNotices(acme), 1)
  for (const id of others) await acme.write((tx) => castVote(tx, source, id))
  await until(async () => (await log()).length === 2, 'the milestone of the source')
  await acme.write((tx) => mergeFeedback(tx, source, target))
  await skipWaiting(2)
  await until(() => chat.received.length === 2, 'the milestone of the target')
  assert.deepEqual(headlines(chat.received), ['*10 votes reached:* Dark mode', '*25 votes reached:* Dark mode'])
  await acme.write((tx) => unmergeFeedback(tx, source))
  await acme.write((tx) => withdrawVote(tx, source, others[0]!))
  for (const id of others.slice(10)) await acme.write((tx) => withdrawVote(tx, source, id))
  for (const id of others.slice(10)) await acme.write((tx) => castVote(tx, source, id))
  assert.equal(await countNotices(acme), 3)
})

test('posts reports and comments that wait for review until they are decided, without the reporter', async () => {
  const [acme, chat] = [await app.workspace(), await startChat()]
  const kinds = ['report.created', 'comment.pending'] as const
  const { skipWaiting, hold, log } = await connectChannel(app, acme, chat.url, { kinds: [...kinds] })
  const id = await createRequest(acme, 'Dark mode')
  const ada = await signInCustomer(app, acme, { email: 'ada@private.example', name: 'Ada Chen' })
  await setReviewPolicy(app, acme, 'all', 'all')
  await postComment(ada, acme, id, 'Waiting **words**')
  await report(acme, id, ada.customerId)
  await skipWaiting(2)
  await until(() => chat.received.length === 2, 'two messages')
  assert.deepEqual(headlines(chat.received).sort(), [
    '*Comment to review:* Dark mode',
    '*Request reported (private information):* Dark mode',
  ])
  const all = JSON.stringify(chat.received)
  assert.match(all, /Waiting words/)
  assert.doesNotMatch(
    JSON.stringify(chat.received.find(({ text }) => text.includes('reported'))),
    /Ada|private\.example/,
  )
  const other = await createRequest(acme, 'Harmless')
  await report(acme, other, ada.customerId)
  await hold(1)
  await app.database.pool.query('update content_reports set dismissed_at = now() where workspace_id = $1', [acme.id])
  await skipWaiting(1)
  await until(async () => (await log()).some(({ status }) => status === 'skipped'), 'the report to be skipped')
  assert.equal(chat.received.length, 2)
})

test('leaves nothing of a comment to review in the log after its author is deleted', async () => {
  const acme = await app.workspace()
  const chat = await startChat((response, count) => {
    response.statusCode = 500
    response.end(JSON.stringify(chat.received[count - 1]))
  })
  const { skipWaiting, logged } = await connectChannel(app, acme, chat.url, { kinds: ['comment.pending'] })
  const id = await createRequest(acme, 'Dark mode')
  const ada = await signInCustomer(app, acme, { email: 'ada@private.example', name: 'Ada Chen' })
  await setReviewPolicy(app, acme, 'all', 'all')
  await postComment(ada, acme, id, 'Waiting words')
  await skipWaiting()
  await logged(({ attempts }) => attempts.length > 0)
  assert.match(JSON.stringify(chat.received), /Waiting words.*Ada Chen/s)
  await acme.write((tx) => deleteCustomer(tx, ada.customerId))
  const { rows } = await app.database.pool.query('select attempts from webhook_deliveries where workspace_id = $1', [
    acme.id,
  ])
  assert.equal(rows[0].attempts[0].responseStatus, 500)
  assert.doesNotMatch(JSON.stringify(rows), /Ada|Waiting/)
})

test('posts notices only to channels of the board', async () => {
  const [acme, chat] = [await app.workspace(), await startChat()]
  const bugs = await acme.api.create('/boards', { name: 'Bugs', slug: 'bugs' })
  const ada = await signInCustomer(app, acme, { email: 'ada@example.com' })
  const { skipWaiting, log } = await connectChannel(app, acme, chat.url, {
    kinds: ['report.created'],
    boardIds: [bugs.id],
  })
  await report(acme, await createRequest(acme, 'Idea'), ada.customerId)
  await report(acme, await createRequest(acme, 'Crash', 'bugs'), ada.customerId)
  await skipWaiting()
  await until(() => chat.received.length === 1, 'a message')
  assert.match(chat.received[0].text, /Crash/)
  assert.equal((await log()).length, 1)
})

test('posts comments on entries to channels limited to a board too', async () => {
  const [acme, chat] = [await app.workspace(), await startChat()]
  const bugs = await acme.api.create('/boards', { name: 'Bugs', slug: 'bugs' })
  const kinds = ['comment.created'] as const
  const { skipWaiting } = await connectChannel(app, acme, chat.url, { kinds: [...kinds], boardIds: [bugs.id] })
  const entry = await acme.api.create('/changelog', { title: 'Night', body: '' })
  await acme.api.post(`/changelog/${entry.id}/publish`)
  await acme.api.create(`/changelog/${entry.id}/comments`, { body: 'Lovely' })
  await skipWaiting()
  await until(() => chat.received.length === 1, 'a message')
  assert.match(chat.received[0].text, /Night/)
})

test('reports a broken connection to an issue tracker once, until it works again', async () => {
  const [acme, chat] = [await app.workspace(), await startChat()]
  const { skipWaiting, hold, log } = await connectChannel(app, acme, chat.url, { kinds: ['tracker.failed'] })
  await app.database.pool.query(
    `insert into tracker_connections (workspace_id, id, provider, api_url, credential, account_id, account_name, account_url,
       checked_at, connected_by_type, connected_at)
     values ($1, gen_random_uuid(), 'linear', 'https://linear.example', '\\x00', 'o', 'Tidepool', 'https://linear.example',
       now(), 'system', now())`,
    [acme.id],
  )
  const current = () => acme.write(async (tx) => (await getCurrentConnection(tx))!)
  const { db } = app.database
  const working = await current()
  await Promise.all(['a', 'b'].map((reason) => recordStatus(db, working, 'revoked', reason)))
  await skipWaiting()
  await until(() => chat.received.length === 1, 'a message')
  assert.deepEqual(headlines(chat.received), ['*The connection to Linear needs attention:* Tidepool'])
  await recordStatus(db, await current(), 'connected')
  await recordStatus(db, await current(), 'revoked', 'c')
  await hold(1)
  await recordStatus(db, await current(), 'connected')
  await skipWaiting()
  await until(async () => (await log())[0]!.status === 'skipped', 'the problem to be over')
  assert.equal((await log()).length, 2)
})

const report = ({ write }: TestWorkspace, id: string, customerId: string) =>
  write((tx) =>
    reportContent(
      { ...tx, actor: { type: 'customer', id: customerId } },
      { of: 'feedback_id', id },
      'private',
      customerId,
    ),
  )
