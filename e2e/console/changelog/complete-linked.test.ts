import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createEntry } from '../../../server/changelog/create.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStage } from '../../../server/feedback/lifecycle/set-stage.ts'
import type { Stage } from '../../../server/feedback/schema.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('member', 'Mara Lindqvist')

/** Creates an entry that links a request in each of these stages. */
const draft = (stages: Stage[]) =>
  acme.write(async (tx) => {
    const ids: string[] = []
    for (const stage of stages) {
      const submitter = { email: 'ada@example.com', name: 'Ada' }
      const { id } = await createFeedback(tx, { title: `Request ${stage}`, submitter }, caps)
      if (stage !== 'pending') await setStage(tx, id, stage)
      ids.push(id)
    }
    const { id } = await createEntry(tx, { title: 'Night mode', body: 'Here it is.', linkedFeedbackIds: ids })
    await tx.db.deleteFrom('notification_events').where('workspace_id', '=', acme.id).execute()
    return { id, ids }
  })

const stagesOf = async (ids: string[]): Promise<string[]> => {
  const { rows } = await browserApp.testApp.database.pool.query(
    'select stage from feedback where id = any($1) order by array_position($1, id)',
    [ids],
  )
  return rows.map(({ stage }) => stage)
}
const newsCount = async (ids: string[]): Promise<number> => {
  const { rows } = await browserApp.testApp.database.pool.query(
    `select count(*)::int as count from notification_events where feedback_id = any($1) and to_stage = 'completed' and notify`,
    [ids],
  )
  return rows[0].count
}

async function openPublishPage(id: string, javaScriptEnabled = true) {
  const page = await mara.page({ javaScriptEnabled, viewport: { width: 390, height: 844 } })
  await page.goto(`${acme.home}/changelog/${id}/publish`)
  if (javaScriptEnabled) await waitForHydration(page)
  return page
}

suite('publishing an entry with linked requests', () => {
  test('completes the open ones and tells the people who asked', async () => {
    const { id, ids } = await draft(['planned', 'in_progress', 'closed', 'completed', 'pending'])
    const page = await openPublishPage(id)
    await page.getByLabel('Mark 2 linked requests as completed').check()
    await page.getByRole('switch', { name: 'Email 1 person' }).check()
    assert.deepEqual(await accessibilityViolations(page), [])
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.getByText('2 requests marked as completed.').waitFor()
    assert.deepEqual(await stagesOf(ids), ['completed', 'completed', 'closed', 'completed', 'pending'])
    assert.equal(await newsCount(ids), 2)
    assert.deepEqual(browserErrors(page), [])
  })

  test('cancels the announcement and the completion email at once', async () => {
    const { id, ids } = await draft(['planned'])
    const page = await openPublishPage(id)
    await page.getByLabel('Mark 1 linked request as completed').check()
    await page.getByRole('switch', { name: 'Email 1 person' }).check()
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.getByText('1 request marked as completed.').waitFor()
    assert.equal(await newsCount(ids), 1)
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Don’t email' }).click()
    await page.getByText('No one will be emailed. The entry stays published.').waitFor()
    assert.equal(await newsCount(ids), 0)
    assert.deepEqual(await stagesOf(ids), ['completed'])
  })

  test('cancels the completion email if it is the only email', async () => {
    const { id, ids } = await draft(['planned'])
    const page = await openPublishPage(id)
    await page.getByRole('radio', { name: 'No one' }).check()
    await page.getByLabel('Mark 1 linked request as completed').check()
    await page.getByRole('switch', { name: 'Email 1 person' }).check()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('1 request marked as completed. · Emailing 1 person in 2 minutes').waitFor()
    assert.equal(await newsCount(ids), 1)
    await page.getByRole('button', { name: 'Don’t email' }).click()
    await page.getByText('No one will be emailed. The change stays.').waitFor()
    assert.equal(await newsCount(ids), 0)
    assert.deepEqual(await stagesOf(ids), ['completed'])
  })

  test('leaves them as they are if that is not chosen', async () => {
    const { id, ids } = await draft(['planned'])
    const page = await openPublishPage(id)
    await page.getByLabel('Mark 1 linked request as completed').waitFor()
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.waitForURL(`**/changelog/${id}`)
    assert.deepEqual(await stagesOf(ids), ['planned'])
  })

  test('completes them without an email, and without JavaScript', async () => {
    const { id, ids } = await draft(['planned'])
    const page = await openPublishPage(id, false)
    await page.getByLabel('Mark 1 linked request as completed').check()
    await page.getByRole('switch', { name: 'Email 1 person' }).uncheck()
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.waitForURL(`**/changelog/${id}`)
    assert.deepEqual(await stagesOf(ids), ['completed'])
    assert.equal(await newsCount(ids), 0)
  })

  test('offers nothing without an open request', async () => {
    const { id } = await draft(['completed', 'closed'])
    const page = await openPublishPage(id)
    assert.equal(await page.getByLabel(/completed/).count(), 0)
  })
})
