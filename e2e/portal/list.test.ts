import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { sessionCookie } from '../../server/portal/auth/session.ts'
import { signInCustomer } from '../../server/test/clients/portal-client.ts'
import { createTestApp } from '../../server/test/test-app.ts'
import { openPage } from '../support/browser.ts'

const testApp = await createTestApp()
const acme = await testApp.workspace({ name: 'Acme' })
const home = `${testApp.origin}/p/${acme.slug}`
for (let n = 1; n <= 30; n++) {
  const { id } = await acme.api.create('/feedback', { title: `Request ${n}` })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
}

async function openList(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(options)
  const { cookie } = await signInCustomer(testApp, acme, { email: 'ada@example.com' })
  await page.context().addCookies([{ name: sessionCookie, value: cookie.split('=')[1]!, url: testApp.origin }])
  await page.goto(`${home}/?sort=newest`)
  return page
}

const rows = (page: Page) => page.locator('.requests > li')

suite('the list of requests', () => {
  test('keeps the list when a search has no connection, and searches once there is one', async () => {
    const page = await openList()
    await page.context().setOffline(true)
    await page.getByRole('searchbox').fill('Request 17')
    await page.getByText('You’re offline. The list will load when you’re connected again.').waitFor()
    assert.equal(await rows(page).count(), 25)
    await page.context().setOffline(false)
    await rows(page).nth(1).waitFor({ state: 'detached' })
    assert.equal(await rows(page).count(), 1)
    assert.equal(await page.getByText('You’re offline.').count(), 0)
    assert.match(page.url(), /search=Request\+17/)
  })

  test('shows all loaded requests again, at the same place, when the reader comes back', async () => {
    const page = await openList()
    await page.getByRole('link', { name: 'Load more' }).click()
    await rows(page).nth(29).waitFor()
    await page.getByRole('link', { name: 'Request 2', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Request 2' }).waitFor()
    await page.goBack()
    await rows(page).nth(29).waitFor()
    const link = page.getByRole('link', { name: 'Request 2', exact: true })
    assert.equal(
      await link.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }),
      true,
    )
    // A new visit starts at the first page.
    await page.goto(`${home}/?sort=newest`)
    assert.equal(await rows(page).count(), 25)
  })

  test('shows the error of a vote without covering the next request', async () => {
    const page = await openList({ viewport: { width: 390, height: 844 } })
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Vote for “Request 30”, 0 votes' }).click()
    const note = page.getByText('You’re offline. Nothing was changed.')
    await note.waitFor()
    const [noteBox, nextBox] = await Promise.all([note.boundingBox(), rows(page).nth(1).boundingBox()])
    assert.ok(noteBox!.y + noteBox!.height <= nextBox!.y)
  })

  test('draws the arrows of the filters inside their boxes on a phone', async () => {
    const page = await openList({ viewport: { width: 390, height: 844 } })
    const overhangs = await page
      .locator('.pick')
      .evaluateAll((boxes) =>
        boxes.map(
          (box) => box.getBoundingClientRect().right - box.querySelector('select')!.getBoundingClientRect().right,
        ),
      )
    assert.deepEqual(overhangs, [0])
  })

  test('marks the current section and stage with forced colors', async () => {
    const page = await openList({ forcedColors: 'active' })
    for (const name of ['Requests', 'Open']) {
      const current = page.getByRole('navigation').getByRole('link', { name, exact: true })
      assert.equal(await current.getAttribute('aria-current'), 'page')
      assert.equal(await current.evaluate((element) => getComputedStyle(element).outlineStyle), 'solid')
    }
  })
})
