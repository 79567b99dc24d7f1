import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setStages } from '../../feedback/lifecycle/set-stage.ts'
import { mergeFeedback } from '../../feedback/merge/merge.ts'
import type { FeedbackStatus } from '../../feedback/schema.ts'
import { newId } from '../../platform/ids.ts'
import { createDigestFixtures } from '../../test/fixtures/digests.ts'
import { createTestApp } from '../../test/test-app.ts'
import { listRecordedNews } from '../events/recorded.ts'
import { countRecipients } from './count-recipients.ts'

const app = await createTestApp()
const { pool } = app.database
const digests = await createDigestFixtures(app)

test('reports exactly whom a bulk change emails', async () => {
  const acme = await app.workspace()
  const file = async (name: string, status: FeedbackStatus): Promise<string> => {
    const submitter = { email: `${name}@example.com` }
    const { id } = await acme.api.create('/feedback', { title: `Request of ${name}`, submitter })
    if (status !== 'pending') await acme.api.patch(`/feedback/${id}/status`, { status })
    return id
  }
  const ids = await Promise.all([
    ...Array.from({ length: 6 }, (_, index) => file(`voter${index % 3}`, 'approved')),
    file('waiting', 'pending'),
    file('spam', 'spam'),
    file('closed', 'approved'),
    file('planned', 'approved'),
    file('bounced', 'approved'),
    file('unsubscribed', 'approved'),
  ])
  const [closed, planned] = [ids[8]!, ids[9]!]
  // The voters of the merged request follow the target.
  const source = await file('merged', 'approved')
  await acme.write((tx) => mergeFeedback(tx, source, ids[0]!))
  await acme.write((tx) => setStages(tx, [closed], 'closed'))
  await acme.write((tx) => setStages(tx, [planned], 'planned'))
  const set = (name: string, column: string) =>
    pool.query(`update customers set ${column} = now() where workspace_id = $1 and email = $2`, [
      acme.id,
      `${name}@example.com`,
    ])
  await set('bounced', 'mail_bounced_at')
  await set('unsubscribed', 'mail_opted_out_at')
  await pool.query('delete from notification_events where workspace_id = $1', [acme.id])
  const requestId = newId()
  await acme.write((tx) => setStages({ ...tx, requestId }, ids, 'planned'))
  const { stages } = await acme.write((tx) => listRecordedNews(tx, requestId))
  const { count } = await acme.write((tx) => countRecipients(tx, stages, { kind: 'stages' }))
  const told = new Set((await digests.deliverDue(3)).map(({ to }) => to))
  assert.equal(told.size, count)
  assert.deepEqual([...told].filter((to) => !to.startsWith('voter')).sort(), [
    'closed@example.com',
    'merged@example.com',
    'spam@example.com',
    'waiting@example.com',
  ])
})
