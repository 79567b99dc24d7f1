import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStatus } from '../../../server/feedback/lifecycle/set-status.ts'
import { addVote } from '../../../server/votes/on-behalf.ts'
import { browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'
import { type Device, deviceOptions, doWithin } from '../../support/interactions.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const duplicates = ['iCloud calendars', 'Apple calendar sync', 'Sync with my iPhone calendar']

async function createDuplicates() {
  const workspace = await browserApp.emptyWorkspace()
  for (const title of [...duplicates, 'Dark mode']) {
    const { id } = await workspace.write((tx) => createFeedback(tx, { title }, caps))
    await workspace.write((tx) => setStatus(tx, id, 'approved'))
    if (title === 'Apple calendar sync')
      for (const externalId of ['ada', 'bob']) await workspace.write((tx) => addVote(tx, id, { externalId }, caps))
  }
  const left = () =>
    workspace.write(async (tx) => {
      const rows = await tx.db
        .selectFrom('feedback')
        .select('title')
        .where('workspace_id', '=', tx.workspaceId)
        .orderBy('title')
        .execute()
      return rows.map(({ title }) => title)
    })
  return { workspace, left, member: await workspace.member('member') }
}

suite('merging duplicates', () => {
  for (const device of ['desktop', 'phone'] satisfies Device[]) {
    test(`merges three requests with five interactions on a ${device}`, async () => {
      const { workspace, left, member } = await createDuplicates()
      const page = await member.page(deviceOptions[device])
      await page.goto(`${workspace.home}/requests`)
      await waitForHydration(page)
      await doWithin(page, 5, async ({ use }) => {
        for (const title of duplicates) await use(page.getByRole('checkbox', { name: `Select ${title}` }))
        await use(page.getByRole('button', { name: 'Merge', exact: true }))
        await use(page.getByRole('button', { name: 'Merge 3 requests' }))
      })
      await page.getByText('2 requests merged into “Apple calendar sync”').waitFor()
      assert.deepEqual(await left(), ['Apple calendar sync', 'Dark mode'])
      assert.deepEqual(browserErrors(page), [])
    })

    test(`merges a new request into the request it duplicates with two interactions on a ${device}`, async () => {
      const { workspace, left, member } = await createDuplicates()
      await workspace.write((tx) => createFeedback(tx, { title: 'Support iCloud calendars' }, caps))
      const page = await member.page(deviceOptions[device])
      await page.goto(`${workspace.home}/requests/review`)
      await waitForHydration(page)
      await doWithin(page, 2, async ({ press, use }) => {
        const target = page.getByRole('group', { name: 'Requests to merge into' }).getByRole('button').first()
        await page.getByRole('link', { name: 'Merge instead into iCloud calendars' }).waitFor()
        await (device === 'desktop' ? press('m') : use(page.getByRole('button', { name: 'Merge into…' })))
        await target.getByText('iCloud calendars').waitFor()
        await (device === 'desktop' ? press('Enter') : use(target))
      })
      await page.getByText('Merged into “iCloud calendars”').waitFor()
      assert.deepEqual(await left(), [...duplicates, 'Dark mode'].sort())
      assert.deepEqual(browserErrors(page), [])
    })
  }
})
