import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reviewComment, undoCommentReviews } from '../comments/review/decide.ts'
import { countPendingFeedback } from '../feedback/console/counts.ts'
import { undoStageChanges } from '../feedback/lifecycle/undo-stage-changes.ts'
import { createPortalClient, formTokenField, signInCustomer } from '../test/clients/portal-client.ts'
import { createTestApp } from '../test/test-app.ts'
import { dismissReports, removeReported, undoDismissals } from './decide.ts'
import { listReportedItems } from './queue.ts'

const app = await createTestApp()

async function scene() {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode', submitter: { email: 'eve@x.example' } })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const author = { submitter: { email: 'eve@x.example', name: 'Eve' } }
  const comment = await acme.api.create(`/feedback/${id}/comments`, { body: 'CANARY-6 insult', ...author })
  const [ada, bob] = [
    await signInCustomer(app, acme, { email: 'ada@x.example' }),
    await signInCustomer(app, acme, { email: 'bob@x.example' }),
  ]
  const queue = () => acme.write((tx) => listReportedItems(tx, 25))
  const page = async () => (await bob.get(`/requests/${id}`)).text
  const counts = async () => (await acme.api.get(`/feedback/${id}`)).body.data.comments as number
  const decide = <T>(work: (tx: Parameters<typeof dismissReports>[0]) => Promise<T>) =>
    acme.write((tx) => work({ ...tx, requestId: 'decision' }))
  return { acme, id, comment: comment.id as string, ada, bob, queue, page, counts, decide }
}

test('offers the report to signed-in customers, counts it once per person and item, and queues it with its reasons', async () => {
  const { acme, id, comment, ada, bob, queue } = await scene()
  const path = `/requests/${id}/comments/${comment}/report`
  const signedOut = createPortalClient(app, acme)
  assert.doesNotMatch((await signedOut.get(`/requests/${id}`)).text, /\/report"/)
  assert.match((await signedOut.get(path)).headers.get('location')!, /\/sign-in\?next=/)
  assert.match((await ada.get(`/requests/${id}`)).text, new RegExp(`${path}"[\\s\\S]*>Report<`))
  assert.match((await ada.get(path)).text, /<h1>Report a comment[\s\S]*value="offensive"/)
  for (let n = 0; n < 3; n += 1) {
    const sent = await ada.post(path, { reason: 'offensive' })
    assert.equal(sent.headers.get('location'), `/p/${acme.slug}/requests/${id}?reported#discussion`)
  }
  assert.match((await ada.get(`/requests/${id}?reported`)).text, /Thanks for your report/)
  await bob.post(path, { reason: 'spam' })
  await bob.post(`/requests/${id}/report`, { reason: 'spam' })
  const items = await queue()
  assert.deepEqual(
    items.map(({ of, body, reasons, author }) => [of, body, reasons, author?.email]),
    [
      ['comment', 'CANARY-6 insult', { offensive: 1, spam: 1 }, 'eve@x.example'],
      ['request', '', { spam: 1 }, 'eve@x.example'],
    ],
  )
  assert.equal(await acme.write((tx) => countPendingFeedback(tx)), 2)
})

test('rejects reports of hidden content, of the team, without a reason, and beyond ten an hour', async () => {
  const { acme, id, comment, ada, queue } = await scene()
  const hidden = await acme.api.create('/feedback', { title: 'Hidden' })
  const staff = await acme.api.create(`/feedback/${id}/comments`, { body: 'Hi', kind: 'staff_reply' })
  const cases = [`/requests/${hidden.id}/report`, `/requests/${id}/comments/${staff.id}/report`, '/requests/x/report']
  for (const path of cases) assert.equal((await ada.post(path, { reason: 'spam' })).status, 404, path)
  const path = `/requests/${id}/comments/${comment}/report`
  assert.equal((await ada.post(path, { reason: 'dislike' })).status, 400)
  assert.deepEqual(await queue(), [])
  const statuses: number[] = []
  for (let n = 0; n < 10; n += 1) statuses.push((await ada.post(path, { reason: 'spam' })).status)
  assert.deepEqual(new Set(statuses), new Set([303, 429]))
})

test('keeps a reported comment, and reopens its reports with an undo', async () => {
  const { id, comment, ada, queue, page, decide } = await scene()
  await ada.post(`/requests/${id}/comments/${comment}/report`, { reason: 'other' })
  await decide((tx) => dismissReports(tx, comment))
  assert.deepEqual(await queue(), [])
  assert.match(await page(), /CANARY-6/)
  await ada.post(`/requests/${id}/comments/${comment}/report`, { reason: 'other' })
  assert.deepEqual(await queue(), [])
  assert.deepEqual(await decide((tx) => undoDismissals(tx, 'decision')), [comment])
  assert.equal((await queue()).length, 1)
})

test('removes a reported comment from pages, API and count, and restores it with an undo', async () => {
  const { acme, id, comment, ada, queue, page, counts, decide } = await scene()
  await ada.post(`/requests/${id}/comments/${comment}/report`, { reason: 'offensive' })
  await decide((tx) => removeReported(tx, comment))
  assert.deepEqual([await counts(), await queue()], [0, []])
  assert.doesNotMatch(await page(), /CANARY-6/)
  assert.deepEqual((await acme.api.get(`/feedback/${id}/comments`)).body.data, [])
  await decide((tx) => undoCommentReviews(tx, 'decision'))
  assert.equal(await counts(), 1)
  assert.match(await page(), /CANARY-6/)
})

test('keeps the place of a removed comment with replies, without its text and author', async () => {
  const { acme, id, comment, ada, page, counts, decide } = await scene()
  await acme.api.create(`/feedback/${id}/comments`, { body: 'A calm answer', parentId: comment })
  await ada.post(`/requests/${id}/comments/${comment}/report`, { reason: 'offensive' })
  await decide((tx) => removeReported(tx, comment))
  const text = await page()
  assert.match(text, /Removed by the team\.[\s\S]*A calm answer/)
  assert.doesNotMatch(text, /CANARY-6|>Eve</)
  assert.equal(await counts(), 2)
  await decide((tx) => undoCommentReviews(tx, 'decision'))
  assert.match(await page(), /CANARY-6/)
  assert.deepEqual(await decide((tx) => undoDismissals(tx, 'decision')), [comment])
})

test('keeps a reply that waits for review when the comment that it answers is removed', async () => {
  const { acme, id, comment, ada, bob, page, decide } = await scene()
  await app.database.pool.query(`update boards set reviews_comments = 'all' where workspace_id = $1`, [acme.id])
  const sent = await bob.post(`/requests/${id}/comments`, {
    body: 'A waiting answer',
    parent: comment,
    ...formTokenField(acme),
  })
  const reply = /#c-([0-9a-f-]{36})$/.exec(sent.headers.get('location')!)![1]!
  await ada.post(`/requests/${id}/comments/${comment}/report`, { reason: 'offensive' })
  await decide((tx) => removeReported(tx, comment))
  await acme.write((tx) => reviewComment(tx, reply, 'approved'))
  assert.match(await page(), /Removed by the team\.[\s\S]*A waiting answer/)
})

test('rejects a reported request, which an undo restores', async () => {
  const { acme, id, ada, bob, decide, queue } = await scene()
  await ada.post(`/requests/${id}/report`, { reason: 'spam' })
  await decide((tx) => removeReported(tx, id))
  assert.deepEqual([(await bob.get(`/requests/${id}`)).status, await queue()], [404, []])
  await decide((tx) => undoStageChanges(tx, 'decision'))
  assert.equal((await bob.get(`/requests/${id}`)).status, 200)
  assert.equal((await acme.api.get(`/feedback/${id}`)).body.data.status, 'approved')
  assert.deepEqual(await decide((tx) => undoDismissals(tx, 'decision')), [id])
  assert.equal((await queue()).length, 1)
})
