import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { startTestWorker } from '../../../server/test/test-worker.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'
import { startReceiver } from '../../support/webhooks.ts'

const browserApp = await createBrowserApp()
const worker = await startTestWorker(browserApp.testApp)
after(() => worker.stop())

const caps = { free: 100, starter: 1_000, growth: null }

const log = (page: Page) => page.getByRole('list', { name: 'Log' }).getByRole('listitem')

suite('channels', () => {
  test('adds a Slack channel with a preview, tests it, and posts a new request', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    const page = await (await acme.member('admin')).page()
    const receiver = await startReceiver()
    await page.goto(`${acme.home}/settings/channels`)
    await page.getByText('No channels yet').waitFor()
    await page.getByRole('link', { name: 'Add channel' }).click()
    await waitForHydration(page)

    const preview = page.locator('.chat')
    await preview.getByText('New request', { exact: true }).waitFor()
    for (const provider of ['Discord', 'Microsoft Teams', 'Slack']) {
      await page.getByText(provider, { exact: true }).click()
      await page.getByText(`In ${provider === 'Microsoft Teams' ? 'Teams' : provider},`).waitFor()
      assert.deepEqual(await accessibilityViolations(page), [])
    }
    await page.getByLabel('Message to preview').selectOption({ label: 'Stage changes' })
    await preview.getByText('Moved to Planned').waitFor()

    await page.getByRole('button', { name: 'Add channel' }).click()
    await page.getByText('Paste the webhook URL.').first().waitFor()
    await page.getByLabel('Webhook URL').fill('https://example.com/hook')
    await page.getByLabel('Name').fill('#feedback')
    await page.getByRole('button', { name: 'Add channel' }).click()
    await page.getByText('Paste the webhook URL that Slack gave you.').first().waitFor()
    await page.getByLabel('Webhook URL').fill(receiver.url)
    await page.getByRole('button', { name: 'Add channel' }).click()
    await page.getByRole('heading', { name: '#feedback' }).waitFor()
    assert.ok(!(await page.content()).includes(receiver.url))

    await page.getByRole('button', { name: 'Send test message' }).click()
    await log(page).filter({ hasText: 'Test message' }).getByText('Sent').waitFor()
    await acme.write((tx) => createFeedback(tx, { title: 'Export as CSV' }, caps))
    await page.reload()
    await waitForHydration(page)
    const delivery = log(page).filter({ hasText: /Requests to review|New requests/ })
    await delivery.getByText('Sent').waitFor()
    assert.match(receiver.received[1]!.body, /Export as CSV/)

    await page.setViewportSize({ width: 390, height: 844 })
    assert.deepEqual(await accessibilityViolations(page), [])
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    assert.equal(await isWide(), false)
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByText('Currently 127.0.0.1').waitFor()
    assert.equal(await isWide(), false)
    await page.getByLabel('Name').fill('#product')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: '#product' }).waitFor()
    // The form was submitted twice with errors.
    const errors = (await browserErrors(page)).filter((text) => !text.includes('status of 400'))
    assert.deepEqual(errors, [])
  })

  test('says why a channel was disabled, and works without script', async () => {
    const acme = await browserApp.emptyWorkspace('Gone')
    const page = await (await acme.member('owner')).page({ javaScriptEnabled: false })
    const receiver = await startReceiver()
    receiver.status = 404
    await page.goto(`${acme.home}/settings/channels/new`)
    await page.getByText('Discord', { exact: true }).first().click()
    await page.getByLabel('Webhook URL').fill(receiver.url)
    await page.getByLabel('Name').fill('Team')
    await page.getByRole('button', { name: 'Add channel' }).click()
    await page.getByRole('button', { name: 'Send test message' }).click()
    const disabled = page.getByText('Discord responded that this webhook no longer exists.')
    for (let reloads = 0; reloads < 100 && !(await disabled.isVisible()); reloads += 1) await page.reload()
    await disabled.waitFor()
    await log(page).getByText('The receiver is gone for good (status 404).').waitFor()
    receiver.status = 200
    await page.getByRole('button', { name: 'Enable', exact: true }).click()
    await page.getByText('Channel enabled.').waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    const sent = log(page).getByText('Sent', { exact: true })
    for (let reloads = 0; reloads < 100 && !(await sent.isVisible()); reloads += 1) await page.reload()
    await sent.waitFor()

    await page.goto(`${acme.home}/settings/channels`)
    await page.getByText('Discord', { exact: true }).waitFor()
    await page.goto(`${acme.home}/settings/webhooks`)
    await page.getByText('No webhooks yet').waitFor()
  })

  test('keeps members out', async () => {
    const acme = await browserApp.emptyWorkspace('Ours')
    const member = await acme.member('member')
    for (const path of ['', '/new', '/01a20a8c-3148-7d6d-b7af-407efae3c4a3']) {
      const response = await fetch(`${acme.home}/settings/channels${path}`, {
        headers: { cookie: await member.cookie() },
      })
      assert.equal(response.status, 403, path)
    }
  })
})
