import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createEntry } from '../../../server/changelog/create.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'
import { draftStored, noDraftStored } from '../../support/drafts.ts'
import { controlRendering } from '../../support/rendering.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('member', 'Mara Lindqvist')

async function open(path: string) {
  const page = await mara.page()
  const rendering = await controlRendering(page)
  await page.goto(`${acme.home}/${path}`)
  await waitForHydration(page)
  return { page, ...rendering }
}

/** Submits a form, and waits until the router has ended the navigation that follows. */
async function submit(page: Page, press: () => Promise<void>): Promise<void> {
  const key = await page.evaluate(() => history.state?.key)
  await press()
  await page.waitForFunction((before) => history.state?.key !== before, key)
}

suite('a page that renders a submission only when it has ended', () => {
  test('empties a reply that was sent, and forgets its draft', async () => {
    const { id } = await acme.write((tx) => createFeedback(tx, { title: 'Answer me' }, caps))
    const { page, hold, release } = await open(`requests/${id}`)
    await page.getByLabel('Your reply').fill('On it!')
    await draftStored(page, `comment:${id}`, 'On it!')
    await hold()
    await submit(page, () => page.keyboard.press('Control+Enter'))
    await release()
    await page.getByRole('article').getByText('On it!').waitFor()
    await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('.composer textarea')?.value === '')
    await noDraftStored(page, `comment:${id}`)
    assert.deepEqual(browserErrors(page), [])
  })

  test('forgets the draft of a new request after the redirect to it', async () => {
    const { page, hold, release } = await open('requests/new')
    await page.getByLabel('Title').fill('Dark mode')
    await draftStored(page, 'request:new', 'Dark mode')
    await hold()
    await submit(page, () => page.getByRole('button', { name: 'Add request' }).click())
    await release()
    await page.getByRole('heading', { name: 'Dark mode', level: 1 }).waitFor()
    await noDraftStored(page, 'request:new')
    assert.deepEqual(browserErrors(page), [])
  })

  test('leaves the editor after saving without asking whether to discard the changes', async () => {
    const { id } = await acme.write((tx) => createEntry(tx, { title: 'Exports', body: 'All.' }))
    const { page, hold, release } = await open(`changelog/${id}/edit`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Exports for all')
    await hold()
    await submit(page, () => page.getByRole('button', { name: 'Publish…' }).click())
    await release()
    await page.getByRole('heading', { name: 'Exports for all' }).waitFor()
    await noDraftStored(page, `entry:${id}`)
    assert.deepEqual(browserErrors(page), [])
  })
})
