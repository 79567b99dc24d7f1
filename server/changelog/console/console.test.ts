import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getDeliveryReport } from '../../notifications/announcements/delivery-report.ts'
import { countAnnouncementRecipients } from '../../notifications/recipients/announcement-recipients.ts'
import { fanOut } from '../../notifications/recipients/fan-out.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { addCustomers } from '../../test/fixtures/deliveries.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { duplicateEntry } from './duplicate.ts'
import { countEntriesByTab, type EntryTab, listEntriesByTab } from './list.ts'
import { previewEntry } from './preview.ts'

const app = await createTestApp()
const { pool } = app.database
const signer = new Signer('a key that only this test has, and long enough', 'cursors')

async function listTitles(acme: TestWorkspace, tab: EntryTab) {
  const titles: string[] = []
  let cursor: string | undefined
  do {
    const { data, pagination } = await acme.write((scope) => listEntriesByTab(scope, { tab, limit: 1, cursor }, signer))
    titles.push(...data.map(({ title }) => title))
    cursor = pagination.nextCursor ?? undefined
  } while (cursor !== undefined)
  return titles
}

test('lists drafts newest first, scheduled entries by publish time, and published ones newest first', async () => {
  const acme = await app.workspace()
  const createEntry = (title: string, rest: object = {}) => acme.api.create('/changelog', { title, ...rest })
  await createEntry('Draft 1')
  await createEntry('Draft 2')
  await createEntry('Late', { scheduledPublishAt: '2999-02-01T00:00:00Z' })
  await createEntry('Soon', { scheduledPublishAt: '2999-01-01T00:00:00Z' })
  for (const title of ['First', 'Second']) {
    await acme.api.create(`/changelog/${(await createEntry(title)).id}/publish`)
  }
  assert.deepEqual(await listTitles(acme, 'draft'), ['Draft 2', 'Draft 1'])
  assert.deepEqual(await listTitles(acme, 'scheduled'), ['Soon', 'Late'])
  assert.deepEqual(await listTitles(acme, 'published'), ['Second', 'First'])
  assert.deepEqual(await acme.write(countEntriesByTab), { draft: 2, scheduled: 2, published: 2 })
  assert.deepEqual(
    await acme.write(async (s) => countEntriesByTab({ ...s, workspaceId: (await app.workspace()).id })),
    {
      draft: 0,
      scheduled: 0,
      published: 0,
    },
  )
})

test('duplicates texts, tags and links into a draft without schedule', async () => {
  const acme = await app.workspace()
  const tag = await acme.tag('fix')
  const request = await acme.api.create('/feedback', { title: 'Dark mode' })
  const title = `${'🌙'.repeat(199)}!`
  const entry = await acme.api.create('/changelog', {
    title,
    body: '# Night',
    versionLabel: 'v1',
    tagIds: [tag.id],
    linkedFeedbackIds: [request.id],
    commentsEnabled: false,
    scheduledPublishAt: '2999-01-01T00:00:00Z',
  })
  const copy = await acme.write((tx) => duplicateEntry(tx, entry.id))
  assert.equal(copy.title, `${'🌙'.repeat(193)} (copy)`)
  assert.deepEqual([copy.state, copy.scheduledPublishAt, copy.commentsEnabled], ['draft', null, false])
  for (const field of ['body', 'versionLabel', 'tagIds', 'linkedFeedbackIds'] as const) {
    assert.deepEqual(copy[field], entry[field])
  }
  await assert.rejects(
    (await app.workspace()).write((tx) => duplicateEntry(tx, entry.id)),
    { code: 'not_found' },
  )
})

test('predicts exactly the recipients that an announcement is delivered to', async () => {
  const acme = await app.workspace()
  await addCustomers(app, acme.id, 5)
  await pool.query(`update customers set mail_opted_out_at = now() where workspace_id = $1 and external_id = '1'`, [
    acme.id,
  ])
  await pool.query(`update customers set mail_bounced_at = now() where workspace_id = $1 and external_id = '2'`, [
    acme.id,
  ])
  await pool.query(`update customers set email = null where workspace_id = $1 and external_id = '3'`, [acme.id])
  const prediction = await acme.write(countAnnouncementRecipients)
  assert.deepEqual(prediction, { recipients: 2, suppressed: 2, withoutAddress: 1 })
  const { id } = await acme.api.create('/changelog', { title: 'Night' })
  assert.equal(await acme.write((scope) => getDeliveryReport(scope, id, { isMailConfigured: true })), null)
  await acme.api.create(`/changelog/${id}/publish`)
  while (await acme.write((tx) => fanOut(tx, { entryId: id })));
  await pool.query(
    `update notification_deliveries set state = 'failed', error = '550 no such user', ended_at = now()
     where entry_id = $1 and state = 'due' and customer_id = (select min(customer_id::text)::uuid from notification_deliveries
       where entry_id = $1 and state = 'due')`,
    [id],
  )
  const report = (await acme.write((scope) => getDeliveryReport(scope, id, { isMailConfigured: false })))!
  const { due, failed, suppressed, total, isFinished, isMailConfigured } = report
  assert.deepEqual([due + failed, suppressed], [prediction.recipients, prediction.suppressed])
  assert.deepEqual([total, isFinished, isMailConfigured], [4, false, false])
  assert.deepEqual(
    report.failures.map(({ response }) => response),
    ['550 no such user'],
  )
})

test('renders a preview like the published entry, without unsafe HTML', () => {
  assert.equal(previewEntry('# Night\n<script>alert(1)</script>').includes('<script'), false)
  assert.match(previewEntry('# Night'), /<h2>Night<\/h2>/)
})
