import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCustomer } from '../../customers/create.ts'
import { resumeStoppedMail } from '../preferences/resume-bounced-mail.ts'
import { asRole, forbidden } from '../../test/support/roles.ts'
import { createWorld } from '../../test/test-app.ts'
import { mailHealth } from './health.ts'

const world = await createWorld()
const [acme, globex] = [await world.workspace(), await world.workspace()]
const caps = { free: null, starter: null, growth: null }

test('how mail goes is told of one workspace, to owners and admins: what waits, why, what was refused', async () => {
  const entry = await acme.api.made('/changelog', { title: 'News' })
  await acme.write(async (tx) => {
    const [due, failed] = [
      await createCustomer(tx, { email: 'ada@example.com' }, caps),
      await createCustomer(tx, { email: 'bea@example.com' }, caps),
    ]
    const common = { workspace_id: acme.id, entry_id: entry.id, created_at: tx.now, due_at: tx.now }
    await tx.db
      .insertInto('announcements')
      .values({ workspace_id: acme.id, entry_id: entry.id, due_at: tx.now })
      .execute()
    await tx.db
      .insertInto('deliveries')
      .values([
        { ...common, customer_id: due.id, state: 'due', error: 'the server is away' },
        { ...common, customer_id: failed.id, state: 'failed', error: 'no such mailbox', ended_at: tx.now },
      ])
      .execute()
    await tx.db
      .updateTable('customers')
      .set({ mail_stopped_at: tx.now })
      .where('workspace_id', '=', acme.id)
      .where('id', '=', failed.id)
      .execute()
  })
  const health = await acme.write((tx) => mailHealth(asRole(tx, 'admin')))
  assert.deepEqual([health.waiting, health.putOff.count, health.putOff.words], [1, 1, 'the server is away'])
  assert.equal(health.stoppedAddresses, 1)
  assert.deepEqual(
    health.refusals.map(({ name, title, words }) => [name, title, words]),
    [['bea@example.com', 'News', 'no such mailbox']],
  )
  const other = await globex.write((tx) => mailHealth(tx))
  assert.deepEqual([other.waiting, other.stoppedAddresses, other.refusals], [0, 0, []])
  await assert.rejects(
    acme.write((tx) => mailHealth(asRole(tx, 'member'))),
    forbidden,
  )
})

test('members do not have stopped addresses written to again; admins do', async () => {
  await assert.rejects(
    acme.write((tx) => resumeStoppedMail(asRole(tx, 'member'))),
    forbidden,
  )
  assert.equal(await acme.write((tx) => resumeStoppedMail(asRole(tx, 'admin'))), 1)
})
