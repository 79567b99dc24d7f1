import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createEntry } from '../../../server/changelog/create.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStage } from '../../../server/feedback/lifecycle/set-stage.ts'
import { browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'
import { type Device, deviceOptions, doWithin } from '../../support/interactions.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()

// One more scroll on a phone: the last button is below the text that is being published.
const budgets = { desktop: 4, phone: 5 } satisfies Record<Device, number>

suite('publishing a draft', () => {
  for (const device of ['desktop', 'phone'] satisfies Device[]) {
    test(`publishes it and completes the linked request with ${budgets[device]} interactions on a ${device}`, async () => {
      const workspace = await browserApp.emptyWorkspace()
      const submitter = { email: 'ada@example.com', name: 'Ada' }
      const { id } = await workspace.write((tx) => createFeedback(tx, { title: 'Dark mode', submitter }, caps))
      await workspace.write((tx) => setStage(tx, id, 'in_progress'))
      await workspace.write((tx) =>
        createEntry(tx, { title: 'Night mode', body: 'Here it is.', linkedFeedbackIds: [id] }),
      )
      const page = await (await workspace.member('member')).page(deviceOptions[device])
      await page.goto(`${workspace.home}/changelog`)
      await waitForHydration(page)
      await doWithin(page, budgets[device], async ({ use }) => {
        await use(page.getByRole('link', { name: 'Night mode' }))
        await use(page.getByRole('button', { name: 'Publish…' }))
        await use(page.locator('label', { hasText: 'Mark 1 linked request as completed' }))
        await use(page.getByRole('button', { name: /^Publish/ }))
      })
      await page.getByText('1 request marked as completed.').waitFor()
      const [request] = await workspace.write((tx) =>
        tx.db.selectFrom('feedback').select('stage').where('workspace_id', '=', tx.workspaceId).execute(),
      )
      assert.equal(request?.stage, 'completed')
      assert.deepEqual(browserErrors(page), [])
    })
  }
})
