import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStatus } from '../../../server/feedback/lifecycle/set-status.ts'
import { createRoadmapItem } from '../../../server/roadmap/create.ts'
import { browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'
import { type Device, deviceOptions, doWithin } from '../../support/interactions.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const devices = ['desktop', 'phone'] satisfies Device[]

async function createWorkspace() {
  const workspace = await browserApp.emptyWorkspace()
  const { id } = await workspace.write((tx) => createFeedback(tx, { title: 'Dark mode' }, caps))
  await workspace.write((tx) => setStatus(tx, id, 'approved'))
  const member = await workspace.member('member')
  const open = async (device: Device, path: string): Promise<Page> => {
    const page = await member.page(deviceOptions[device])
    await page.goto(`${workspace.home}${path}`)
    await waitForHydration(page)
    return page
  }
  /** Returns the items of the public roadmap. */
  const publicItems = () =>
    workspace.write(async (tx) => {
      const rows = await tx.db
        .selectFrom('roadmap_items')
        .select(['title', 'status'])
        .where('workspace_id', '=', tx.workspaceId)
        .execute()
      return rows.map(({ title, status }) => `${title}: ${status}`)
    })
  return { workspace, id, open, publicItems }
}

suite('planning', () => {
  for (const device of devices) {
    test(`promotes a request with a target, with three interactions on a ${device}`, async () => {
      const { id, open, publicItems } = await createWorkspace()
      const page = await open(device, `/requests/${id}`)
      await doWithin(page, 3, async ({ use }) => {
        await use(page.getByRole('article').getByRole('button', { name: 'Promote to roadmap' }))
        const dialog = page.getByRole('dialog', { name: 'Promote to roadmap' })
        await use(dialog.locator('label', { hasText: 'Quarter' }).first())
        await use(dialog.getByRole('button', { name: 'Promote to roadmap' }))
      })
      await page.getByText('On the roadmap: Planned.').waitFor()
      assert.deepEqual(await publicItems(), ['Dark mode: planned'])
      assert.deepEqual(browserErrors(page), [])
    })
  }

  test('plans a request from the list with three keys on a desktop, and adds it to the roadmap', async () => {
    const { open, publicItems } = await createWorkspace()
    const page = await open('desktop', '/requests')
    await doWithin(page, 3, async ({ press }) => {
      for (const key of ['j', 's', '3']) await press(key)
    })
    await page.getByText('Planned: Dark mode · added to the roadmap').waitFor()
    assert.deepEqual(await publicItems(), ['Dark mode: planned'])
    assert.deepEqual(browserErrors(page), [])
  })

  test('plans a request from the list with two taps on a phone, and adds it to the roadmap', async () => {
    const { open, publicItems } = await createWorkspace()
    const page = await open('phone', '/requests')
    await doWithin(page, 2, async ({ use }) => {
      await use(page.getByRole('button', { name: 'Under consideration, change stage' }))
      await use(page.getByRole('group', { name: 'Stage of Dark mode' }).getByRole('button', { name: 'Planned' }))
    })
    await page.getByText('Planned: Dark mode · added to the roadmap').waitFor()
    assert.deepEqual(await publicItems(), ['Dark mode: planned'])
    assert.deepEqual(browserErrors(page), [])
  })
})

suite('moving an item of the roadmap to the next column', () => {
  const openBoard = async (device: Device) => {
    const workspace = await createWorkspace()
    await workspace.workspace.write((tx) => createRoadmapItem(tx, { title: 'Group polls', status: 'planned' }))
    return { ...workspace, page: await workspace.open(device, '/roadmap') }
  }

  test('takes one drag', async () => {
    const { page, publicItems } = await openBoard('desktop')
    const column = (name: string) => page.getByRole('region', { name, exact: true })
    // Drag and drop is loaded once the pointer enters the board.
    await column('Planned').hover()
    await page.locator('[data-card][draggable=true]').first().waitFor()
    await doWithin(page, 1, ({ drag }) => drag(page.locator('[data-card]').first(), column('In progress')))
    await page.getByText('In progress: Group polls').waitFor()
    assert.deepEqual(await publicItems(), ['Group polls: in_progress'])
    assert.deepEqual(browserErrors(page), [])
  })

  test('takes four keys, and one to undo it', async () => {
    const { page, publicItems } = await openBoard('desktop')
    await doWithin(page, 4, async ({ press }) => {
      await press('j')
      await page.getByRole('link', { name: 'Group polls', exact: true }).and(page.locator(':focus')).waitFor()
      for (const key of ['Space', 'ArrowRight', 'Space']) await press(key)
    })
    await page.getByText('In progress: Group polls').waitFor()
    assert.deepEqual(await publicItems(), ['Group polls: in_progress'])
    await doWithin(page, 1, ({ press }) => press('z'))
    await page.getByRole('region', { name: 'Planned', exact: true }).getByText('Group polls').waitFor()
    assert.deepEqual(await publicItems(), ['Group polls: planned'])
    assert.deepEqual(browserErrors(page), [])
  })

  test('takes three taps on a phone', async () => {
    const { page, publicItems } = await openBoard('phone')
    await doWithin(page, 3, async ({ use }) => {
      await use(page.getByRole('link', { name: 'Group polls', exact: true }))
      await use(page.getByRole('button', { name: 'Column: Planned' }))
      await use(page.getByRole('button', { name: 'In progress', exact: true }))
    })
    await page.getByRole('button', { name: 'Column: In progress' }).waitFor()
    assert.deepEqual(await publicItems(), ['Group polls: in_progress'])
    assert.deepEqual(browserErrors(page), [])
  })
})
