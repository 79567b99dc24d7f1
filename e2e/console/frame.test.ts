import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { accessibilityViolations, browserErrors, openPage, waitForHydration } from '../support/browser.ts'
import { createBrowserApp } from '../support/browser-app.ts'

const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')

suite('the workspace layout', () => {
  test('shows the areas of the workspace, without browser errors', async () => {
    const owner = await acme.member('owner')
    const page = await owner.page()
    await page.goto(acme.home)
    await waitForHydration(page)
    for (const area of ['Overview', 'Requests', 'Roadmap', 'Changelog', 'Customers', 'Settings']) {
      await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: area }).waitFor()
    }
    assert.deepEqual(browserErrors(page), [])
    assert.deepEqual(await accessibilityViolations(page), [])
  })

  test('draws the titles of the lists and of the search page at the same height', async () => {
    const page = await (await acme.member('owner')).page({ javaScriptEnabled: false })
    const heights = []
    for (const path of ['/requests', '/changelog', '/customers', '/search']) {
      await page.goto(`${acme.home}${path}`)
      heights.push((await page.getByRole('heading', { level: 1 }).boundingBox())?.y)
    }
    assert.equal(new Set(heights).size, 1, heights.join(' '))
  })

  test('redirects signed-out visitors to sign in, with the path to return to', async () => {
    const page = await openPage()
    await page.goto(`${acme.home}/requests`)
    assert.equal(new URL(page.url()).pathname, '/console/sign-in')
    assert.equal(new URL(page.url()).searchParams.get('next'), `/w/${acme.slug}/requests`)
  })

  test('returns the same 404 for a foreign and an unknown workspace', async () => {
    const page = await (await browserApp.person()).page()
    for (const url of [acme.home, `${browserApp.origin}/console/w/nowhere`, `${acme.home}/settings`]) {
      assert.equal((await page.goto(url))?.status(), 404)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    }
  })

  test('remembers the theme, even without JavaScript', async () => {
    const page = await (await acme.member('member')).page({ javaScriptEnabled: false })
    await page.goto(acme.home)
    await page.getByRole('button', { name: /Lena|Mara|Tomasz|Aiko|Samuel|Ravi/ }).click()
    await page.getByRole('button', { name: 'Dark' }).click()
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
    assert.equal(page.url(), acme.home)
  })

  test('shows “not found” inside the layout', async () => {
    const page = await (await acme.member('member')).page()
    assert.equal((await page.goto(`${acme.home}/nowhere`))?.status(), 404)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Requests' }).waitFor()
  })

  test('shows the request id of an internal error, and no details', async () => {
    const page = await (await acme.member('member')).page()
    await browserApp.testApp.database.pool.query('alter table customers rename to elsewhere')
    const response = await page
      .goto(`${acme.home}/customers`)
      .finally(() => browserApp.testApp.database.pool.query('alter table elsewhere rename to customers'))
    assert.equal(response?.status(), 500)
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    await page.getByText(response!.headers()['x-request-id']!, { exact: true }).waitFor()
    assert.doesNotMatch(await page.content(), /relation|does not exist|select /)
  })

  test('shows the areas in a drawer on a phone, which closes on navigation', async () => {
    const page = await (await acme.member('owner')).page({ viewport: { width: 390, height: 844 } })
    await page.goto(acme.home)
    await waitForHydration(page)
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    assert.deepEqual(await accessibilityViolations(page), [])
    await drawer.getByRole('link', { name: 'Customers' }).click()
    await page.waitForURL(`${acme.home}/customers`)
    await drawer.waitFor({ state: 'hidden' })
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
  })

  test('switches between many workspaces', async () => {
    const owner = await acme.member('owner')
    for (let at = 0; at < 30; at += 1) {
      const other = await browserApp.emptyWorkspace(`Workspace ${at}`)
      await other.write((tx) =>
        tx.db
          .insertInto('members')
          .values({
            workspace_id: other.id,
            id: crypto.randomUUID(),
            email: owner.email,
            role: 'member',
            account_id: owner.accountId,
            created_at: tx.now,
            joined_at: tx.now,
          })
          .execute(),
      )
    }
    const page = await owner.page()
    await page.goto(acme.home)
    await page.getByRole('button', { name: 'Switch workspace: Acme' }).click()
    await page.getByRole('navigation', { name: 'Switch workspace' }).getByRole('link', { name: 'Workspace 29' }).click()
    await page.getByRole('button', { name: 'Switch workspace: Workspace 29' }).waitFor()
  })
})
