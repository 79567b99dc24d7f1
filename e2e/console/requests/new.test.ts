import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import type { FeedbackCreate } from '../../../server/feedback/schema.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../../support/browser-app.ts'
import { noDraftStored } from '../../support/drafts.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()

const file = async ({ write }: ConsoleWorkspace, request: FeedbackCreate): Promise<string> =>
  (await write((tx) => createFeedback(tx, request, caps))).id

async function openForm(
  workspace: ConsoleWorkspace,
  options: { javaScriptEnabled?: boolean; colorScheme?: 'dark' } = {},
) {
  const page = await (await workspace.member('member')).page(options)
  await page.goto(`${workspace.home}/requests/new`)
  if (options.javaScriptEnabled !== false) await waitForHydration(page)
  return page
}

/** Loads the newest request with its submitter. */
const newestRequest = ({ id, write }: ConsoleWorkspace) =>
  write((tx) =>
    tx.db
      .selectFrom('feedback as f')
      .leftJoin('feedback_context as c', (join) =>
        join.onRef('c.workspace_id', '=', 'f.workspace_id').onRef('c.feedback_id', '=', 'f.id'),
      )
      .leftJoin('customers as u', (join) =>
        join.onRef('u.workspace_id', '=', 'f.workspace_id').onRef('u.id', '=', 'c.customer_id'),
      )
      .select(['f.title', 'f.description', 'f.status', 'f.votes', 'u.email', 'u.name', 'c.source_url'])
      .where('f.workspace_id', '=', id)
      .orderBy('f.created_at', 'desc')
      .orderBy('f.id', 'desc')
      .executeTakeFirst(),
  )

const waitForRequestPage = (page: Page) => page.waitForURL(/\/requests\/[0-9a-f-]{36}$/)
const notice = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text)

suite('adding a request for a customer', () => {
  test('finds the customer by search, approves the request and adds their vote', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    await file(acme, { title: 'Something else', submitter: { email: 'ines@example.com', name: 'Ines Prado' } })
    const page = await openForm(acme)
    await page.getByLabel('Title').fill('Invoices as PDF')
    await page.getByLabel('Description').fill('For *the* accountant')
    await page.getByLabel('Link to where they asked').fill('https://support.example.com/7')
    await page.getByRole('combobox', { name: 'Customer' }).fill('prado')
    await page.getByRole('option', { name: /Ines Prado/ }).click()
    await page.getByLabel('Email').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add request' }).click()
    await waitForRequestPage(page)
    await notice(page, 'Request added.').waitFor()
    assert.deepEqual(await newestRequest(acme), {
      title: 'Invoices as PDF',
      description: 'For *the* accountant',
      status: 'approved',
      votes: 1,
      email: 'ines@example.com',
      name: 'Ines Prado',
      source_url: 'https://support.example.com/7',
    })
    assert.deepEqual(browserErrors(page), [])
  })

  test('works for a new customer or for none, also without JavaScript', async () => {
    const acme = await browserApp.emptyWorkspace('Plain')
    const page = await openForm(acme, { javaScriptEnabled: false })
    await page.getByLabel('Title').fill('Dark mode')
    await page.getByLabel('Email').fill('tove@example.com')
    await page.getByLabel('Name').fill('Tove')
    await page.getByRole('button', { name: 'Add request' }).click()
    await waitForRequestPage(page)
    const { email, name, votes } = (await newestRequest(acme))!
    assert.deepEqual([email, name, votes], ['tove@example.com', 'Tove', 1])
    await page.goto(`${acme.home}/requests/new`)
    await page.getByLabel('Title').fill('Light mode')
    await page.getByRole('button', { name: 'Add request' }).click()
    await waitForRequestPage(page)
    assert.deepEqual([(await newestRequest(acme))?.title, (await newestRequest(acme))?.votes], ['Light mode', 0])
  })

  test('shows errors at the fields and keeps what was typed', async () => {
    const acme = await browserApp.emptyWorkspace('Refused')
    const page = await openForm(acme)
    await page.getByLabel('Description').fill('Why')
    await page.getByLabel('Name').fill('Tove')
    await page.getByRole('button', { name: 'Add request' }).click()
    await page
      .getByRole('alert')
      .getByRole('link', { name: /Enter their email address, too/ })
      .waitFor()
    await page.getByLabel('Email').fill('tove@example.com')
    await page.getByRole('button', { name: 'Add request' }).click()
    await page.getByLabel('Title').and(page.locator('[aria-invalid=true]')).waitFor()
    await page.getByRole('alert').getByText('Check this field').waitFor()
    assert.equal(await page.getByLabel('Description').inputValue(), 'Why')
    assert.equal(await newestRequest(acme), undefined)
  })

  test('offers to vote for a similar request instead', async () => {
    const acme = await browserApp.emptyWorkspace('Same')
    const id = await file(acme, { title: 'Sync with Google Calendar' })
    const page = await openForm(acme)
    await page.getByLabel('Title').fill('Google Calendar sync')
    const vote = page.getByRole('button', { name: 'Add a vote for this customer to Sync with Google Calendar' })
    await vote.click()
    await page
      .getByRole('alert')
      .getByText(/Choose a customer, or enter/)
      .waitFor()
    await page.getByLabel('Email').fill('tove@example.com')
    await vote.click()
    await page.waitForURL(`${acme.home}/requests/${id}`)
    await notice(page, 'Vote added.').waitFor()
    assert.equal((await newestRequest(acme))?.votes, 1)
    assert.deepEqual(
      browserErrors(page).filter((text) => !text.includes('400')),
      [],
    )
  })

  test('restores a draft after a reload and discards it after submission', async () => {
    const acme = await browserApp.emptyWorkspace('Draft')
    const page = await openForm(acme)
    await page.getByLabel('Title').fill('Half a wish')
    await page.waitForFunction(() => Object.values(localStorage).some((text) => text.includes('Half a wish')))
    await page.reload()
    await waitForHydration(page)
    await page.getByText('Unsaved text restored').waitFor()
    assert.equal(await page.getByLabel('Title').inputValue(), 'Half a wish')
    await page.getByRole('button', { name: 'Add request' }).click()
    await waitForRequestPage(page)
    await noDraftStored(page, 'request:new')
    await page.goto(`${acme.home}/requests/new`)
    await waitForHydration(page)
    assert.equal(await page.getByLabel('Title').inputValue(), '')
  })

  test('discards a restored draft on request', async () => {
    const acme = await browserApp.emptyWorkspace('Discarded')
    const page = await openForm(acme)
    await page.getByLabel('Title').fill('Half a wish')
    await page.waitForFunction(() => Object.values(localStorage).some((text) => text.includes('Half a wish')))
    await page.reload()
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Unsaved text restored').waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Title').inputValue(), '')
    await noDraftStored(page, 'request:new')
    await page.reload()
    await waitForHydration(page)
    assert.equal(await page.getByLabel('Title').inputValue(), '')
    assert.equal(await page.getByRole('button', { name: 'Discard' }).count(), 0)
  })

  test('aligns required and optional fields', async () => {
    const page = await openForm(await browserApp.emptyWorkspace('In line'))
    const top = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())!.y
    const source = (await page.getByLabel(/Link to where they asked/).boundingBox())!.y
    assert.equal(await top('Board'), source)
  })

  test('has no accessibility violations in either theme, with similar requests shown', async () => {
    const acme = await browserApp.emptyWorkspace('Axe')
    await file(acme, { title: 'Sync with Google Calendar' })
    for (const options of [{}, { colorScheme: 'dark' as const }]) {
      const page = await openForm(acme, options)
      await page.getByLabel('Title').fill('Google Calendar sync')
      await page.getByRole('region', { name: 'Already requested?' }).waitFor()
      assert.deepEqual(await accessibilityViolations(page), [])
      assert.deepEqual(browserErrors(page), [])
    }
  })
})
