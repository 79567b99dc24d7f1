import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createEntry } from '../../server/changelog/create.ts'
import { createFeedback } from '../../server/feedback/create.ts'
import { sessionCookie } from '../../server/portal/auth/session.ts'
import { signInCustomer } from '../../server/test/clients/portal-client.ts'
import { createDataDir, drawImage } from '../../server/test/fixtures/files.ts'
import type { TestWorkspace } from '../../server/test/test-app.ts'
import { browserErrors, openPage, plainHttpHost, waitForHydration } from '../support/browser.ts'
import { createBrowserApp } from '../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp({ dataDir: await createDataDir() })
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('owner', 'Mara Lindqvist')
const photo = { name: 'photo.png', mimeType: 'image/png', buffer: await drawImage() }

/** The address at which browsers treat this page like one of an internal network. */
const plain = (url: string) => {
  const address = new URL(url)
  address.hostname = plainHttpHost
  return address.href
}

async function openConsole(path: string): Promise<Page> {
  const page = await mara.page()
  const cookies = await page.context().cookies()
  await page.context().addCookies(cookies.map(({ name, value }) => ({ name, value, url: plain(browserApp.origin) })))
  await page.goto(plain(`${acme.home}${path}`))
  await waitForHydration(page)
  assert.equal(await page.evaluate(() => isSecureContext), false)
  return page
}

async function attach(page: Page, button: string | RegExp) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).first().click()
  await (await chooser).setFiles(photo)
}

/** Browsers say that they ignore this header here. */
const errors = (page: Page) => browserErrors(page).filter((text) => !text.startsWith('The Cross-Origin-Opener-Policy'))

const hasFile = (page: Page) =>
  page.waitForFunction(() => /photo\.png\]\(\/files\//.test(document.querySelector('textarea')!.value))

suite('over plain HTTP', () => {
  test('the console uploads files', async () => {
    const { id } = await acme.write((tx) => createEntry(tx, { title: 'Entry', body: 'Text' }))
    const page = await openConsole(`/changelog/${id}/edit`)
    await attach(page, 'Images and files')
    await hasFile(page)
    assert.deepEqual(errors(page), [])
    await page.goto(plain(`${acme.home}/settings`))
    await waitForHydration(page)
    await attach(page, 'Upload')
    await page.getByText('Logo uploaded.').waitFor()
    assert.deepEqual(errors(page), [])
  })

  test('the portal uploads files', async () => {
    const { id } = await acme.write(async (tx) => {
      const request = await createFeedback(tx, { title: 'Plain', submitter: { email: 'ada@example.com' } }, caps)
      await tx.db.updateTable('feedback').set({ status: 'approved' }).where('workspace_id', '=', acme.id).execute()
      return request
    })
    const workspace = acme as unknown as TestWorkspace
    const { cookie } = await signInCustomer(browserApp.testApp, workspace, { email: 'bob@example.com', name: 'Bob' })
    const page = await openPage()
    const url = plain(browserApp.origin)
    await page.context().addCookies([{ name: sessionCookie, value: cookie.split('=')[1]!, url }])
    await page.goto(`${url}p/${acme.slug}/requests/${id}`)
    await attach(page, /Attach/)
    await hasFile(page)
    assert.deepEqual(errors(page), [])
  })
})
