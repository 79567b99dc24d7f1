import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCustomer } from '../../customers/create.ts'
import { asRole, forbiddenError } from '../../test/support/roles.ts'
import { createTestApp } from '../../test/test-app.ts'
import { resumeStoppedMail } from '../preferences/resume-bounced-mail.ts'
import { getMailHealth } from './health.ts'

const app = await createTestApp()
const [acme, globex] = [await app.workspace(), await app.workspace()]
const caps = { free: null, starter: null, growth: null }

test('reports waiting, postponed and failed deliveries of one workspace to owners and admins', async () => {
  const entry = await acme.api.create('/changelog', { title: 'News' })
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
      .insertInto('notification_deliveries')
      .values([
        { ...common, customer_id: due.id, state: 'due', error: 'the server is away' },
        { ...common, customer_id: failed.id, state: 'failed', error: 'no such mailbox', ended_at: tx.now },
      ])
      .execute()
    await tx.db
      .updateTable('customers')
      .set({ mail_bounced_at: tx.now })
      .where('workspace_id', '=', acme.id)
      .where('id', '=', failed.id)
      .execute()
  })
  const health = await acme.write((tx) => getMailHealth(asRole(tx, 'admin')))
  assert.deepEqual([health.waiting, health.postponed.count, health.postponed.response], [1, 1, 'the server is away'])
  assert.equal(health.bouncedAddresses, 1)
  assert.deepEqual(
    health.failures.map(({ name, title, response }) => [name, title, response]),
    [['bea@example.com', 'News', 'no such mailbox']],
  )
  const other = await globex.write((tx) => getMailHealth(tx))
  assert.deepEqual([other.waiting, other.bouncedAddresses, other.failures], [0, 0, []])
  await assert.rejects(
    acme.write((tx) => getMailHealth(asRole(tx, 'member'))),
    forbiddenError,
  )
})

test('lets admins, but not members, resume mail to bounced addresses', async () => {
  await assert.rejects(
    acme.write((tx) => resumeStoppedMail(asRole(tx, 'member'))),
    forbiddenError,
  )
  assert.equal(await acme.write((tx) => resumeStoppedMail(asRole(tx, 'admin'))), 1)
})
