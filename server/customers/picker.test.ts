import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../platform/ids.ts'
import { createTestApp } from '../test/test-app.ts'
import { findCustomerOption, searchCustomerOptions, toSubmitter } from './picker.ts'

const app = await createTestApp()
const acme = await app.workspace()
const other = await app.workspace()

const track = (workspace: typeof acme, submitter: object) =>
  workspace.api.create('/feedback', { title: 'Dark mode', submitter })
await track(acme, { email: 'ines@example.com', name: 'Inês Prado' })
await track(acme, { externalId: 'u_100%', name: 'Tove' })
await track(other, { email: 'ines@example.org', name: 'Inês Stranger' })

const namesOf = async (search?: string) =>
  (await acme.write((tx) => searchCustomerOptions(tx, search))).map(({ name }) => name)

test('finds customers by name, email and external id, in their own workspace only', async () => {
  assert.deepEqual(await namesOf('inês'), ['Inês Prado'])
  assert.deepEqual(await namesOf('INES@example'), ['Inês Prado'])
  assert.deepEqual(await namesOf('100%'), ['Tove'])
  assert.deepEqual(await namesOf('10_%'), [])
  assert.deepEqual(await namesOf(), ['Tove', 'Inês Prado'])
})

test('converts a chosen customer to their submitter, and finds none for an unknown, malformed or foreign id', async () => {
  const [tove] = await acme.write((tx) => searchCustomerOptions(tx, 'Tove'))
  assert.deepEqual(toSubmitter(tove!), { externalId: 'u_100%' })
  assert.deepEqual(await acme.write((tx) => findCustomerOption(tx, tove!.id)), tove)
  for (const id of [newId(), 'malformed']) assert.equal(await acme.write((tx) => findCustomerOption(tx, id)), null)
  assert.equal(await other.write((tx) => findCustomerOption(tx, tove!.id)), null)
})
