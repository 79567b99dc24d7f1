import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Signer } from '../platform/crypto/secret-key.ts'
import { createTestApp, testSecretKey } from '../test/test-app.ts'
import { addVote } from './on-behalf.ts'
import { listVoters } from './voters.ts'

const caps = { free: null, starter: null, growth: null }
const app = await createTestApp()
const acme = await app.workspace()
const signer = new Signer(testSecretKey, 'cursors')

test('finds voters by a part of their name, email address or external id, page by page', async () => {
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  const voters = [
    { name: 'Ada Lovelace', email: 'ada@example.com' },
    { name: 'Grace Hopper', email: 'grace@navy.example' },
    { externalId: 'ada_42' },
    { externalId: 'adax42' },
  ]
  for (const voter of voters) await acme.write((tx) => addVote(tx, id, voter, caps))
  const find = (search: string | undefined, limit?: number, cursor?: string) =>
    acme.write((tx) => listVoters(tx, id, { search, limit, cursor }, signer))
  const names = async (search: string) =>
    (await find(search)).data.map(({ name, externalId }) => name ?? externalId).sort()
  assert.deepEqual(await names('ADA'), ['Ada Lovelace', 'ada_42', 'adax42'])
  assert.deepEqual(await names('a_4'), ['ada_42'])
  assert.deepEqual(await names('navy'), ['Grace Hopper'])
  assert.deepEqual(await names('nobody'), [])
  const first = await find('ada', 2)
  const rest = await find('ada', 2, first.pagination.nextCursor!)
  assert.equal(new Set([...first.data, ...rest.data].map((voter) => voter.id)).size, 3)
  await assert.rejects(find('grace', 2, first.pagination.nextCursor!), { code: 'validation_error' })
})
