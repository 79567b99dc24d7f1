import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { sessionCookie } from '../../server/portal/auth/session.ts'
import { signInCustomer } from '../../server/test/clients/portal-client.ts'
import { parseMail } from '../../server/test/fixtures/digests.ts'
import { startSmtpServer } from '../../server/test/support/smtp-server.ts'
import { createTestApp } from '../../server/test/test-app.ts'
import { startTestWorker } from '../../server/test/test-worker.ts'
import { accessibilityViolations, browserErrors, openPage } from '../support/browser.ts'

const testApp = await createTestApp()
const wide = { viewport: { width: 1280, height: 800 } }
const narrow = { viewport: { width: 390, height: 800 } }

const acme = await testApp.workspace({ name: 'Acme' })
const home = `${testApp.origin}/p/${acme.slug}`
const target = { precision: 'quarter', date: '2026-09-30' }
await acme.api.create('/roadmap', { title: 'Dark mode', targetDelivery: target })
await acme.api.create('/roadmap', { title: 'タイムゾーン '.repeat(4), status: 'in_progress' })
await acme.api.create('/roadmap', { title: 'x'.repeat(200), status: 'done' })
const tags = [await acme.tag('New'), await acme.tag('Fixed', '#aa2255')]
for (const [index, title] of ['First steps', 'CSV export', 'x'.repeat(200)].entries()) {
  const body = `# Exports\n\nAll **tables**.\n\n${'A word more. '.repeat(index * 400)}\n\n## Then\n\nNothing.`
  const entry = { title, body, versionLabel: `v${index}`, tagIds: [tags[index % 2]!.id] }
  const { id } = await acme.api.create('/changelog', entry)
  await acme.api.post(`/changelog/${id}/publish`)
}

async function openPortalPage(options: BrowserContextOptions, email?: string): Promise<Page> {
  const page = await openPage(options)
  if (email) {
    const { cookie } = await signInCustomer(testApp, acme, { email })
    await page.context().addCookies([{ name: sessionCookie, value: cookie.split('=')[1]!, url: testApp.origin }])
  }
  return page
}

async function assertPageIsSound(page: Page) {
  assert.deepEqual(await accessibilityViolations(page), [])
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
  assert.deepEqual(browserErrors(page), [])
}

suite('the roadmap', () => {
  test('shows three columns side by side and casts a vote on a card', async () => {
    const page = await openPortalPage(wide, 'ada@example.com')
    await page.goto(`${home}/roadmap`)
    const boxes = await Promise.all(
      ['Planned', 'In progress', 'Completed'].map((name) =>
        page.getByRole('region', { name: new RegExp(`^${name}`) }).boundingBox(),
      ),
    )
    assert.equal(new Set(boxes.map((box) => box!.y)).size, 1)
    await page.getByText('Expected Q3 2026').waitFor()
    await page.getByRole('button', { name: 'Vote for “Dark mode”, 0 votes' }).click()
    await page.getByRole('button', { name: 'Vote for “Dark mode”, 1 vote', pressed: true }).waitFor()
    await assertPageIsSound(page)
  })

  test('stacks the columns on a phone, with links to each column and to requests', async () => {
    const page = await openPortalPage({ ...narrow, colorScheme: 'dark' })
    await page.goto(`${home}/roadmap`)
    await assertPageIsSound(page)
    await page.getByRole('link', { name: 'Completed 1' }).click()
    await page.getByRole('heading', { name: /^Completed/ }).waitFor()
    await page.getByRole('link', { name: 'Dark mode' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dark mode' }).waitFor()
  })
})

suite('the changelog', () => {
  test('filters by tag, opens an entry and links to the previous one', async () => {
    const page = await openPortalPage(wide)
    await page.goto(`${home}/changelog`)
    await assertPageIsSound(page)
    await page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: 'Fixed' }).click()
    await page.getByRole('link', { name: 'CSV export', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'CSV export' }).waitFor()
    await assertPageIsSound(page)
    await page.getByRole('link', { name: 'Previous First steps' }).click()
    await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor()
  })

  test('adds and removes a reaction in place', async () => {
    const page = await openPortalPage(narrow, 'bo@example.com')
    await page.goto(`${home}/changelog`)
    const reactions = page.getByRole('group', { name: 'Reactions: CSV export' })
    await reactions.getByRole('button', { name: 'Rocket, 0 reactions' }).click()
    await reactions.getByRole('button', { name: 'Rocket, 1 reaction', pressed: true }).click()
    await reactions.getByRole('button', { name: 'Rocket, 0 reactions', pressed: false }).waitFor()
    await assertPageIsSound(page)
  })

  test('adds a reaction without JavaScript', async () => {
    const page = await openPortalPage({ ...wide, javaScriptEnabled: false }, 'cy@example.com')
    await page.goto(`${home}/changelog`)
    await page
      .getByRole('group', { name: 'Reactions: First steps' })
      .getByRole('button', { name: /^Heart/ })
      .click()
    await page.getByRole('button', { name: 'Heart, 1 reaction', pressed: true }).waitFor()
  })

  test('asks signed-out visitors to sign in before reacting', async () => {
    const page = await openPortalPage(narrow)
    await page.goto(`${home}/changelog`)
    await page
      .getByRole('button', { name: /^Party/ })
      .first()
      .click()
    await page.getByText('Sign in to react to “').waitFor()
  })
})

test('subscribes a visitor who confirms the link in the email', async () => {
  const smtp = await startSmtpServer()
  const worker = await startTestWorker(testApp, undefined, smtp.url)
  after(() => Promise.all([worker.stop(), smtp.stop()]))
  const page = await openPortalPage({ ...narrow, javaScriptEnabled: false })
  await page.goto(`${home}/changelog`)
  await page.getByLabel('Get updates by email').fill('dee')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('Enter an email address such as').waitFor()
  await page.getByLabel('Get updates by email').fill('dee@example.com')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await smtp.waitUntil(() => smtp.messages.length === 1)
  const [link] = /http:\/\/heed\.test\S+/.exec(parseMail(smtp.messages[0]!).text)!
  await page.goto(link.replace('http://heed.test', testApp.origin))
  await page.getByText('We’ll email dee@example.com').waitFor()
  await page.getByRole('button', { name: 'Confirm subscription' }).click()
  await page.getByRole('heading', { name: 'You’re subscribed' }).waitFor()
  const { rows } = await testApp.database.pool.query(
    `select notify_changelog, is_tracked from customers where email = 'dee@example.com'`,
  )
  assert.deepEqual(rows, [{ notify_changelog: true, is_tracked: false }])
})
