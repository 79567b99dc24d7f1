import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { accessibilityViolations, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const admin = await acme.member('admin')
const apps = `${acme.home}/settings/apps`

suite('registering an app', () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`gives it a client ID that leads to the consent page, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const name = `Reports ${javaScriptEnabled}`
      const page = await admin.page({ javaScriptEnabled })
      await page.goto(apps)
      if (javaScriptEnabled) await waitForHydration(page)
      await page.getByRole('link', { name: 'Register an app' }).click()
      await page.getByLabel('Redirect URLs').waitFor()
      if (javaScriptEnabled) assert.deepEqual(await accessibilityViolations(page), [])
      await page.getByLabel('Name').fill(name)
      await page.getByLabel('Redirect URLs').fill('https://app.example/callback\nhttp://app.example/plain')
      await page.getByRole('button', { name: 'Register app' }).click()
      await page.getByText('Not valid: http://app.example/plain').first().waitFor()
      await page.getByLabel('Redirect URLs').fill('https://app.example/callback\n\ncom.example.app:/callback\n')
      await page.getByRole('button', { name: 'Register app' }).click()
      await page.getByText(`“${name}” has been registered.`).waitFor()
      const row = page.getByRole('listitem').filter({ hasText: name })
      const clientId = (await row.locator('code').textContent())!
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        redirect_uri: 'com.example.app:/callback',
        scope: 'feedback:read',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      })
      const response = await fetch(`${browserApp.origin}/oauth/authorize?${query}`, { redirect: 'manual' })
      assert.match(response.headers.get('location')!, /\/console\/authorize\//)
      if (javaScriptEnabled) {
        await row.getByRole('button', { name: `Delete ${name}…` }).click()
        await page.getByRole('button', { name: 'Delete app' }).click()
        await page.getByText(`“${name}” has been deleted.`).waitFor()
        const gone = await fetch(`${browserApp.origin}/oauth/authorize?${query}`, { redirect: 'manual' })
        assert.equal(gone.status, 400)
      }
    })
  }

  test('is for owners and admins', async () => {
    const page = await (await acme.member('member')).page()
    for (const url of [apps, `${apps}/new`]) assert.equal((await page.goto(url))?.status(), 403)
  })
})
