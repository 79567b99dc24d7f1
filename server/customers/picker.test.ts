import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../platform/ids.ts'
import { createTestApp } from '../test/test-app.ts'
import { findCustomerOption, searchCustomerOptions, toSubmitter } from './picker.ts'

const world = await createTestApp()
const acme = await world.workspace()
const other = await world.workspace()

const track = (workspace: typeof acme, submitter: object) =>
  workspace.api.create('/feedback', { title: 'Dark mode', submitter })
await track(acme, { email: 'ines@example.com', name: 'Inês Prado' })
await track(acme, { externalId: 'u_100%', name: 'Tove' })
await track(other, { email: 'ines@example.org', name: 'Inês Stranger' })

const namesOf = async (search?: string) =>
  (await acme.write((tx) => searchCustomerOptions(tx, search))).map(({ name }) => name)

test('customers are found by name, address and external id, in their own workspace only', async () => {
  assert.deepEqual(await namesOf('inês'), ['Inês Prado'])
  assert.deepEqual(await namesOf('INES@example'), ['Inês Prado'])
  assert.deepEqual(await namesOf('100%'), ['Tove'])
  assert.deepEqual(await namesOf('10_%'), [])
  assert.deepEqual(await namesOf(), ['Tove', 'Inês Prado'])
})

test('a customer who was picked is the submitter that they are known as; a stranger is nobody', async () => {
  const [tove] = await acme.write((tx) => searchCustomerOptions(tx, 'Tove'))
  assert.deepEqual(toSubmitter(tove!), { externalId: 'u_100%' })
  assert.deepEqual(await acme.write((tx) => findCustomerOption(tx, tove!.id)), tove)
  for (const id of [newId(), 'nobody']) assert.equal(await acme.write((tx) => findCustomerOption(tx, id)), null)
  assert.equal(await other.write((tx) => findCustomerOption(tx, tove!.id)), null)
})
