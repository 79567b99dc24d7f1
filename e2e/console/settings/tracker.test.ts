import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { outbound } from '../../../server/test/trackers/connect.ts'
import { startLinear } from '../../../server/test/trackers/linear/server.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../../support/browser-app.ts'

const linear = await startLinear()
const browserApp = await createBrowserApp({
  linearClient: linear.oauth.client,
  linearApiUrl: linear.url,
  trackerTimeoutMs: 4_000,
})
after(() => outbound.close())

const token = (linear.credential as { token: string }).token

async function connectTracker(workspace: ConsoleWorkspace, options = {}) {
  const page = await (await workspace.member('admin')).page(options)
  await page.goto(`${workspace.home}/settings/tracker/connect/linear`)
  await page.getByLabel('API key', { exact: true }).fill(token)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByLabel('Team').selectOption(linear.team.id)
  assert.ok(!(await page.content()).includes(token))
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('heading', { name: 'Where issues go' }).waitFor()
  return page
}

suite('tracker settings', () => {
  test('connects with an API key, sets team and defaults, and tests the connection', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    const page = await connectTracker(acme)
    await waitForHydration(page)
    await page.getByLabel('Project').selectOption(linear.project.id)
    await page.getByLabel(linear.label.name, { exact: true }).check()
    await page.getByLabel('Priority').selectOption('2')
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved. New issues will go there.').waitFor()
    await page.getByText(linear.project.name, { exact: true }).waitFor()
    await page.getByText('High', { exact: true }).waitFor()
    assert.ok(!(await page.content()).includes(token))

    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('The connection works').waitFor()
    linear.revoke()
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('The connection isn’t working').waitFor()
    await page.getByText('Access revoked').waitFor()
    linear.restore()
    assert.deepEqual(await accessibilityViolations(page), [])
    assert.deepEqual(browserErrors(page), [])
  })

  test('shows a rejected key at its field, without repeating it in the page', async () => {
    const acme = await browserApp.emptyWorkspace('Rejected key')
    const memberPage = await (await acme.member('admin')).page({ javaScriptEnabled: false })
    await memberPage.goto(`${acme.home}/settings/tracker/connect/linear`)
    await memberPage.getByLabel('API key', { exact: true }).fill('lin_api_wrong')
    await memberPage.getByRole('button', { name: 'Connect', exact: true }).click()
    await memberPage
      .getByText(/The tracker rejected it/)
      .first()
      .waitFor()
    assert.ok(!(await memberPage.content()).includes('lin_api_wrong'))
  })

  test('connects, maps stages and disconnects without JavaScript', async () => {
    const acme = await browserApp.emptyWorkspace('Plain tracker')
    const page = await connectTracker(acme, { javaScriptEnabled: false })
    await page.goto(`${acme.home}/settings/tracker`)
    await page.getByLabel('Canceled').selectOption('closed')
    await page.getByLabel('Send private context').check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    assert.equal(await page.getByLabel('Canceled').inputValue(), 'closed')
    assert.equal(await page.getByLabel('Send private context').isChecked(), true)
    await page.getByRole('button', { name: 'Disconnect' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
    await page.getByText('No tracker connected').waitFor()
  })

  test('OAuth returns to the console, and only the member who started it can finish it', async () => {
    const acme = await browserApp.emptyWorkspace('Consent')
    const [admin, other] = [await acme.member('admin'), await acme.member('owner')]
    const page = await admin.page({ javaScriptEnabled: false })
    await page.goto(`${acme.home}/settings/tracker/connect/linear`)
    await page.getByRole('button', { name: 'Continue to Linear' }).click()
    const address = await page.getByRole('link', { name: 'Continue to Linear' }).getAttribute('href')
    const { code, state } = linear.oauth.approve(address!)
    const query = new URLSearchParams({ code, state })

    const back = await fetch(`${browserApp.origin}/hooks/tracker/oauth?${query}`, { redirect: 'manual' })
    assert.equal(back.status, 303)
    assert.equal(
      back.headers.get('location'),
      `http://heed.test/console/w/${acme.slug}/settings/tracker/oauth?${query}`,
    )

    const theirs = await other.page()
    await theirs.goto(`${acme.home}/settings/tracker/oauth?${query}`)
    await theirs.getByText('This link has expired').waitFor()
    await page.goto(`${acme.home}/settings/tracker/oauth?${query}`)
    await page.getByRole('heading', { name: 'Where issues go' }).waitFor()
    await page.goto(`${acme.home}/settings/tracker/oauth?${query}`)
    await page.getByText('This link has expired').waitFor()
  })
})
