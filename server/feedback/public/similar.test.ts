import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../boards/create.ts'
import { createPortalClient, signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp } from '../../test/test-app.ts'
import { setOwnVote } from '../../votes/set-own.ts'
import { listSimilarPublicRequests } from './similar.ts'

const app = await createTestApp()

test('returns five public requests even if many hidden ones are more similar', async () => {
  const acme = await app.workspace()
  await acme.write((tx) => createBoard(tx, { name: 'Secret', slug: 'secret' }))
  await acme.write((tx) => tx.db.updateTable('boards').set({ is_public: false }).where('slug', '=', 'secret').execute())
  const createRequest = async (title: string, status: string, more = {}) => {
    const { id } = await acme.api.create('/feedback', { title, ...more })
    await acme.api.patch(`/feedback/${id}/status`, { status })
    return id as string
  }
  const visible: string[] = []
  for (let n = 0; n < 6; n++) visible.push(await createRequest(`Calendar export in form ${n}`, 'approved'))
  for (let n = 0; n < 35; n++) {
    await createRequest('Calendar export of bookings', ['pending', 'rejected', 'spam'][n % 3]!)
    await createRequest('Calendar export of bookings', 'approved', { boardId: 'secret' })
  }
  const closed = await createRequest('Calendar export of bookings', 'approved')
  await acme.api.patch(`/feedback/${closed}/stage`, { stage: 'closed' })
  const title = 'Calendar export of bookings'
  const similar = await acme.write((tx) => listSimilarPublicRequests(tx, title, null))
  assert.equal(similar.length, 5)
  assert.ok(similar.every(({ id }) => visible.includes(id)))
  const { text } = await createPortalClient(app, acme).get(`/similar?${new URLSearchParams({ title })}`)
  assert.equal([...text.matchAll(/class="similar-item"/g)].length, 5)
  assert.doesNotMatch(text, /of bookings/)
})

test('marks the votes of the viewer', async () => {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const { customerId } = await signInCustomer(app, acme, { email: 'ada@example.com' })
  const caps = { free: null, starter: null, growth: null }
  await acme.write((tx) =>
    setOwnVote({ ...tx, actor: { type: 'customer', id: customerId } }, id, true, { customerId, caps }),
  )
  const listVoted = (viewer: string | null) =>
    acme.write(async (tx) => (await listSimilarPublicRequests(tx, 'Dark modes', viewer)).map(({ isVoted }) => isVoted))
  assert.deepEqual([await listVoted(customerId), await listVoted(null)], [[true], [false]])
})
