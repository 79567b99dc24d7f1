import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { accessibilityViolations, browserErrors, openPage, waitForHydration } from '../support/browser.ts'
import { createBrowserApp } from '../support/browser-app.ts'

const stage = await createBrowserApp()
const acme = await stage.emptyWorkspace('Acme')

suite('the frame of the console', () => {
  test('a page of a workspace has its areas beside it, and the browser complains of nothing', async () => {
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

  test('somebody who is not signed in is led to the sign-in page, which leads back', async () => {
    const page = await openPage()
    await page.goto(`${acme.home}/requests`)
    assert.equal(new URL(page.url()).pathname, '/console/sign-in')
    assert.equal(new URL(page.url()).searchParams.get('next'), `/w/${acme.slug}/requests`)
  })

  test('a stranger to the workspace gets the same 404 as for one that is not there', async () => {
    const page = await (await stage.person()).page()
    for (const address of [acme.home, `${stage.origin}/console/w/nowhere`, `${acme.home}/settings`]) {
      assert.equal((await page.goto(address))?.status(), 404)
      await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    }
  })

  test('the choice of light or dark is kept, also without JavaScript', async () => {
    const page = await (await acme.member('member')).page({ javaScriptEnabled: false })
    await page.goto(acme.home)
    await page.getByRole('button', { name: /Lena|Mara|Tomasz|Aiko|Samuel|Ravi/ }).click()
    await page.getByRole('button', { name: 'Dark' }).click()
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
    assert.equal(page.url(), acme.home)
  })

  test('an address that leads nowhere is told inside the frame', async () => {
    const page = await (await acme.member('member')).page()
    assert.equal((await page.goto(`${acme.home}/nowhere`))?.status(), 404)
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Requests' }).waitFor()
  })

  test('a failure shows the number under which the log has it, and nothing of what failed', async () => {
    const page = await (await acme.member('member')).page()
    await stage.testApp.database.pool.query('alter table customers rename to elsewhere')
    const answer = await page
      .goto(`${acme.home}/customers`)
      .finally(() => stage.testApp.database.pool.query('alter table elsewhere rename to customers'))
    assert.equal(answer?.status(), 500)
    await page.getByRole('heading', { name: 'Something failed on our side' }).waitFor()
    await page.getByText(answer!.headers()['x-request-id']!, { exact: true }).waitFor()
    assert.doesNotMatch(await page.content(), /relation|does not exist|select /)
  })

  test('on a phone the areas are in a drawer that closes with every change of place', async () => {
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

  test('the switcher leads from one workspace to another, however many there are', async () => {
    const owner = await acme.member('owner')
    for (let at = 0; at < 30; at += 1) {
      const other = await stage.emptyWorkspace(`Workspace ${at}`)
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
