import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'
import { deviceOptions, doWithin, type Person } from '../../support/interactions.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const titles = Array.from({ length: 20 }, (_, index) => `Wish number ${index + 1}`)

async function createQueue() {
  const workspace = await browserApp.emptyWorkspace()
  for (const title of titles) await workspace.write((tx) => createFeedback(tx, { title }, caps))
  const member = await workspace.member('member')
  const decided = () =>
    workspace.write(async (tx) => {
      const rows = await tx.db
        .selectFrom('feedback')
        .select(['status', 'stage'])
        .where('workspace_id', '=', tx.workspaceId)
        .orderBy('id')
        .execute()
      return rows.map(({ status, stage }) => `${status} ${stage}`)
    })
  return { url: `${workspace.home}/requests/review`, member, decided }
}

const heading = (page: Page, title: string): Locator => page.getByRole('article', { name: title, exact: true })

/** Decides on each request, in the order of the queue. */
async function decideOnEach(page: Page, decide: (at: number) => Promise<void>) {
  for (const [at, title] of titles.entries()) {
    await heading(page, title).waitFor()
    await decide(at)
  }
  await page.getByRole('heading', { name: 'All caught up' }).waitFor()
  // Waits until all decisions are saved.
  await page.locator('nav .visually-hidden', { hasText: 'to review' }).first().waitFor({ state: 'detached' })
}

suite('triaging 20 requests', () => {
  test('takes 20 keys on a desktop, also when setting stages directly', async () => {
    const { url, member, decided } = await createQueue()
    const page = await member.page(deviceOptions.desktop)
    await page.goto(url)
    await waitForHydration(page)
    const outcomes = {
      a: 'approved in_review',
      '2': 'approved in_review',
      '3': 'approved planned',
      '4': 'approved in_progress',
      '5': 'approved completed',
      '6': 'approved closed',
      r: 'rejected closed',
      s: 'spam closed',
    }
    const keys = Object.keys(outcomes) as (keyof typeof outcomes)[]
    const keyAt = (at: number) => keys[at % keys.length]!
    await doWithin(page, 20, (person) => decideOnEach(page, (at) => person.press(keyAt(at))))
    assert.deepEqual(
      await decided(),
      titles.map((_, at) => outcomes[keyAt(at)]),
    )
    assert.deepEqual(browserErrors(page), [])
  })

  test('takes 20 taps on a phone', async () => {
    const { url, member, decided } = await createQueue()
    const page = await member.page(deviceOptions.phone)
    await page.goto(url)
    await waitForHydration(page)
    const tapEvery = (person: Person) => (at: number) =>
      person.use(page.getByRole('button', { name: at % 4 === 3 ? 'Reject' : 'Approve', exact: true }))
    await doWithin(page, 20, (person) => decideOnEach(page, tapEvery(person)))
    const expected = titles.map((_, at) => (at % 4 === 3 ? 'rejected closed' : 'approved in_review'))
    assert.deepEqual(await decided(), expected)
    assert.deepEqual(browserErrors(page), [])
  })
})
