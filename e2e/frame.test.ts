import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { complaintsOf, hydrated, openPage, violationsOf } from './browser.ts'
import { createStage } from './stage.ts'

const stage = await createStage()
const acme = await stage.empty('Acme')

suite('the frame of the console', () => {
  test('a page of a workspace has its areas beside it, and the browser complains of nothing', async () => {
    const owner = await acme.member('owner')
    const page = await owner.page()
    await page.goto(acme.home)
    await hydrated(page)
    for (const area of ['Overview', 'Requests', 'Roadmap', 'Changelog', 'Customers', 'Settings']) {
      await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: area }).waitFor()
    }
    assert.deepEqual(complaintsOf(page), [])
    assert.deepEqual(await violationsOf(page), [])
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
})
