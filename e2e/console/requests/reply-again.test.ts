import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFeedback } from '../../../server/feedback/create.ts'
import { waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('admin', 'Mara Lindqvist')
const caps = { free: 100, starter: 1_000, growth: null }

const slowdowns = [1, 6]

test('sends a reply again as soon as the failure is shown, on a slow device too', async () => {
  const { id } = await acme.write((tx) => createFeedback(tx, { title: 'Answer me' }, caps))
  const page = await mara.page()
  page.on('dialog', (dialog) => dialog.accept())
  const session = await page.context().newCDPSession(page)
  for (const rate of slowdowns) {
    await page.goto(`${acme.home}/requests/${id}`)
    await waitForHydration(page)
    await page.getByLabel('Your reply').fill('In spring.')
    // Parts of the page that load on use would fail without a connection.
    await page.waitForLoadState('networkidle')
    await session.send('Emulation.setCPUThrottlingRate', { rate })
    await page.context().setOffline(true)
    // Clicks in the page itself, because a repeated click is ignored only within a second of the first one.
    const requests = await page.evaluate(async () => {
      const form = document.querySelector('form[aria-label="Write a comment"]')!
      const button = [...form.querySelectorAll('button')].find((each) => each.textContent?.includes('Send reply'))!
      let sent = 0
      const { fetch } = window
      window.fetch = (...args) => {
        if (args[1]?.method === 'POST' || (args[0] as Request).method === 'POST') sent += 1
        return fetch(...args)
      }
      const waitUntil = async (isDone: () => boolean) => {
        const deadline = performance.now() + 5_000
        while (!isDone() && performance.now() < deadline) await new Promise((done) => setTimeout(done, 1))
      }
      button.click()
      await waitUntil(() => form.querySelector('[role=alert] p') !== null)
      button.click()
      await waitUntil(() => sent === 2)
      return sent
    })
    assert.equal(requests, 2, `with a processor that is ${rate} times slower`)
    await page.context().setOffline(false)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
})
