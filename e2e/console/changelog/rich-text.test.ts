import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { createEntry } from '../../../server/changelog/create.ts'
import { getEntry } from '../../../server/changelog/queries.ts'
import { createDataDir, drawImage } from '../../../server/test/fixtures/files.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'
import { draftStored } from '../../support/drafts.ts'

const browserApp = await createBrowserApp({ dataDir: await createDataDir() })
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('member', 'Mara Lindqvist')

async function openEditor(body: string, options: BrowserContextOptions = {}) {
  const { id } = await acme.write((tx) => createEntry(tx, { title: 'Entry', body }))
  const page = await mara.page(options)
  await page.goto(`${acme.home}/changelog/${id}/edit`)
  await waitForHydration(page)
  return { page, id }
}
const stored = async (id: string) => (await acme.write((tx) => getEntry(tx, id))).body
const field = (page: Page) => page.locator('textarea[name="body"]')
const rich = (page: Page) => page.locator('.rich-text')
const choose = (page: Page, mode: 'Rich text' | 'Markdown') =>
  page.getByRole('group', { name: 'Editor', exact: true }).getByText(mode, { exact: true }).click()
async function openRichText(page: Page) {
  await choose(page, 'Rich text')
  await rich(page).waitFor()
}
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByLabel('Notifications').getByText('Saved').waitFor()
}

suite('rich text', () => {
  test('edits the Markdown, and leaves unedited blocks as they were', async () => {
    const body = '*One*\nline\n\n* two\n* three   \n\nFour'
    const { page, id } = await openEditor(body)
    await openRichText(page)
    await rich(page).getByRole('listitem').filter({ hasText: 'three' }).waitFor()
    assert.equal(await field(page).inputValue(), body)
    await rich(page).getByText('Four').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Now ')
    await page.keyboard.press('ControlOrMeta+b')
    await page.keyboard.type('bold')
    await page.getByRole('button', { name: 'Bold', pressed: true }).waitFor()
    const edited = '*One*\nline\n\n* two\n* three\n\nFour\n\nNow **bold**'
    assert.equal(await field(page).inputValue(), edited)
    await page.getByRole('region', { name: 'Preview' }).locator('strong', { hasText: 'bold' }).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await save(page)
    assert.equal(await stored(id), edited)
    await choose(page, 'Markdown')
    assert.equal(await field(page).inputValue(), edited)
    assert.deepEqual(browserErrors(page), [])
  })

  test('remembers the mode, and keeps the cursor when switching', async () => {
    const { page } = await openEditor('## Title\n\nSome **bold** words')
    await openRichText(page)
    await page.reload()
    await waitForHydration(page)
    await rich(page).getByText('words').waitFor()
    await rich(page).getByText('words').click()
    await page.keyboard.press('End')
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft')
    await choose(page, 'Markdown')
    assert.equal(
      await field(page).evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart)),
      'words',
    )
    await page.reload()
    await waitForHydration(page)
    assert.equal(await page.getByRole('radio', { name: 'Markdown' }).isChecked(), true)
  })

  test('does not open a text that it would change', async () => {
    const body = 'Fine\n\n- # heading in a list'
    const { page } = await openEditor(body)
    await choose(page, 'Rich text')
    await page.getByText('Line 3 can’t be shown as rich text').waitFor()
    assert.equal(await page.getByRole('radio', { name: 'Markdown' }).isChecked(), true)
    assert.equal(await field(page).inputValue(), body)
    assert.equal(await rich(page).count(), 0)
  })

  test('inserts and edits a table by keyboard', async () => {
    const { page } = await openEditor('')
    await openRichText(page)
    await rich(page).focus()
    await page.keyboard.type('/ta')
    await page.getByRole('option', { name: 'Table', selected: true }).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.keyboard.press('Enter')
    await page.keyboard.type('Plan')
    await page.keyboard.press('Tab')
    await page.keyboard.type('A | B')
    const tools = page.getByRole('group', { name: 'Table' })
    await tools.getByRole('button', { name: 'Add column' }).click()
    await tools.getByRole('button', { name: 'Delete row' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('New')
    assert.match(await field(page).inputValue(), /^\| Plan \| A \\\| B \| New \|\n\| --- \| --- \| --- \|\n/)
    await tools.getByRole('button', { name: 'Delete column' }).click()
    await rich(page).getByRole('cell').first().click()
    await tools.getByRole('button', { name: 'Delete row' }).click()
    assert.equal((await field(page).inputValue()).split('\n').length, 3)
    await tools.getByRole('button', { name: 'Delete table' }).click()
    assert.equal(await field(page).inputValue(), '')
  })

  test('links a selection, and edits and removes the link', async () => {
    const { page } = await openEditor('Read the docs')
    await openRichText(page)
    await rich(page).getByText('docs').dblclick()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+k')
    const url = page.getByRole('textbox', { name: 'URL' })
    await url.fill('example.com/a_(b)')
    await url.press('Enter')
    assert.equal(await field(page).inputValue(), '[Read the docs](https://example.com/a_\\(b\\))')
    await page.getByRole('button', { name: 'Link', pressed: true }).click()
    await page.getByRole('button', { name: 'Remove link' }).click()
    assert.equal(await field(page).inputValue(), 'Read the docs')
  })

  test('uploads a chosen image, and edits its description', async () => {
    const { page, id } = await openEditor('Text')
    await openRichText(page)
    await rich(page).focus()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Images and files' }).click()
    await (await chooser).setFiles({ name: 'shot.png', mimeType: 'image/png', buffer: await drawImage() })
    const image = rich(page).getByRole('img', { name: 'shot.png', exact: true })
    await image.waitFor()
    await page.waitForFunction((element) => (element as HTMLImageElement).naturalWidth > 0, await image.elementHandle())
    await image.click()
    await page.getByRole('textbox', { name: 'Image description' }).fill('The new page')
    await page.keyboard.press('Enter')
    await save(page)
    assert.match(await stored(id), /!\[The new page\]\(\/files\/[0-9a-f-]{36}\/shot\.\w+\)/)
  })

  for (const kind of ['paste', 'drop'] as const) {
    test(`uploads an image given by ${kind}`, async () => {
      const { page } = await openEditor('Text')
      await openRichText(page)
      await rich(page).getByText('Text').click()
      await rich(page).evaluate(
        (element, { kind, bytes }) => {
          const data = new DataTransfer()
          data.items.add(new File([new Uint8Array(bytes)], 'shot.png', { type: 'image/png' }))
          const { x, y } = element.getBoundingClientRect()
          const options = { bubbles: true, cancelable: true, clientX: x + 5, clientY: y + 5 }
          element.dispatchEvent(
            kind === 'paste'
              ? new ClipboardEvent('paste', { ...options, clipboardData: data })
              : new DragEvent('drop', { ...options, dataTransfer: data }),
          )
        },
        { kind, bytes: [...(await drawImage())] },
      )
      const image = rich(page).getByRole('img', { name: 'shot.png', exact: true })
      await image.waitFor()
      assert.match(await field(page).inputValue(), /!\[shot\.png\]\(\/files\/[0-9a-f-]{36}\/shot\.\w+\)/)
      assert.deepEqual(browserErrors(page), [])
    })
  }

  test('works on a phone, with the toolbar and pasted Markdown', async () => {
    const { page } = await openEditor('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await openRichText(page)
    await rich(page).tap()
    await rich(page).evaluate((element) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '- **one**\n- two')
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    assert.equal(await field(page).inputValue(), '- **one**\n- two')
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
    assert.deepEqual(await accessibilityViolations(page), [])
  })

  test('restores unsaved rich text after a reload, and stays in Markdown when the editor cannot be loaded', async () => {
    const { page, id } = await openEditor('Before')
    await openRichText(page)
    await rich(page).getByText('Before').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' and after')
    await draftStored(page, `entry:${id}`, 'after')
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await waitForHydration(page)
    await rich(page).getByText('Before and after').waitFor()
    await page.getByText('Unsaved text restored').waitFor()
    await page.route('**/rich-text-area*', (route) => route.abort())
    await page.reload()
    await page.getByText('Rich text couldn’t be loaded').waitFor()
    await page.getByText('Unsaved text restored').waitFor()
    assert.equal(await field(page).inputValue(), 'Before and after')
  })

  test('keeps from pasted HTML only what readers can open, and pastes a URL into code as text', async () => {
    const { page } = await openEditor('')
    await openRichText(page)
    const paste = (html: string, text = '') =>
      rich(page).evaluate(
        (element, [type, data]) => {
          const clipboardData = new DataTransfer()
          clipboardData.setData(type!, data!)
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        },
        html ? ['text/html', html] : ['text/plain', text],
      )
    const uploaded = '/files/0197c0de-0000-4000-8000-000000000001'
    await page.route(`**${uploaded}/**`, (route) => route.fulfill({ contentType: 'image/png', body: '' }))
    await paste(
      `<p onclick="alert(1)"><a href="javascript:alert(1)">a</a> <img src="data:image/png;base64,AAAA" onerror="alert(1)">
       <img src="${acme.home}${uploaded}/a.png" alt="shot"> <a href="${acme.home}${uploaded}/b.pdf">report</a></p>
       <script>alert(1)</script><iframe src="https://example.com"></iframe>`,
    )
    assert.equal(await field(page).inputValue(), `a ![shot](${uploaded}/a.png) [report](${uploaded}/b.pdf)`)
    await rich(page).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await page.keyboard.type('``` ')
    await paste('', 'https://example.com/a.png')
    assert.equal(await field(page).inputValue(), '```\nhttps://example.com/a.png\n```')
    assert.deepEqual(browserErrors(page), [])
  })

  test('copies selected table cells as a table', async () => {
    const { page } = await openEditor('| a | b |\n| --- | --- |\n| c | d |\n| e | f |')
    await openRichText(page)
    await rich(page).getByText('a', { exact: true }).click()
    // The tools of the table move it down.
    await page.getByRole('group', { name: 'Table' }).waitFor()
    const from = await rich(page).getByText('a', { exact: true }).boundingBox()
    const to = await rich(page).getByText('d', { exact: true }).boundingBox()
    await page.mouse.move(from!.x + 2, from!.y + 5)
    await page.mouse.down()
    await page.mouse.move(to!.x + 4, to!.y + 5, { steps: 5 })
    await page.mouse.up()
    const copied = await rich(page).evaluate((element) => {
      const clipboardData = new DataTransfer()
      element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
      return clipboardData.getData('text/plain')
    })
    assert.equal(copied, '| a | b |\n| --- | --- |\n| c | d |')
    assert.deepEqual(browserErrors(page), [])
  })
})
