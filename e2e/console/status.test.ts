import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { accessibilityViolations, browserErrors } from '../support/browser.ts'
import { createBrowserApp } from '../support/browser-app.ts'

const operators: string[] = []
const browserApp = await createBrowserApp({ template: 'demo', operators })
const demo = await browserApp.demoWorkspace()
const statusUrl = `${browserApp.origin}/console/status`

suite('instance status', () => {
  test('shows an operator the status of the instance, even without JavaScript', async () => {
    const operator = await browserApp.person('Ada Operator')
    operators.push(operator.email)
    for (const javaScriptEnabled of [true, false]) {
      const page = await operator.page({ javaScriptEnabled })
      await page.goto(`${browserApp.origin}/console/account`)
      await page.getByRole('link', { name: 'Instance status' }).click()
      await page.getByRole('heading', { name: 'Instance status', level: 1 }).waitFor()
      const processes = page.getByRole('table', { name: 'Processes on this machine' })
      assert.match((await processes.getByRole('row', { name: /^main/ }).textContent())!, /\d+ MB/)
      await page.getByText(/^The database is migrated: \d+ of \d+\.$/).waitFor()
      await page.getByText(/^Messages are written to/).waitFor()
      const sessions = page.getByRole('table', { name: 'Connections by program' })
      assert.ok((await sessions.getByRole('row', { name: /^heed/ }).count()) >= 1)
      // The check itself is a script.
      if (javaScriptEnabled) assert.deepEqual(await accessibilityViolations(page), [])
      assert.deepEqual(browserErrors(page), [])
    }
  })

  test('is the 404 of an unknown page for everyone else', async () => {
    const owner = await demo.member('owner')
    const headers = { cookie: await owner.cookie() }
    const [status, unknown] = await Promise.all(
      [statusUrl, `${browserApp.origin}/console/nowhere`].map((url) => fetch(url, { headers })),
    )
    assert.deepEqual([status!.status, unknown!.status], [404, 404])
    assert.doesNotMatch(await status!.text(), /Connections by program|PostgreSQL 1\d/)
    const page = await owner.page()
    await page.goto(`${browserApp.origin}/console/account`)
    assert.equal(await page.getByRole('link', { name: 'Instance status' }).count(), 0)

    const signedOut = await fetch(statusUrl, { redirect: 'manual' })
    assert.equal(signedOut.status, 302)
    assert.match(signedOut.headers.get('location')!, /\/sign-in\?next=%2Fstatus$/)
  })

  test('denies access to an account with an unverified address', async () => {
    const person = await browserApp.person()
    operators.push(person.email)
    const headers = { cookie: await person.cookie() }
    assert.equal((await fetch(statusUrl, { headers })).status, 200)
    const { pool } = browserApp.testApp.database
    await pool.query('update accounts set is_verified = false where id = $1', [person.accountId])
    assert.equal((await fetch(statusUrl, { headers })).status, 404)
  })
})
