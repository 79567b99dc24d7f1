import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeFeedback } from '../feedback/merge/merge.ts'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'

const app = await createTestApp({ caps: { free: 1, starter: 1, growth: null } })

const customer = async ({ api }: TestWorkspace, externalId: string) =>
  (await api.put('/customers', { externalId, name: externalId })).body.data

const votesOf = async ({ api }: TestWorkspace, id: string): Promise<number> =>
  (await api.get(`/feedback/${id}`)).body.data.votes

test('sets and removes a vote idempotently', async () => {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  const voter = await customer(acme, 'u1')
  const path = `/feedback/${id}/votes/${voter.id}`
  const first = await acme.api.put(path)
  assert.equal(first.status, 201)
  assert.deepEqual(
    [first.body.data.feedbackId, first.body.data.customerId, Object.keys(first.body.data).length],
    [id, voter.id, 3],
  )
  const again = await acme.api.put(path.toUpperCase().replace('/FEEDBACK', '/feedback').replace('/VOTES', '/votes'), {})
  assert.deepEqual([again.status, again.body], [200, first.body])
  assert.equal(await votesOf(acme, id), 1)
  for (const _ of [1, 2]) assert.equal((await acme.api.delete(path)).status, 204)
  assert.equal(await votesOf(acme, id), 0)
  const { rows } = await app.database.pool.query(
    `select type from audit_events where target_id = $1 and type like 'feedback.%voted' order by id`,
    [id],
  )
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['feedback.voted', 'feedback.unvoted'],
  )
})

test('counts concurrent votes of one customer once', async () => {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  const voter = await customer(acme, 'u1')
  const answers = await Promise.all(Array.from({ length: 8 }, () => acme.api.put(`/feedback/${id}/votes/${voter.id}`)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [...Array(7).fill(200), 201])
  assert.equal(await votesOf(acme, id), 1)
})

test('lists the votes of a request with their customers, and those of a customer with their requests', async () => {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  const voters = []
  for (const name of ['u1', 'u2', 'u3']) {
    const voter = await customer(acme, name)
    await acme.api.put(`/feedback/${id}/votes/${voter.id}`)
    voters.unshift(voter)
  }
  const votes = await acme.api.listAll(`/feedback/${id}/votes`, 2)
  assert.deepEqual(
    votes.map((vote) => vote.customer),
    voters.map(({ id: customerId, externalId, email, name }) => ({ id: customerId, externalId, email, name })),
  )
  const other = await acme.api.create('/feedback', { title: 'Light mode' })
  await acme.api.put(`/feedback/${other.id}/votes/${voters[0].id}`)
  const own = await acme.api.listAll(`/customers/${voters[0].id}/votes`, 1)
  assert.deepEqual(
    own.map(({ feedback }) => feedback),
    [
      { id: other.id, title: 'Light mode', stage: 'pending' },
      { id, title: 'Dark mode', stage: 'pending' },
    ],
  )
  const { customer: _, ...vote } = votes[0]
  const { feedback: __, ...same } = own[1]
  assert.deepEqual(same, vote)
})

test('resolves the id of a merged request in every operation', async () => {
  const acme = await app.workspace()
  const source = await acme.api.create('/feedback', { title: 'Dark theme', submitter: { externalId: 'u0' } })
  const target = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.write((tx) => mergeFeedback(tx, source.id, target.id))
  const voter = await customer(acme, 'u1')
  const { status, body } = await acme.api.put(`/feedback/${source.id}/votes/${voter.id}`)
  assert.deepEqual([status, body.data.feedbackId], [201, target.id])
  const first = (await acme.api.get(`/feedback/${source.id}/votes?limit=1`)).body
  assert.deepEqual(first.data[0].customer.externalId, 'u1')
  const next = await acme.api.get(`/feedback/${source.id}/votes?limit=1&cursor=${first.pagination.nextCursor}`)
  assert.deepEqual(next.body.data[0].customer.externalId, 'u0')
  assert.equal((await acme.api.delete(`/feedback/${source.id}/votes/${voter.id}`)).status, 204)
  assert.equal(await votesOf(acme, target.id), 1)
})

test('at the cap of customers, rejects a visitor’s first vote and accepts those of tracked customers', async () => {
  const acme = await app.workspace({ plan: 'free' })
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  const voter = await customer(acme, 'u1')
  const { rows } = await app.database.pool.query(
    `insert into customers (workspace_id, id, email, is_tracked, created_at)
     values ($1, uuidv7(), 'visitor@example.com', false, now()) returning id`,
    [acme.id],
  )
  assert.equal((await acme.api.put(`/feedback/${id}/votes/${voter.id}`)).status, 201)
  const refused = await acme.api.put(`/feedback/${id}/votes/${rows[0].id}`)
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'forbidden'])
  assert.equal(await votesOf(acme, id), 1)
})
