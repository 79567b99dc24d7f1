import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { sessionCookie } from '../../server/portal/auth/session.ts'
import { formTokenField, signInCustomer } from '../../server/test/clients/portal-client.ts'
import { createTestApp } from '../../server/test/test-app.ts'
import { accessibilityViolations, openPage } from '../support/browser.ts'

const testApp = await createTestApp()
const { pool } = testApp.database
const acme = await testApp.workspace()
const ada = await signInCustomer(testApp, acme, { email: 'ada@example.com', name: 'Ada Byron' })
const home = `${testApp.origin}/p/${acme.slug}`
const arabic = 'دعم الكتابة من اليمين إلى اليسار'
const form = { board: 'feature-requests', title: arabic, seen: 'yes', ...formTokenField(acme) }
const description = `${arabic}\n\nIn English too.\n\n> ${arabic}\n\n- ${arabic}\n\n\`\`\`\nconst a = 1;\n\`\`\``
const { headers } = await ada.post('/requests/new', { ...form, description })
const path = new URL(headers.get('location')!, testApp.origin).pathname

const page = await openPage({ viewport: { width: 1280, height: 800 } })
const cookie = { name: sessionCookie, value: ada.cookie.split('=')[1]!, url: testApp.origin }
await page.context().addCookies([cookie])

const edgesOf = async (element: Locator) => {
  const { x, y, width, height } = (await element.boundingBox())!
  return { start: x, end: x + width, top: y, bottom: y + height }
}

test('aligns the right edge of forms with the edge of the column', async () => {
  await page.goto(`${home}/requests/new`)
  const end = (await edgesOf(page.locator('.foot-row'))).end - 24
  assert.equal((await edgesOf(page.getByLabel('Title'))).end, end)
  assert.equal((await edgesOf(page.locator('.me'))).end, end)
  await page.goto(`${home}/me/profile`)
  assert.equal((await edgesOf(page.getByLabel('Your name'))).end, end)
})

test('keeps space between the parts of a confirmation', async () => {
  await page.goto(`${testApp.origin}${path}/delete`)
  const parts = page.locator('.enter > h1, .enter > blockquote, .enter > p, .enter .actions')
  const edges = await Promise.all((await parts.all()).map(edgesOf))
  assert.equal(edges.length, 4)
  for (const [index, { top }] of edges.slice(1).entries()) assert.ok(top - edges[index]!.bottom >= 16, String(index))
  assert.deepEqual(await accessibilityViolations(page), [])
})

test('gives each paragraph the direction of its own text, and keeps code left to right', async () => {
  await page.goto(testApp.origin + path)
  const prose = page.locator('.detail .prose')
  const column = await edgesOf(prose)
  /** Returns the edges of the text itself, in a block that is as wide as the column. */
  const textEdges = (selector: string) =>
    prose.locator(selector).evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const { left, right } = range.getBoundingClientRect()
      return { left, right }
    })
  assert.ok(Math.abs((await textEdges('> p:nth-of-type(1)')).right - column.end) < 2)
  assert.ok(Math.abs((await textEdges('> p:nth-of-type(2)')).left - column.start) < 2)
  for (const selector of ['blockquote p', 'li']) {
    const { right } = await textEdges(selector)
    assert.ok(right < column.end - 12 && right > column.end - 40, selector)
  }
  assert.ok((await textEdges('pre code')).left < column.start + 24)
})

test('shows the same avatar in the header and beside a comment', async () => {
  await pool.query(`update feedback set status = 'approved' where workspace_id = $1`, [acme.id])
  await ada.post(`${path.slice(path.indexOf('/requests'))}/comments`, { body: 'Please.', ...formTokenField(acme) })
  await page.goto(testApp.origin + path)
  const describe = (selector: string) =>
    page.locator(selector).evaluate((element) => [element.textContent, getComputedStyle(element).backgroundColor])
  const inHeader = await describe('.me .avatar')
  assert.equal(inHeader[0], 'AB')
  assert.deepEqual(await describe('.comment .avatar'), inHeader)
  assert.deepEqual(await accessibilityViolations(page), [])
})

test('shortens a count of a million inside its vote button, and keeps counting', async () => {
  await pool.query('update feedback set votes = 1000000 where workspace_id = $1', [acme.id])
  await page.goto(testApp.origin + path)
  const button = page.locator('.vote')
  const [outside, inside] = [await edgesOf(button), await edgesOf(button.locator('.vote-count'))]
  assert.equal(await button.textContent().then((text) => text!.trim()), '1M')
  assert.ok(inside.start > outside.start && inside.end < outside.end)
  await button.click()
  await page.getByRole('button', { name: /999,999 votes$/ }).waitFor()
})

test('wraps a long address in the button that subscribes to the changelog, at 320 px', async () => {
  const { cookie: long } = await signInCustomer(testApp, acme, { email: `${'ada'.repeat(20)}@example.com` })
  const narrow = await openPage({ viewport: { width: 320, height: 700 } })
  await narrow.context().addCookies([{ ...cookie, value: long.split('=')[1]! }])
  await narrow.goto(`${home}/changelog`)
  await narrow.getByRole('button', { name: /^Send updates to ada/ }).waitFor()
  assert.ok(await narrow.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
})

test('prints dark on light, without forms and navigation', async () => {
  await page.goto(testApp.origin + path)
  await page.getByRole('button', { name: 'Dark' }).click()
  await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  assert.equal(scheme, 'light')
  assert.equal(await page.locator('form:visible:not(.vote-form)').count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Roadmap' }).count(), 0)
})
