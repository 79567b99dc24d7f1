import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'
import { exportInsights, type InsightReport } from './export.ts'
import { getInsights } from './insights.ts'

const now = '2026-03-29T12:00:00.000Z'
const app = await createTestApp({ now })

const insights = (acme: TestWorkspace, weeks = 4) => acme.write((scope) => getInsights({ ...scope, now }, 'UTC', weeks))

/** Creates a request at a time, and optionally a public reply some minutes later. */
async function createRequest(acme: TestWorkspace, at: string, body: object = {}, replyAfterMinutes?: number) {
  app.setClock(at)
  const { id } = await acme.api.create('/feedback', { title: `At ${at}`, ...body })
  if (replyAfterMinutes !== undefined) {
    app.setClock(new Date(Date.parse(at) + replyAfterMinutes * 60_000).toISOString())
    await acme.api.create(`/feedback/${id}/comments`, { body: 'Soon', kind: 'staff_reply' })
  }
  app.setClock(now)
  return id as string
}

test('returns zeros and no median for a new workspace', async () => {
  const { activity, replies, boards, customers } = await insights(await app.workspace())
  assert.equal(activity.length, 28)
  assert.deepEqual(replies, { medianSeconds: null, answered: 0, considered: 0, isCapped: false })
  assert.deepEqual([boards, customers], [[], { list: [], isCapped: false }])
})

test('takes the median of the first public replies to the requests of the range', async () => {
  const acme = await app.workspace()
  await createRequest(acme, '2026-03-20T12:00:00.000Z', {}, 10)
  await createRequest(acme, '2026-03-21T12:00:00.000Z', {}, 20)
  const last = await createRequest(acme, '2026-03-22T12:00:00.000Z', {}, 90)
  await acme.api.create(`/feedback/${last}/comments`, { body: 'Again', kind: 'staff_reply' })
  // Neither a note nor a customer's comment is a reply.
  const open = await createRequest(acme, '2026-03-23T12:00:00.000Z')
  await acme.api.create(`/feedback/${open}/comments`, { body: 'Hm', kind: 'staff_reply', isInternal: true })
  await acme.api.create(`/feedback/${open}/comments`, { body: 'Me too' })
  for (const status of ['rejected', 'spam']) {
    const id = await createRequest(acme, '2026-03-24T12:00:00.000Z')
    await acme.api.patch(`/feedback/${id}/status`, { status })
  }
  await createRequest(acme, '2026-01-10T12:00:00.000Z', {}, 5)
  assert.deepEqual((await insights(acme)).replies, {
    medianSeconds: 1_200,
    answered: 3,
    considered: 4,
    isCapped: false,
  })
  assert.equal((await insights(acme, 12)).replies.considered, 5)
})

test('ranks boards and customers by activity in the range, in this workspace only', async () => {
  const [acme, other] = [await app.workspace(), await app.workspace()]
  await acme.api.create('/boards', { name: 'Bugs', slug: 'bugs' })
  const ada = { externalId: 'ada', name: 'Ada' }
  const bob = { externalId: 'bob' }
  for (const day of ['20', '21'])
    await createRequest(acme, `2026-03-${day}T12:00:00.000Z`, { boardId: 'bugs', submitter: ada })
  await createRequest(acme, '2026-03-22T12:00:00.000Z', { submitter: bob })
  await createRequest(acme, '2026-01-10T12:00:00.000Z', { submitter: bob })
  await createRequest(other, '2026-03-22T12:00:00.000Z', { submitter: { externalId: 'eve' } })
  const { boards, customers } = await insights(acme)
  assert.deepEqual(boards.map(({ slug, requests }) => [slug, requests]).slice(0, 1), [['bugs', 2]])
  assert.equal(boards.length, 2)
  assert.deepEqual(
    customers.list.map(({ externalId, requests, votes }) => [externalId, requests, votes]),
    [
      ['ada', 2, 2],
      ['bob', 1, 1],
    ],
  )
  const longer = await insights(acme, 12)
  assert.deepEqual(
    longer.customers.list.map(({ requests }) => requests),
    [2, 2],
  )
})

test('exports each report as CSV, and customers for administrators only', async () => {
  const acme = await app.workspace()
  await createRequest(acme, '2026-03-22T12:00:00.000Z', { submitter: { externalId: 'ada', name: '=1+1' } }, 10)
  const csv = (report: InsightReport, role: 'admin' | 'member' = 'member') =>
    acme.write((scope) =>
      exportInsights({ ...scope, now, actor: { type: 'member', id: scope.workspaceId, role } }, report, 'UTC', 4),
    )
  assert.match(await csv('activity'), /^\ufeffday,requests,votes\r\n2026-03-02,0,0\r\n[\s\S]*2026-03-22,1,1\r\n/)
  assert.match(await csv('replies'), /,2026-03-22T12:00:00.000Z,600\r\n$/)
  assert.match(await csv('boards'), /,1\r\n$/)
  await assert.rejects(csv('customers'), { code: 'forbidden' })
  assert.match(await csv('customers', 'admin'), /,'=1\+1,,ada,1,1\r\n$/)
})
