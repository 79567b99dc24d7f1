import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishScheduledEntries } from '../changelog/publishing/publish-scheduled.ts'
import { upsertVisitor } from '../customers/identity/identify.ts'
import { setStage } from '../feedback/lifecycle/set-stage.ts'
import { mergeFeedback } from '../feedback/merge/merge.ts'
import { unmergeFeedback } from '../feedback/merge/unmerge.ts'
import { applyRetention } from '../retention/apply.ts'
import { updateRetention } from '../retention/settings.ts'
import { postComment, setReviewPolicy, submitRequest } from '../test/clients/own-content.ts'
import { formTokenField, signInCustomer } from '../test/clients/portal-client.ts'
import { createAccountFixtures } from '../test/fixtures/accounts.ts'
import { asRole } from '../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'

const app = await createTestApp()
const { pool } = app.database
const system = { type: 'system', id: null, name: null }

interface Event {
  type: string
  actor: { type: string; id: string | null; name: string | null }
}

const actorsOf = async ({ api }: TestWorkspace, type: string): Promise<Event['actor'][]> =>
  (await api.get(`/events?type=${type}&limit=100`)).body.data.map(({ actor }: Event) => actor)

test('events of changes in the console name the team member as their actor', async () => {
  const { createMember } = await createAccountFixtures(app)
  const acme = await app.workspace()
  const { memberId, accountId } = await createMember(acme, 'member')
  await pool.query(`update accounts set name = 'Mara' where id = $1`, [accountId])
  const create = async (title: string): Promise<string> => (await acme.api.create('/feedback', { title })).id
  const [source, target] = [await create('Source'), await create('Target')]
  await acme.api.create(`/feedback/${source}/promote`, { status: 'planned' })
  const asMember = <T>(work: Parameters<typeof acme.write<T>>[0]) =>
    acme.write((tx) => work(asRole(tx, 'member', memberId)))
  await asMember((tx) => setStage(tx, target, 'completed'))
  await asMember((tx) => mergeFeedback(tx, source, target))
  await asMember((tx) => unmergeFeedback(tx, source))
  const mara = { type: 'member', id: memberId, name: 'Mara' }
  const types = [
    'feedback.merged',
    'feedback.unmerged',
    'feedback.updated',
    'roadmap.updated',
    'roadmap.status_changed',
  ]
  for (const type of types) {
    const actors = await actorsOf(acme, type)
    assert.ok(actors.length > 0, type)
    for (const actor of actors) assert.deepEqual(actor, mara, type)
  }
  assert.deepEqual((await actorsOf(acme, 'feedback.stage_changed')).at(-1), mara)
})

test('events of changes on the portal name the customer as their actor', async () => {
  const acme = await app.workspace()
  await setReviewPolicy(app, acme, 'none', 'none')
  const ada = await signInCustomer(app, acme, { email: 'ada@example.com', name: 'Ada' })
  const eve = await signInCustomer(app, acme, { email: 'eve@example.com', name: 'Eve' })
  const id = await submitRequest(ada, acme, 'Dark mode')
  await postComment(eve, acme, id, 'Please.')
  await eve.post(`/requests/${id}/vote`, { vote: 'cast', ...formTokenField(acme) })
  const actorOf = ({ customerId }: { customerId: string }, name: string) => ({ type: 'customer', id: customerId, name })
  assert.deepEqual(await actorsOf(acme, 'feedback.created'), [actorOf(ada, 'Ada')])
  for (const type of ['comment.created', 'vote.created']) {
    assert.deepEqual(await actorsOf(acme, type), [actorOf(eve, 'Eve')], type)
  }
})

test('the event of a scheduled publication has the system as its actor', async () => {
  const acme = await app.workspace()
  const [soon, later] = [60_000, 120_000].map((ms) => new Date(Date.now() + ms).toISOString())
  const schedule = { scheduledPublishAt: soon, scheduledTimezone: 'Europe/Berlin' }
  const { id } = await acme.api.create('/changelog', { title: 'CSV export', ...schedule })
  assert.deepEqual(await publishScheduledEntries(app, later!), [id])
  assert.deepEqual(await actorsOf(acme, 'changelog.published'), [system])
  assert.deepEqual(
    (await actorsOf(acme, 'changelog.scheduled')).map(({ type }) => type),
    ['api_key'],
  )
})

test('the event of a customer whom data retention deletes has the system as its actor', async () => {
  const acme = await app.workspace()
  const rules = { inactiveMonths: null, visitorDays: 30, contextMonths: null }
  await acme.write((tx) => updateRetention(tx, rules))
  await acme.write((tx) => upsertVisitor(tx, { email: 'visitor@example.com' }))
  await pool.query(`update customers set created_at = created_at - interval '31 days' where workspace_id = $1`, [
    acme.id,
  ])
  assert.equal((await applyRetention(app, new AbortController().signal)).customers, 1)
  assert.deepEqual(await actorsOf(acme, 'customer.deleted'), [system])
})
