import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signInCustomer } from '../test/clients/portal-client.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../test/support/locks.ts'
import { forbiddenError } from '../test/support/roles.ts'
import { createTestApp, defaultCaps } from '../test/test-app.ts'
import { listEarlierNames } from './earlier-names.ts'
import { upsertSignedCustomer } from './identity/signed-identity.ts'
import { updateCustomer } from './update.ts'

const app = await createTestApp()

test('keeps earlier names with their dates for the team, regardless of who changes them, and exports and deletes them', async () => {
  const acme = await app.workspace()
  const ada = await signInCustomer(app, acme, { externalId: 'ada', email: 'ada@x.example', name: 'Ada' })
  await ada.post('/me/profile', { name: 'Countess' })
  await ada.post('/me/profile', { name: 'Countess' })
  await acme.write((tx) => updateCustomer(tx, ada.customerId, { name: 'A. King' }, defaultCaps))
  await acme.write((tx) => upsertSignedCustomer(tx, { externalId: 'ada', name: 'Lovelace' }))
  const names = await acme.write((tx) => listEarlierNames(tx, ada.customerId))
  assert.deepEqual(
    names.map(({ name, changedBy }) => [name, changedBy]),
    [
      ['A. King', 'token'],
      ['Countess', 'team'],
      ['Ada', 'customer'],
    ],
  )
  assert.match((await ada.get('/me/data.json')).text, /"earlierNames": \[[^\]]*Countess/)
  await assert.rejects(
    acme.write((tx) => listEarlierNames({ ...tx, actor: { type: 'customer', id: ada.customerId } }, ada.customerId)),
    forbiddenError,
  )
  await ada.post('/me/delete', {})
  const { rows } = await app.database.pool.query('select from customer_names where workspace_id = $1', [acme.id])
  assert.equal(rows.length, 0)
})

test('lets a customer change their name five times a day, even with concurrent requests', async () => {
  const acme = await app.workspace()
  const ada = await signInCustomer(app, acme, { email: 'ada@x.example', name: 'Ada' })
  const sent = await Promise.all(Array.from({ length: 8 }, (_, n) => ada.post('/me/profile', { name: `Name ${n}` })))
  assert.equal(sent.filter(({ status }) => status === 303).length, 5)
  const refused = sent.find(({ status }) => status === 400)!
  assert.match(refused.text, /5 times a day/)
  await app.database.pool.query(
    `update customer_names set created_at = created_at - interval '25 hours' where workspace_id = $1`,
    [acme.id],
  )
  assert.equal((await ada.post('/me/profile', { name: 'Lovelace' })).status, 303)
})

test('records each earlier name once when a customer and the team change the name at the same time', async () => {
  const acme = await app.workspace()
  const ada = await signInCustomer(app, acme, { externalId: 'ada', email: 'ada@x.example', name: 'Ada' })
  const lock = await startBlockingTransaction(app, 'select from customers where id = $1 for update', [ada.customerId])
  const changes = [
    ...['One', 'Two', 'Three'].map((name) => ada.post('/me/profile', { name })),
    acme.write((tx) => updateCustomer(tx, ada.customerId, { name: 'Four' }, defaultCaps)),
  ]
  await waitForBlockedConnections(app, changes.length)
  await lock.release()
  await Promise.all(changes)
  const earlier = await acme.write((tx) => listEarlierNames(tx, ada.customerId))
  const { rows } = await app.database.pool.query('select name from customers where id = $1', [ada.customerId])
  const names = [...earlier, ...rows].map(({ name }) => name)
  assert.deepEqual(names.toSorted(), ['Ada', 'Four', 'One', 'Three', 'Two'])
})
