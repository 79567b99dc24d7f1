import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteCustomer } from '../customers/deletion/delete.ts'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()
const ada = { email: 'ada@example.com', name: 'Ada Lovelace' }

/** Creates a customer with a request, a comment and a vote. */
async function prepare() {
  const acme = await app.workspace()
  const request = await acme.api.create('/feedback', {
    title: 'A private matter',
    description: 'Mine.',
    submitter: ada,
  })
  const other = await acme.api.create('/feedback', { title: 'Of another' })
  await acme.api.create(`/feedback/${other.id}/comments`, { body: 'What Ada wrote', submitter: ada })
  const [customer] = (await acme.api.get('/customers')).body.data
  const log = async () => JSON.stringify((await acme.api.get('/events?limit=100')).body.data)
  return { acme, request, customerId: customer.id as string, log }
}

test('deleting a customer with what they wrote erases both from the events, and keeps the events', async () => {
  const { acme, customerId, log } = await prepare()
  const before = JSON.parse(await log()).length
  await acme.write((tx) => deleteCustomer(tx, customerId, { withRequests: true }))
  const text = await log()
  for (const secret of [ada.email, ada.name, 'A private matter', 'Mine.', 'What Ada wrote']) {
    assert.ok(!text.includes(secret), secret)
  }
  assert.ok(text.includes('Of another'))
  const types = JSON.parse(text).map(({ type }: { type: string }) => type)
  assert.ok(types.length > before)
  for (const type of ['feedback.deleted', 'comment.deleted', 'customer.deleted']) assert.ok(types.includes(type), type)
})

test('deleting a customer without what they wrote erases only who they were', async () => {
  const { acme, customerId, log } = await prepare()
  await acme.write((tx) => deleteCustomer(tx, customerId))
  const text = await log()
  assert.ok(!text.includes(ada.email) && !text.includes(ada.name))
  assert.ok(text.includes('A private matter') && text.includes('What Ada wrote'))
  const deleted = JSON.parse(text).find(({ type }: { type: string }) => type === 'customer.deleted')
  assert.deepEqual([deleted.data.id, deleted.data.email, deleted.data.name], [customerId, null, null])
})
