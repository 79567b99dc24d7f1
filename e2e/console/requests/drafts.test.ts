import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createEntry } from '../../../server/changelog/create.ts'
import { publishEntry } from '../../../server/changelog/publishing/publish.ts'
import { createComment } from '../../../server/comments/create.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { createRoadmapItem } from '../../../server/roadmap/create.ts'
import { waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'
import { draftStored, noDraftStored } from '../../support/drafts.ts'

const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('admin', 'Mara Lindqvist')

const caps = { free: 100, starter: 1_000, growth: null }
const fileRequest = (title: string) => acme.write((tx) => createFeedback(tx, { title }, caps))
const composer = (page: Page) => page.getByRole('form', { name: 'Write a comment' })

interface Form {
  path: string
  key: string
  /** Opens the form where it isn’t open at first. */
  open?: (page: Page) => Promise<void>
  field: (page: Page) => Locator
  submit: string
}

const forms: Record<string, () => Promise<Form>> = {
  'a reply': async () => {
    const { id } = await fileRequest('Answer me')
    return {
      path: `requests/${id}`,
      key: `comment:${id}`,
      field: (page) => page.getByLabel('Your reply'),
      submit: 'Send reply',
    }
  },
  'a team note': async () => {
    const { id } = await fileRequest('Note me')
    return {
      path: `requests/${id}`,
      key: `comment:${id}`,
      open: (page) => composer(page).getByText('Team note', { exact: true }).click(),
      field: (page) => page.getByLabel('Your note'),
      submit: 'Add note',
    }
  },
  'a new request': async () => ({
    path: 'requests/new',
    key: 'request:new',
    field: (page) => page.getByLabel('Title'),
    submit: 'Add request',
  }),
  'an edited request': async () => {
    const { id } = await fileRequest('Edit me')
    return {
      path: `requests/${id}?edit=1`,
      key: `request:${id}`,
      field: (page) => page.getByLabel('Title'),
      submit: 'Save',
    }
  },
  'a roadmap item': async () => {
    const { id } = await acme.write((tx) => createRoadmapItem(tx, { title: 'Plan me', status: 'planned' }))
    return {
      path: `roadmap/${id}`,
      key: `roadmap:${id}`,
      field: (page) => page.getByLabel('Description'),
      submit: 'Save',
    }
  },
  'a new roadmap item': async () => ({
    path: 'roadmap/new',
    key: 'roadmap:new',
    field: (page) => page.getByLabel('Title'),
    submit: 'Add to roadmap',
  }),
  'settings of the workspace': async () => ({
    path: 'settings',
    key: 'settings:workspace',
    field: (page) => page.getByLabel('Planned'),
    submit: 'Save changes',
  }),
  'a comment on an entry': async () => {
    const { id } = await acme.write((tx) => createEntry(tx, { title: 'Exports', body: 'All' }))
    await acme.write((tx) => publishEntry(tx, id))
    return {
      path: `changelog/${id}`,
      key: `entry-comment:${id}:`,
      field: (page) => page.getByLabel('Comment as your team'),
      submit: 'Comment',
    }
  },
}

suite('unsaved text survives a save without a connection, the end of the session and a closed tab', () => {
  for (const [title, create] of Object.entries(forms)) {
    test(title, async () => {
      const { path, key, open, field, submit } = await create()
      const page = await mara.page()
      page.on('dialog', (dialog) => dialog.accept())
      await page.goto(`${acme.home}/${path}`)
      await waitForHydration(page)
      await open?.(page)
      await field(page).fill('Half a thought')
      // Parts of the page that load on use would fail without a connection.
      await page.waitForLoadState('networkidle')
      await page.context().setOffline(true)
      await page.getByRole('button', { name: submit, exact: true }).click()
      await page.getByLabel('Notifications').getByText(/saved/i).waitFor()
      assert.equal(await field(page).inputValue(), 'Half a thought')
      await draftStored(page, key, 'Half a thought')
      await page.context().setOffline(false)
      const cookies = await page.context().cookies()
      await page.context().clearCookies()
      await page.getByRole('button', { name: submit, exact: true }).click()
      await page.waitForURL(/sign-in/)
      await page.close()
      await page.context().addCookies(cookies)
      const reopened = await page.context().newPage()
      await reopened.goto(`${acme.home}/${path}`)
      await waitForHydration(reopened)
      await reopened.getByText('Unsaved text restored').waitFor()
      assert.equal(await field(reopened).inputValue(), 'Half a thought')
      await reopened.getByRole('button', { name: submit, exact: true }).click()
      await noDraftStored(reopened, key)
    })
  }
})

test('a new request is restored with its customer', async () => {
  const page = await mara.page()
  await acme.write((tx) =>
    createFeedback(tx, { title: 'Old wish', submitter: { email: 'tove@example.com', name: 'Tove' } }, caps),
  )
  await page.goto(`${acme.home}/requests/new`)
  await waitForHydration(page)
  await page.getByLabel('Title').fill('With a customer')
  await page.getByRole('combobox', { name: 'Customer' }).fill('Tove')
  await page.getByRole('option', { name: /Tove/ }).click()
  await draftStored(page, 'request:new', 'Tove')
  await page.close()
  const reopened = await page.context().newPage()
  await reopened.goto(`${acme.home}/requests/new`)
  await waitForHydration(reopened)
  await reopened.getByRole('button', { name: 'Remove Tove' }).waitFor()
  assert.equal(await reopened.getByLabel('Title').inputValue(), 'With a customer')
  await reopened.getByRole('button', { name: 'Discard' }).click()
  await reopened.getByRole('button', { name: 'Remove Tove' }).waitFor({ state: 'detached' })
  await noDraftStored(reopened, 'request:new')
})

test('a reply is restored under the comment that it answers', async () => {
  const { id } = await fileRequest('Answer the comment')
  await acme.write((tx) =>
    createComment(tx, { of: 'feedback_id', id }, { body: 'When?', submitter: { email: 'ada@example.com' } }, caps),
  )
  const page = await mara.page()
  await page.goto(`${acme.home}/requests/${id}`)
  await waitForHydration(page)
  await page.getByRole('link', { name: /^Reply to/ }).click()
  await page.getByLabel('Your reply').fill('In spring.')
  await draftStored(page, `comment:${id}`, 'In spring.')
  await page.close()
  const reopened = await page.context().newPage()
  await reopened.goto(`${acme.home}/requests/${id}`)
  await waitForHydration(reopened)
  await reopened.getByText(/^Replying to/).waitFor()
  assert.equal(await reopened.getByLabel('Your reply').inputValue(), 'In spring.')
})
