import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createEntry } from '../../../server/changelog/create.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStatuses } from '../../../server/feedback/lifecycle/set-status.ts'
import { updateNotificationDefaults } from '../../../server/notifications/preferences/workspace-defaults.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: null, starter: null, growth: null }
const browserApp = await createBrowserApp()

async function openPublishPage(notifiesPublications = true) {
  const acme = await browserApp.emptyWorkspace()
  const defaults = { notifiesStages: true, notifiesApprovals: true, notifiesReplies: true, notifiesPublications }
  await acme.write((tx) => updateNotificationDefaults(tx, defaults))
  const id = await acme.write(async (tx) => {
    const asked = await createFeedback(tx, { title: 'Export', submitter: { email: 'ada@example.com' } }, caps)
    const other = await createFeedback(tx, { title: 'Other', submitter: { email: 'cara@example.com' } }, caps)
    await setStatuses(tx, [asked.id, other.id], 'approved')
    return (await createEntry(tx, { title: 'CSV export', linkedFeedbackIds: [asked.id] })).id
  })
  const page = await (await acme.member('member')).page()
  await page.goto(`${acme.home}/changelog/${id}/publish`)
  await waitForHydration(page)
  return page
}

suite('the audience of an entry', () => {
  test('is everyone, those who asked, or no one, each with its number', async () => {
    const page = await openPublishPage()
    await page.getByRole('radio', { name: 'Everyone who gets announcements (2)' }).waitFor()
    await page.getByRole('radio', { name: /^People who asked \(1\)/ }).check()
    await page.getByText('1 customer').first().waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.waitForURL(/\/changelog\/[0-9a-f-]+$/)
    const { rows } = await browserApp.testApp.database.pool.query('select audience from announcements')
    assert.deepEqual(rows.at(-1), { audience: 'asked' })
    assert.deepEqual(browserErrors(page), [])
  })

  for (const where of ['Notifications', 'Delivery'] as const) {
    test(`is canceled with “Don’t email” in ${where}, and the entry stays published`, async () => {
      const page = await openPublishPage()
      await page.getByRole('button', { name: /^Publish/ }).click()
      await page.getByText('Until then, you can cancel it.').waitFor()
      assert.deepEqual(await accessibilityViolations(page), [])
      await page.getByRole('region', { name: where }).getByRole('button', { name: 'Don’t email' }).click()
      await page.getByText('No one will be emailed. The entry stays published.').waitFor()
      await page.getByRole('main').getByText('Published without email.').waitFor()
      const { rows } = await browserApp.testApp.database.pool.query(
        'select audience from announcements order by due_at',
      )
      assert.deepEqual(rows.at(-1), { audience: 'nobody' })
      assert.deepEqual(browserErrors(page), [])
    })
  }

  test('is no one at first if the workspace has chosen that', async () => {
    const page = await openPublishPage(false)
    assert.equal(await page.getByRole('radio', { name: 'No one' }).isChecked(), true)
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
  })

  test('is those who asked on a board, with their number', async () => {
    const page = await openPublishPage()
    await page.getByRole('radio', { name: /^People who asked on a board/ }).check()
    await page.getByText('the messages to 2 customers go to the outbox').waitFor()
    assert.match(await page.getByLabel('Board or tag').inputValue(), /^board:/)
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.waitForURL(/\/changelog\/[0-9a-f-]+$/)
    const { rows } = await browserApp.testApp.database.pool.query('select audience from announcements order by due_at')
    assert.deepEqual(rows.at(-1), { audience: 'board' })
    assert.deepEqual(browserErrors(page), [])
  })

  test('no one: publishes without email, and the page of the entry says so', async () => {
    const page = await openPublishPage()
    await page.getByRole('radio', { name: 'No one' }).check()
    await page.getByText('No one will be emailed, now or later.').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('Published without email.').waitFor()
    await page.getByRole('main').getByText('Published without email.').waitFor()
    assert.deepEqual(browserErrors(page), [])
  })
})
