import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../boards/create.ts'
import { publishUnchangedEntry } from '../../changelog/console/publish.ts'
import { moveToBoard } from '../../feedback/organize/move-to-board.ts'
import { addTags } from '../../feedback/organize/set-tags.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { addVote } from '../../votes/on-behalf.ts'
import { countAnnouncementRecipients } from '../recipients/announcement-recipients.ts'
import { fanOut } from '../recipients/fan-out.ts'
import type { Audience } from './audience.ts'
import { getDeliveryReport } from './delivery-report.ts'

const app = await createTestApp()
const { pool } = app.database
const caps = { free: null, starter: null, growth: null }

/** Creates an entry that links to a request by Ada with a vote by Bea; Cara has voted for another request. */
async function createEntry(acme: TestWorkspace) {
  const request = await acme.api.create('/feedback', { title: 'Export', submitter: { email: 'ada@example.com' } })
  await acme.write((tx) => addVote(tx, request.id, { email: 'bea@example.com' }, caps))
  await acme.api.create('/feedback', { title: 'Other', submitter: { email: 'cara@example.com' } })
  return acme.api.create('/changelog', { title: 'CSV export', linkedFeedbackIds: [request.id] })
}

async function publish(acme: TestWorkspace, audience: Audience) {
  const { id, updatedAt } = await createEntry(acme)
  const predicted = await acme.write((tx) =>
    publishUnchangedEntry(tx, { id, updatedAt }, { audience, completion: null }),
  )
  while (await acme.write((tx) => fanOut(tx, { entryId: id })));
  const { rows } = await pool.query(
    `select c.email from notification_deliveries d
     join customers c on c.workspace_id = d.workspace_id and c.id = d.customer_id
     where d.entry_id = $1 order by c.email`,
    [id],
  )
  return { id, predicted: predicted.recipients, emails: rows.map(({ email }) => email) }
}

test('tells everyone, or only those who asked for a linked request, as many as predicted', async () => {
  const everyone = await publish(await app.workspace(), 'everyone')
  assert.deepEqual(everyone.emails, ['ada@example.com', 'bea@example.com', 'cara@example.com'])
  const asked = await publish(await app.workspace(), 'asked')
  assert.deepEqual(asked.emails, ['ada@example.com', 'bea@example.com'])
  assert.deepEqual([everyone.predicted, asked.predicted], [3, 2])
})

test('tells those who asked for a request on a board or with a tag', async () => {
  const acme = await app.workspace()
  const { id: requestId } = await acme.api.create('/feedback', {
    title: 'Sync',
    submitter: { email: 'dan@example.com' },
  })
  const { id: spam } = await acme.api.create('/feedback', { title: 'Pills', submitter: { email: 'fay@example.com' } })
  await acme.api.patch(`/feedback/${requestId}/status`, { status: 'approved' })
  await acme.api.patch(`/feedback/${spam}/status`, { status: 'spam' })
  const tag = await acme.tag('Calendar')
  await acme.write((tx) => addTags(tx, [requestId, spam], [tag.id]))
  const tagged = await publish(acme, `tag:${tag.id}`)
  assert.deepEqual([tagged.emails, tagged.predicted], [['dan@example.com'], 1])
  const board = await acme.write((tx) => createBoard(tx, { name: 'Ideas', slug: 'ideas' }))
  await acme.write((tx) => moveToBoard(tx, [requestId], board.id))
  await acme.write((tx) => addVote(tx, requestId, { email: 'eve@example.com' }, caps))
  const onBoard = await publish(acme, `board:${board.id}`)
  assert.deepEqual([onBoard.emails, onBoard.predicted], [['dan@example.com', 'eve@example.com'], 2])
})

test('tells nobody who unsubscribed, even if they asked', async () => {
  const acme = await app.workspace()
  const { linkedFeedbackIds: linkedIds } = await createEntry(acme)
  await pool.query(
    `update customers set notify_changelog = false where workspace_id = $1 and email = 'bea@example.com'`,
    [acme.id],
  )
  const counts = await acme.write((tx) => countAnnouncementRecipients(tx, { audience: 'asked', linkedIds }))
  assert.deepEqual(counts, { recipients: 1, suppressed: 1, withoutAddress: 0 })
})

test('publishes without email: no delivery, no job, and the choice is kept', async () => {
  const acme = await app.workspace()
  const countJobs = async () =>
    (await pool.query(`select from pgboss.job where data->>'workspaceId' = $1`, [acme.id])).rowCount
  const before = await countJobs()
  const { id, predicted, emails } = await publish(acme, 'nobody')
  assert.deepEqual([predicted, emails], [0, []])
  assert.equal(await countJobs(), before)
  const report = await acme.write((scope) => getDeliveryReport(scope, id, { isMailConfigured: true }))
  assert.deepEqual([report!.audience, report!.isFinished, report!.total], ['nobody', true, 0])
  const { rows } = await pool.query(
    `select changes from audit_events where target_id = $1 and type = 'changelog.published'`,
    [id],
  )
  assert.deepEqual(rows[0].changes, { audience: 'nobody' })
})

test('tells everyone when the API publishes', async () => {
  const acme = await app.workspace()
  const { id } = await createEntry(acme)
  await acme.api.post(`/changelog/${id}/publish`)
  const { rows } = await pool.query('select audience from announcements where entry_id = $1', [id])
  assert.deepEqual(rows, [{ audience: 'everyone' }])
})
