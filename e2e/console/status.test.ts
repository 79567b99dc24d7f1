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

  test('shows the rest of the page if a part cannot be read, and says why', async () => {
    // The status of the last seconds is cached, so this needs an instance of its own.
    const broken = await createBrowserApp({ template: 'demo', operators })
    const operator = await broken.person('Ada Operator')
    operators.push(operator.email)
    // The metrics count the mail in this table.
    await broken.testApp.database.pool.query('alter table notification_deliveries rename to missing')
    const page = await operator.page()
    await page.goto(`${broken.origin}/console/status`)
    await page.getByText('The numbers of emails could not be read.').waitFor()
    await page.getByRole('table', { name: 'Connections by program' }).waitFor()
    await page.getByRole('table', { name: 'Processes on this machine' }).waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Email' }).count(), 0)
    const metrics = await (await fetch(`${broken.origin}/metrics`)).text()
    assert.match(metrics, /^heed_member_mails_due 0$/m)
    assert.doesNotMatch(metrics, /^heed_deliveries_due /m)
    assert.deepEqual(browserErrors(page), [])
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
