import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createEntry } from '../../../server/changelog/create.ts'
import { getPublicationPlan } from '../../../server/changelog/publishing/plan.ts'
import { publishScheduledEntries } from '../../../server/changelog/publishing/publish-scheduled.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStage } from '../../../server/feedback/lifecycle/set-stage.ts'
import { getFeedback } from '../../../server/feedback/queries.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp({ smtpUrl: 'smtp://mail.example' })
const due = '2031-07-02T00:00:00.000Z'

/** Creates a draft that links a planned request by Ada and a closed one by Cleo; Bob asked for something else. */
const draft = ({ write }: ConsoleWorkspace) =>
  write(async (tx) => {
    const { id: requestId } = await createFeedback(
      tx,
      { title: 'Export', submitter: { email: 'ada@example.com' } },
      caps,
    )
    await setStage(tx, requestId, 'planned')
    const { id: closedId } = await createFeedback(tx, { title: 'Old', submitter: { email: 'cleo@example.com' } }, caps)
    await setStage(tx, closedId, 'closed')
    await createFeedback(tx, { title: 'Other', submitter: { email: 'bob@example.com' } }, caps)
    const linkedFeedbackIds = [requestId, closedId]
    const { id } = await createEntry(tx, { title: 'CSV export', body: 'Here it is.', linkedFeedbackIds })
    return { id, requestId }
  })

async function open(acme: ConsoleWorkspace, path: string, javaScriptEnabled = true): Promise<Page> {
  const page = await (await acme.member('member')).page({ javaScriptEnabled, viewport: { width: 390, height: 844 } })
  await page.goto(`${acme.home}${path}`)
  if (javaScriptEnabled) await waitForHydration(page)
  return page
}

const planOf = (acme: ConsoleWorkspace, id: string) => acme.write((tx) => getPublicationPlan(tx, id))
const audienceOf = async (id: string) =>
  (await browserApp.testApp.database.pool.query('select audience from announcements where entry_id = $1', [id])).rows

suite('a scheduled entry', () => {
  test('emails the audience of the schedule, and completes the linked requests with the note', async () => {
    const acme = await browserApp.emptyWorkspace()
    const { id, requestId } = await draft(acme)
    const page = await open(acme, `/changelog/${id}/edit`)
    assert.equal(await page.getByLabel('Email', { exact: true }).isVisible(), false)
    await page.getByLabel('Publish at').fill('2031-07-01T09:00')
    await page.getByText('3 customers would be emailed right now.').waitFor()
    await page.getByLabel('Email', { exact: true }).selectOption('People who asked for a linked request')
    await page.getByText('2 customers would be emailed right now.').waitFor()
    await page.getByRole('checkbox', { name: /^Old/ }).uncheck()
    await page.getByText('1 customer would be emailed right now.').waitFor()
    await page.getByRole('checkbox', { name: /^Old/ }).check()
    await page.getByLabel('Mark the linked requests as completed').check()
    await page.getByRole('switch', { name: 'Email 1 person' }).check()
    await page.getByLabel('Note to them').fill('It was your idea')
    assert.deepEqual(await accessibilityViolations(page), [])
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
    await page.getByRole('button', { name: 'Save and schedule' }).click()
    await page
      .getByLabel('Notifications')
      .getByText(/It will be published on/)
      .waitFor()
    assert.deepEqual(await planOf(acme, id), {
      audience: 'asked',
      completion: { notify: true, note: 'It was your idea' },
    })
    await publishScheduledEntries(browserApp.testApp, due)
    assert.deepEqual(await audienceOf(id), [{ audience: 'asked' }])
    assert.equal((await acme.write((tx) => getFeedback(tx, requestId))).stage, 'completed')
    const { rows } = await browserApp.testApp.database.pool.query(
      `select note from notification_events where feedback_id = $1 and to_stage = 'completed' and notify`,
      [requestId],
    )
    assert.deepEqual(rows, [{ note: 'It was your idea' }])
    assert.deepEqual(browserErrors(page), [])
  })

  test('shows the plan in the list, keeps it after rescheduling, and preselects it for publishing now', async () => {
    const acme = await browserApp.emptyWorkspace()
    const { id } = await draft(acme)
    const page = await open(acme, `/changelog/${id}/edit`)
    await page.getByLabel('Publish at').fill('2031-07-01T09:00')
    await page.getByLabel('Email', { exact: true }).selectOption('No one')
    await page.getByText('The entry will be published without email.').waitFor()
    await page.getByRole('button', { name: 'Save and schedule' }).click()
    await page
      .getByLabel('Notifications')
      .getByText(/It will be published on/)
      .waitFor()
    await page.goto(`${acme.home}/changelog?state=scheduled`)
    await page.getByRole('main').getByText('No email').waitFor()
    await page.getByRole('link', { name: 'CSV export' }).click()
    await waitForHydration(page)
    assert.equal(await page.getByLabel('Email', { exact: true }).inputValue(), 'nobody')
    await page.getByLabel('Publish at').fill('2031-07-01T10:00')
    await page.getByRole('button', { name: 'Save and schedule' }).click()
    await page
      .getByLabel('Notifications')
      .getByText(/It will be published on/)
      .waitFor()
    assert.equal((await planOf(acme, id)).audience, 'nobody')
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByText('No one will be emailed, now or later.').waitFor()
    assert.equal(await page.getByRole('radio', { name: 'No one' }).isChecked(), true)
  })

  test('chooses a plan without JavaScript, and drops it when the schedule is removed', async () => {
    const acme = await browserApp.emptyWorkspace()
    const { id } = await draft(acme)
    const page = await open(acme, `/changelog/${id}/edit`, false)
    await page.getByLabel('Publish at').fill('2031-07-01T09:00')
    await page.getByLabel('Email', { exact: true }).selectOption('Board: Feature requests')
    await page.getByLabel('Mark the linked requests as completed').check()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText(/It will be published on/).waitFor()
    const plan = await planOf(acme, id)
    assert.match(plan.audience, /^board:/)
    assert.equal(plan.completion?.note, null)
    await page.getByLabel('Publish at').fill('')
    await page.getByRole('button', { name: 'Save and schedule' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    assert.deepEqual(await planOf(acme, id), { audience: 'everyone', completion: null })
  })
})
