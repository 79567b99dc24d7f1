import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { createEntry } from '../../../server/changelog/create.ts'
import { deleteEntry } from '../../../server/changelog/delete.ts'
import { getEntry } from '../../../server/changelog/queries.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { createTag } from '../../../server/tags/create.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'
import { draftStored, noDraftStored } from '../../support/drafts.ts'

const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('admin', 'Mara Lindqvist')
const tom = await acme.member('member', 'Tomasz Nowak')

const createDraft = async () => {
  const { id } = await acme.write((tx) => createEntry(tx, { title: 'Entry', body: 'Before' }))
  return { id, url: `${acme.home}/changelog/${id}/edit`, key: `entry:${id}` }
}
const visit = async (page: Page, url: string) => {
  await page.goto(url)
  await waitForHydration(page)
  return page
}
const openTab = async (context: BrowserContext, url: string) => visit(await context.newPage(), url)
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' })
const restored = (page: Page) => page.getByText('Unsaved text restored')
const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).click()
const savedNotice = (page: Page) => page.getByLabel('Notifications').getByText('Saved').waitFor()
const textIs = (page: Page, words: string) =>
  page.waitForFunction(
    (words) => document.querySelector<HTMLTextAreaElement>('textarea[name="body"]')?.value === words,
    words,
  )
const write = async (page: Page, key: string, words: string) => {
  await text(page).fill(words)
  await draftStored(page, key, words)
}

test('keeps unsaved text when offline, after the session ends, and when the tab is closed', async () => {
  const { id, url } = await createDraft()
  const page = await visit(await mara.page(), url)
  await text(page).fill('After')
  await page.context().setOffline(true)
  await save(page)
  await page.getByLabel('Notifications').getByText(/saved/i).waitFor()
  assert.equal(await text(page).inputValue(), 'After')
  await page.context().setOffline(false)
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await save(page)
  await page.waitForURL(/sign-in/)
  await page.close()
  await page.context().addCookies(cookies)
  const reopened = await openTab(page.context(), url)
  await restored(reopened).waitFor()
  assert.equal(await text(reopened).inputValue(), 'After')
  assert.equal((await acme.write((tx) => getEntry(tx, id))).body, 'Before')
})

test('every field is restored: tags, requests, version, settings, schedule and audience', async () => {
  const tag = await acme.write((tx) => createTag(tx, { name: 'Speed', color: '#2563eb' }))
  const caps = { free: 100, starter: 1_000, growth: null }
  const request = await acme.write((tx) => createFeedback(tx, { title: 'Export every table' }, caps))
  const { id, url, key } = await createDraft()
  const page = await visit(await mara.page(), url)
  await page.getByRole('checkbox', { name: 'Speed' }).check({ force: true })
  await page.getByLabel('New tag').fill('Shiny')
  await page.getByLabel('New tag').press('Enter')
  await page.getByRole('combobox', { name: 'Search requests to link' }).fill('export')
  await page.getByRole('option', { name: /Export every table/ }).click()
  await page.getByLabel('Publish at').fill('2031-07-01T09:00')
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await page.getByRole('combobox', { name: 'Email' }).selectOption('asked')
  await page.getByRole('switch', { name: 'Comment' }).uncheck()
  await page.getByLabel('Version label').fill('v2.4')
  await draftStored(page, key, 'v2.4')
  await page.close()
  const reopened = await openTab(page.context(), url)
  await restored(reopened).waitFor()
  await save(reopened)
  await savedNotice(reopened)
  const entry = await acme.write((tx) => getEntry(tx, id))
  assert.equal(entry.body, 'Before')
  assert.equal(entry.versionLabel, 'v2.4')
  assert.equal(entry.commentsEnabled, false)
  assert.equal(entry.tagIds.length, 2)
  assert.ok(entry.tagIds.includes(tag.id))
  assert.deepEqual(entry.linkedFeedbackIds, [request.id])
  assert.equal(entry.scheduledPublishAt, '2031-07-01T00:00:00.000Z')
  assert.equal(entry.scheduledTimezone, 'Asia/Tokyo')
  await visit(reopened, url)
  assert.equal(await reopened.getByRole('combobox', { name: 'Email' }).inputValue(), 'asked')
  await noDraftStored(reopened, key)
  assert.deepEqual(browserErrors(reopened), [])
})

suite('two tabs on one entry', () => {
  test('both texts survive a crash, and the second is one click away', async () => {
    const { url, key } = await createDraft()
    const first = await visit(await mara.page(), url)
    const second = await openTab(first.context(), url)
    await write(first, key, 'Written first')
    await write(second, key, 'Written second')
    await first.close()
    await second.close()
    const page = await openTab(first.context(), url)
    await restored(page).waitFor()
    assert.equal(await text(page).inputValue(), 'Written second')
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByRole('button', { name: /Show text from/ }).click()
    await textIs(page, 'Written first')
    await draftStored(page, key, 'Written second')
    await page.getByRole('button', { name: 'Discard' }).click()
    await textIs(page, 'Written second')
    await page.getByRole('button', { name: 'Discard' }).click()
    await restored(page).waitFor({ state: 'detached' })
    assert.equal(await text(page).inputValue(), 'Before')
    await noDraftStored(page, key)
  })

  test('the text of an open tab is not offered to another, not even to its duplicate', async () => {
    const { url, key } = await createDraft()
    const first = await visit(await mara.page(), url)
    await write(first, key, 'Still open')
    const tabId = await first.evaluate(() => sessionStorage.getItem('heed:tab'))
    const duplicate = await first.context().newPage()
    await duplicate.addInitScript((id) => {
      if (sessionStorage.getItem('heed:tab') === null) sessionStorage.setItem('heed:tab', id!)
    }, tabId)
    for (const page of [await openTab(first.context(), url), await visit(duplicate, url)]) {
      // Stored only after the page has looked for drafts.
      await write(page, key, 'Another text')
      assert.equal(await restored(page).count(), 0)
      assert.equal(await page.getByText('Unsaved text in this browser').count(), 0)
      await draftStored(page, key, 'Still open')
    }
  })
})

suite('two members in one browser', () => {
  test('each sees only their own unsaved text', async () => {
    const { url, key } = await createDraft()
    const page = await visit(await mara.page(), url)
    const cookies = await page.context().cookies()
    await write(page, key, 'What Mara thinks')
    await page.close()
    const context = page.context()
    await context.clearCookies()
    await context.addCookies(await (await tom.page()).context().cookies())
    const other = await openTab(context, url)
    await write(other, key, 'What Tomasz thinks')
    assert.equal(await restored(other).count(), 0)
    assert.equal(await other.getByText('Unsaved text in this browser').count(), 0)
    await other.close()
    await context.clearCookies()
    await context.addCookies(cookies)
    const again = await openTab(context, url)
    await restored(again).waitFor()
    assert.equal(await text(again).inputValue(), 'What Mara thinks')
    assert.equal(await again.getByRole('button', { name: /Show text from/ }).count(), 0)
  })
})

suite('storage', () => {
  for (const [title, breakStorage] of [
    ['blocked', () => Object.defineProperty(window, 'localStorage', { get: () => fail('SecurityError') })],
    ['full', () => Object.defineProperty(Storage.prototype, 'setItem', { value: () => fail('QuotaExceededError') })],
  ] as const) {
    test(`typing and saving work while the storage is ${title}`, async () => {
      const { id, url } = await createDraft()
      const page = await mara.page()
      await page.addInitScript(() =>
        Object.assign(window, {
          fail: (name: string) => {
            throw new DOMException('', name)
          },
        }),
      )
      await page.addInitScript(breakStorage)
      await visit(page, url)
      await text(page).fill('After')
      await page.getByRole('radio', { name: 'Rich text' }).check({ force: true })
      await save(page)
      await savedNotice(page)
      assert.equal((await acme.write((tx) => getEntry(tx, id))).body, 'After')
      assert.deepEqual(browserErrors(page), [])
    })
  }

  test('old drafts and those of earlier versions are removed', async () => {
    const { url, key } = await createDraft()
    const page = await visit(await mara.page(), url)
    await page.evaluate(() => {
      const at = Date.now() - 31 * 24 * 60 * 60 * 1000
      localStorage.setItem('heed:drafts:someone:tab:entry:old', JSON.stringify({ at, fields: { body: 'Old' } }))
      localStorage.setItem('heed:draft:entry:older', '{}')
      for (let n = 0; n < 120; n += 1)
        localStorage.setItem(`heed:drafts:someone:${n}:entry:many`, JSON.stringify({ at: Date.now(), fields: {} }))
    })
    await visit(page, url)
    await write(page, key, 'New')
    await noDraftStored(page, 'entry:old')
    const names = await page.evaluate(() => Object.keys(localStorage))
    assert.ok(!names.includes('heed:draft:entry:older'))
    assert.equal(names.filter((name) => name.endsWith(':entry:many')).length, 100)
  })

  test('the drafts of a deleted entry are removed, whoever deleted it', async () => {
    const [mine, theirs] = [await createDraft(), await createDraft()]
    const page = await visit(await mara.page(), mine.url)
    page.on('dialog', (dialog) => dialog.accept())
    await write(page, mine.key, 'After')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete entry' }).click()
    await page.getByText('“Entry” was deleted').waitFor()
    await noDraftStored(page, mine.key)
    await visit(page, theirs.url)
    await write(page, theirs.key, 'After')
    await acme.write((tx) => deleteEntry(tx, theirs.id))
    await page.reload()
    await noDraftStored(page, theirs.key)
  })
})

declare function fail(name: string): never
