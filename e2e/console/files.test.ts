import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { createEntry } from '../../server/changelog/create.ts'
import { publishEntry } from '../../server/changelog/publishing/publish.ts'
import { createFeedback } from '../../server/feedback/create.ts'
import { sessionCookie } from '../../server/portal/auth/session.ts'
import { signInCustomer } from '../../server/test/clients/portal-client.ts'
import { createDataDir, drawImage, sendFile } from '../../server/test/fixtures/files.ts'
import type { TestWorkspace } from '../../server/test/test-app.ts'
import { accessibilityViolations, browserErrors, openPage, waitForHydration } from '../support/browser.ts'
import { createBrowserApp } from '../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp({ dataDir: await createDataDir() })
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('owner', 'Mara Lindqvist')
const portal = `${browserApp.origin}/p/${acme.slug}`
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const photo = { name: 'photo.png', mimeType: 'image/png', buffer: await drawImage('png', 300, 200) }

const publicRequest = (title: string): Promise<string> =>
  acme.write(async (tx) => {
    const { id } = await createFeedback(tx, { title, submitter: { email: 'ada@example.com', name: 'Ada' } }, caps)
    await tx.db
      .updateTable('feedback')
      .set({ status: 'approved' })
      .where('workspace_id', '=', acme.id)
      .where('id', '=', id)
      .execute()
    return id
  })

/** Opens a portal page as a signed-in customer. */
async function customerPage(): Promise<Page> {
  const workspace = acme as unknown as TestWorkspace
  const { cookie } = await signInCustomer(browserApp.testApp, workspace, { email: 'cleo@example.com', name: 'Cleo' })
  const page = await openPage({ viewport: { width: 1280, height: 800 } })
  await page.context().addCookies([{ name: sessionCookie, value: cookie.split('=')[1]!, url: browserApp.origin }])
  return page
}

/** Pastes or drops files on the text field that has the focus, as a browser does with those of the device. */
const give = (page: Page, kind: 'paste' | 'drop', { name, mimeType, buffer }: typeof photo) =>
  page.evaluate(
    ({ kind, name, mimeType, bytes }) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }))
      const options = { bubbles: true, cancelable: true }
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data })
      document.activeElement!.dispatchEvent(event)
    },
    { kind, name, mimeType, bytes: [...buffer] },
  )

/** Waits until every image of a text has loaded. */
const waitForImage = (page: Page, alt: string) =>
  page.waitForFunction((name) => {
    const image = document.querySelector<HTMLImageElement>(`.prose img[alt="${name}"]`)
    return image?.complete && image.naturalWidth > 0
  }, alt)

const valueMatches = (page: Page, label: string, pattern: RegExp) =>
  page.waitForFunction(
    ([name, source]) => {
      const areas = [...document.querySelectorAll('textarea')]
      const area = areas.find((each) => each.labels[0]?.textContent?.startsWith(name!))
      return area && new RegExp(source!).test(area.value)
    },
    [label, pattern.source],
  )

suite('files', () => {
  test('an image pasted into a reply is on the request and on the portal', async () => {
    const id = await publicRequest('Paste')
    const page = await mara.page()
    await page.goto(`${acme.home}/requests/${id}`)
    await waitForHydration(page)
    await page.getByLabel('Your reply').fill('It looks like this:')
    await give(page, 'paste', photo)
    await valueMatches(page, 'Your reply', /^It looks like this:\n!\[photo\.png\]\(\/files\//)
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByRole('button', { name: 'Send reply' }).click()
    await waitForImage(page, 'photo.png')
    assert.deepEqual(browserErrors(page), [])
    const stranger = await openPage({ viewport: { width: 390, height: 844 } })
    await stranger.goto(`${portal}/requests/${id}`)
    await waitForImage(stranger, 'photo.png')
    assert.equal(await stranger.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
    assert.deepEqual(browserErrors(stranger), [])
  })

  test('an image dropped on an entry is in the preview and, once published, on the changelog', async () => {
    const { id } = await acme.write((tx) => createEntry(tx, { title: 'Night mode', body: 'See for yourself.' }))
    const page = await mara.page()
    await page.goto(`${acme.home}/changelog/${id}/edit`)
    await waitForHydration(page)
    await page.getByLabel('Text', { exact: true }).focus()
    await page.keyboard.press('Control+End')
    await give(page, 'drop', photo)
    await waitForImage(page, 'photo.png')
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page
      .getByText(/^(Saved|Draft saved)/)
      .first()
      .waitFor()
    assert.deepEqual(browserErrors(page), [])
    await acme.write((tx) => publishEntry(tx, id))
    const stranger = await openPage({})
    await stranger.goto(`${portal}/changelog/${id}`)
    await waitForImage(stranger, 'photo.png')
  })

  test('a phone chooses a photo, and a failed upload says so and keeps the text', async () => {
    const id = await publicRequest('Phone')
    const page = await mara.page(phone)
    await page.goto(`${acme.home}/requests/${id}`)
    await waitForHydration(page)
    await page.getByLabel('Your reply').fill('Here:')
    const choose = async (file: typeof photo) => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Attach files' }).tap()
      await (await chooser).setFiles(file)
    }
    await choose({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html>') })
    await page.getByText('page.png wasn’t uploaded. This kind of file isn’t supported.').waitFor()
    assert.match(await page.getByLabel('Your reply').inputValue(), /^Here:\s*$/)
    assert.deepEqual(await accessibilityViolations(page), [])
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
    await choose(photo)
    await valueMatches(page, 'Your reply', /\/files\//)
    await page.getByRole('button', { name: 'Send reply' }).tap()
    await waitForImage(page, 'photo.png')
  })

  test('a reviewer sees the image of a request that waits, and its row has no Markdown', async () => {
    const sent = await sendFile(`${acme.home}/files`, await mara.cookie(), 'waiting.png', photo.buffer)
    const description = `Too bright ${sent.body.markdown}`
    await acme.write((tx) => createFeedback(tx, { title: 'Waiting', description }, caps))
    const page = await mara.page()
    await page.goto(`${acme.home}/requests`)
    await page.getByText('Too bright waiting.png').first().waitFor()
    await page.goto(`${acme.home}/requests/review`)
    await page.waitForFunction(() => {
      const image = document.querySelector<HTMLImageElement>('.attached-files img[alt="waiting.png"]')
      return image?.complete && image.naturalWidth > 0
    })
    assert.deepEqual(await accessibilityViolations(page), [])
  })

  test('a customer attaches an image to a comment on the portal', async () => {
    const id = await publicRequest('Comment')
    const workspace = acme as unknown as TestWorkspace
    const { cookie } = await signInCustomer(browserApp.testApp, workspace, { email: 'bob@example.com', name: 'Bob' })
    const page = await openPage({ viewport: { width: 1280, height: 800 } })
    await page.context().addCookies([{ name: sessionCookie, value: cookie.split('=')[1]!, url: browserApp.origin }])
    await page.goto(`${portal}/requests/${id}`)
    const area = page.locator('textarea')
    await area.fill('Mine too:')
    await give(page, 'paste', photo)
    await page.waitForFunction(() => /\n!\[photo\.png\]\(\/files\//.test(document.querySelector('textarea')!.value))
    assert.deepEqual(await accessibilityViolations(page), [])
    assert.deepEqual(browserErrors(page), [])
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach files' }).click()
    await (await chooser).setFiles({ name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('a line') })
    await page.waitForFunction(() => /\[log\.txt\]\(\/files\//.test(document.querySelector('textarea')!.value))
  })

  test('shrinks a photo of more than 10 MB before it is sent', async () => {
    const id = await publicRequest('Camera')
    const page = await mara.page()
    await page.goto(`${acme.home}/requests/${id}`)
    await waitForHydration(page)
    const pixels = { width: 3_200, height: 2_400, channels: 3 } as const
    const noise = sharp(randomBytes(3_200 * 2_400 * 3), { raw: pixels })
    const buffer = await noise.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
    assert.ok(buffer.length > 10 * 1_048_576)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach files' }).click()
    const path = join(await createDataDir(), 'camera.jpg')
    await writeFile(path, buffer)
    await (await chooser).setFiles(path)
    await valueMatches(page, 'Your reply', /\/files\/.*\.jpg/)
  })

  for (const [surface, open] of [
    ['console', (): Promise<Page> => mara.page()],
    ['portal', customerPage],
  ] as const) {
    test(`the ${surface} offers a retry after a lost connection, and a way to cancel`, async () => {
      const id = await publicRequest(`Train on the ${surface}`)
      const page = await open()
      await page.goto(surface === 'console' ? `${acme.home}/requests/${id}` : `${portal}/requests/${id}`)
      if (surface === 'console') await waitForHydration(page)
      const area = surface === 'console' ? page.getByLabel('Your reply') : page.locator('textarea').first()
      const attach = page.getByRole('button', { name: /Attach/ }).first()
      const choose = async () => {
        const chooser = page.waitForEvent('filechooser')
        await attach.click()
        await (await chooser).setFiles(photo)
      }
      await page.route('**/files', (route) => route.abort())
      await choose()
      await page.getByText(/photo\.png wasn’t uploaded.*can’t be reached/).waitFor()
      assert.deepEqual(await accessibilityViolations(page), [])
      await page.unroute('**/files')
      await page.getByRole('button', { name: /Try/ }).click()
      await page.waitForFunction(
        (field) => /\/files\//.test((field as HTMLTextAreaElement).value),
        await area.elementHandle(),
      )
      await page.route('**/files', () => {})
      await choose()
      await page.getByRole('button', { name: 'Cancel upload' }).click()
      await page.getByRole('button', { name: 'Cancel upload' }).waitFor({ state: 'detached' })
      assert.doesNotMatch(await area.inputValue(), /Uploading/)
    })
  }

  test('a logo is uploaded and shown in the console and on the portal', async () => {
    const page = await mara.page()
    await page.goto(`${acme.home}/settings`)
    await waitForHydration(page)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload' }).click()
    await (await chooser).setFiles({ ...photo, name: 'logo.png' })
    await page.getByText('Logo uploaded.').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The settings have been saved.').waitFor()
    assert.deepEqual(browserErrors(page), [])
    const stranger = await openPage({})
    await stranger.goto(`${portal}/`)
    await stranger.waitForFunction(() => {
      const logo = document.querySelector<HTMLImageElement>('img.logo')
      return logo?.complete && logo.naturalWidth > 0
    })
  })

  for (const kind of ['paste', 'drop'] as const) {
    test(`a logo can be given by ${kind}, if it is an image`, async () => {
      const page = await mara.page()
      await page.goto(`${acme.home}/settings`)
      await waitForHydration(page)
      await page.getByLabel('Logo').focus()
      await give(page, kind, { ...photo, name: 'terms.pdf', mimeType: 'application/pdf' })
      await page.getByText('terms.pdf wasn’t uploaded: it’s not an image.').waitFor()
      await give(page, kind, { ...photo, name: `${kind}.png` })
      await page.getByText('Logo uploaded.').waitFor()
      assert.match(await page.getByLabel('Logo').inputValue(), new RegExp(`^/files/[0-9a-f-]{36}/${kind}\\.png$`))
      assert.deepEqual(browserErrors(page), [])
    })
  }

  test('a new request, its description, a team note and a comment on an entry take pasted and dropped files', async () => {
    const id = await publicRequest('Fields')
    const { id: entryId } = await acme.write((tx) => createEntry(tx, { title: 'Fields', body: 'Text' }))
    await acme.write((tx) => publishEntry(tx, entryId))
    for (const [path, label, kind] of [
      ['/requests/new', 'Description', 'paste'],
      [`/requests/${id}?edit=1`, 'Description', 'drop'],
      [`/requests/${id}`, 'Your note', 'drop'],
      [`/changelog/${entryId}`, 'Comment as your team', 'paste'],
    ] as const) {
      const page = await mara.page()
      await page.goto(`${acme.home}${path}`)
      await waitForHydration(page)
      if (label === 'Your note') await page.keyboard.press('n')
      await page.getByLabel(label).focus()
      await give(page, kind, photo)
      await valueMatches(page, label, /photo\.png\]\(\/files\//)
    }
  })
})
