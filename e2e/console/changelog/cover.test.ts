import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { findCover } from '../../../server/changelog/cover.ts'
import { createEntry } from '../../../server/changelog/create.ts'
import { publishEntry } from '../../../server/changelog/publishing/publish.ts'
import { createDataDir, drawImage } from '../../../server/test/fixtures/files.ts'
import { accessibilityViolations, browserErrors, openPage, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'
import { draftStored } from '../../support/drafts.ts'

const browserApp = await createBrowserApp({ dataDir: await createDataDir() })
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('member', 'Mara Lindqvist')
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

async function openEditor(options: BrowserContextOptions = {}) {
  const { id } = await acme.write((tx) => createEntry(tx, { title: 'Charts', body: 'Now with charts.' }))
  const page = await mara.page(options)
  await openEntry(page, id)
  return { page, id }
}
async function openEntry(page: Page, id: string) {
  await page.goto(`${acme.home}/changelog/${id}/edit`)
  await waitForHydration(page)
}
const stored = (id: string) => acme.write((tx) => findCover(tx, id))
const group = (page: Page) => page.getByRole('group', { name: 'Cover image' })
const image = (page: Page) => group(page).getByRole('presentation')
/** Presses a button that saves, and waits until the page has loaded what was saved. */
async function save(page: Page, button = 'Save draft') {
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  const loaded = page.waitForResponse(
    (response) => response.url().includes('/edit') && response.request().method() === 'GET',
  )
  await page.getByRole('button', { name: button }).click()
  await Promise.all([saved, loaded])
}
/** Chooses a file with the button that opens the picker. */
async function choose(page: Page, button: string, name = 'cover.png', mimeType = 'image/png') {
  const chooser = page.waitForEvent('filechooser')
  await group(page).getByRole('button', { name: button }).click()
  await (await chooser).setFiles({ name, mimeType, buffer: await drawImage('png', 1200, 600) })
}
async function drop(page: Page, name: string, type: string) {
  const bytes = [...(await drawImage('png', 600, 300))]
  await group(page).evaluate(
    (element, { bytes, name, type }) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type }))
      element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    { bytes, name, type },
  )
}
const waitForImage = async (page: Page, path: string | RegExp) => {
  await image(page).waitFor()
  const loaded = await image(page).elementHandle()
  await page.waitForFunction((element) => (element as HTMLImageElement).naturalWidth > 0, loaded)
  assert.match((await image(page).getAttribute('src'))!, new RegExp(path))
}

suite('the cover of an entry', () => {
  test('is added, described and published, and shown on the portal on a phone', async () => {
    const { page, id } = await openEditor(phone)
    assert.deepEqual(await accessibilityViolations(page), [])
    await choose(page, 'Add cover image')
    await waitForImage(page, /\/files\/[0-9a-f-]{36}\/cover\.png$/)
    await group(page).getByLabel('Image description').fill('A chart of votes')
    assert.deepEqual(await accessibilityViolations(page), [])
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
    await save(page)
    assert.equal((await stored(id))?.alt, 'A chart of votes')
    await acme.write((tx) => publishEntry(tx, id))
    const reader = await openPage(phone)
    for (const path of ['', `/${id}`]) {
      await reader.goto(`${browserApp.origin}/p/${acme.slug}/changelog${path}`)
      const cover = reader.getByRole('img', { name: 'A chart of votes' })
      const element = await cover.elementHandle()
      await reader.waitForFunction((each) => (each as HTMLImageElement).naturalWidth === 1200, element)
      const { width, height } = (await cover.boundingBox())!
      assert.ok(width <= 390 && Math.abs(width / height - 2) < 0.1, `${width} × ${height}`)
      assert.equal(await reader.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
      assert.deepEqual(await accessibilityViolations(reader), [])
    }
    assert.deepEqual([...browserErrors(page), ...browserErrors(reader)], [])
  })

  test('is replaced by dropping an image, and removed', async () => {
    const { page, id } = await openEditor()
    await choose(page, 'Add cover image')
    await waitForImage(page, /cover\.png$/)
    await drop(page, 'dropped.png', 'image/png')
    await group(page).getByRole('presentation').and(page.locator('[src$="dropped.png"]')).waitFor()
    await save(page)
    assert.match((await stored(id))!.url, /dropped\.png$/)
    await group(page).getByRole('button', { name: 'Remove cover' }).click()
    assert.equal(await image(page).count(), 0)
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Add cover image')
    await save(page)
    assert.equal(await stored(id), null)
  })

  test('rejects a file that is not an image', async () => {
    const { page } = await openEditor()
    await drop(page, 'notes.pdf', 'application/pdf')
    await group(page).getByText('notes.pdf wasn’t uploaded: it’s not an image.').waitFor()
    assert.equal(await image(page).count(), 0)
  })

  test('is restored with the unsaved text after a reload', async () => {
    const { page, id } = await openEditor()
    await choose(page, 'Add cover image')
    await waitForImage(page, /cover\.png$/)
    await group(page).getByLabel('Image description').fill('Unsaved')
    await draftStored(page, `entry:${id}`, 'Unsaved')
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await waitForHydration(page)
    await page.getByText('Unsaved text restored').waitFor()
    await waitForImage(page, /cover\.png$/)
    await save(page)
    assert.equal((await stored(id))?.alt, 'Unsaved')
  })

  test('is described and removed without JavaScript', async () => {
    const { page: first, id } = await openEditor()
    await choose(first, 'Add cover image')
    await waitForImage(first, /cover\.png$/)
    await save(first)
    const page = await mara.page({ javaScriptEnabled: false })
    await page.goto(`${acme.home}/changelog/${id}/edit`)
    await page.getByLabel('Image description').fill('Plain')
    await save(page)
    assert.equal((await stored(id))?.alt, 'Plain')
    await page.getByLabel('Remove cover').check()
    await save(page)
    assert.equal(await stored(id), null)
  })

  test('is part of an edit conflict, and kept or replaced with the rest of the entry', async () => {
    const { page, id } = await openEditor()
    const other = await mara.page()
    await openEntry(other, id)
    await choose(other, 'Add cover image', 'theirs.png')
    await waitForImage(other, /theirs\.png$/)
    await group(other).getByLabel('Image description').fill('Their chart')
    await save(other)
    await choose(page, 'Add cover image', 'mine.png')
    await waitForImage(page, /mine\.png$/)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Saved version').click()
    await page.getByRole('img', { name: 'Their chart' }).waitFor()
    assert.match((await stored(id))!.url, /theirs\.png$/)
    await waitForImage(page, /mine\.png$/)
    await save(page, 'Save my version')
    assert.match((await stored(id))!.url, /mine\.png$/)
  })
})
