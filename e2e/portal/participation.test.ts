import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { sessionCookie } from '../../server/portal/auth/session.ts'
import { signInCustomer } from '../../server/test/clients/portal-client.ts'
import { createTestApp, type TestWorkspace } from '../../server/test/test-app.ts'
import { accessibilityViolations, browserErrors, openPage } from '../support/browser.ts'

const testApp = await createTestApp({ now: new Date().toISOString() })
let now = Date.now()

/** Lets a minute pass, since the portal rejects forms that are submitted too fast. */
function advanceClock(): void {
  now += 60_000
  testApp.setClock(new Date(now).toISOString())
}

const wide = { viewport: { width: 1280, height: 800 } }
const narrow = { viewport: { width: 390, height: 800 } }

async function openPortal(options: BrowserContextOptions) {
  const acme = await testApp.workspace()
  const request = await acme.api.create('/feedback', { title: 'Dark mode for the calendar' })
  await acme.api.patch(`/feedback/${request.id}/status`, { status: 'approved' })
  const { cookie } = await signInCustomer(testApp, acme, { email: 'ada@example.com', name: 'Ada' })
  const page = await openPage(options)
  await page.context().addCookies([{ name: sessionCookie, value: cookie.split('=')[1]!, url: testApp.origin }])
  return { acme, requestId: request.id as string, page, home: `${testApp.origin}/p/${acme.slug}` }
}

const titlesIn = async ({ api }: TestWorkspace) =>
  ((await api.get('/feedback')).body.data as { title: string }[]).map(({ title }) => title)

async function assertPageIsSound(page: Page) {
  assert.deepEqual(await accessibilityViolations(page), [])
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
  assert.deepEqual(browserErrors(page), [])
}

suite('with JavaScript', () => {
  test('suggests similar requests to vote for while a title is typed, and keeps the draft', async () => {
    const { acme, requestId, page, home } = await openPortal(wide)
    await page.goto(`${home}/`)
    await page.getByRole('link', { name: 'New request' }).click()
    await page.getByLabel('Title').pressSequentially('Darker mode for calendars')
    await page.getByLabel('Description').fill('My eyes hurt.')
    const vote = page.getByRole('button', { name: 'Vote for “Dark mode for the calendar”, 0 votes' })
    await vote.waitFor()
    await assertPageIsSound(page)
    const saved = page.waitForResponse((response) => response.url().endsWith(`/requests/${requestId}/vote`))
    await vote.click()
    assert.equal((await saved).status(), 200)
    await page.getByRole('button', { name: /calendar”, 1 vote$/, pressed: true }).waitFor()
    assert.deepEqual(await titlesIn(acme), ['Dark mode for the calendar'])
    await page.reload()
    assert.equal(await page.getByLabel('Description').inputValue(), 'My eyes hurt.')
    await page.getByLabel('Title').fill('Printed invoices')
    await page.locator('[data-similar] li').waitFor({ state: 'detached' })
    advanceClock()
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByText('Your request was submitted, and your vote was added.').waitFor()
    assert.deepEqual((await titlesIn(acme)).sort(), ['Dark mode for the calendar', 'Printed invoices'])
    await page.goto(`${home}/requests/new`)
    assert.equal(await page.getByLabel('Title').inputValue(), '')
  })

  test('opens a reply form below the comment, keeps its draft on cancel, and posts the reply there', async () => {
    const { requestId, page, home } = await openPortal(narrow)
    await page.goto(`${home}/requests/${requestId}`)
    await page.getByLabel('Write a comment').fill('I need this.')
    advanceClock()
    await page.getByRole('button', { name: 'Post comment' }).click()
    await page.getByText('Your comment was posted.').waitFor()
    assert.equal(await page.getByLabel('Write a comment').inputValue(), '')
    await page.getByRole('link', { name: 'Reply to Ada' }).click()
    const reply = page.getByLabel('Your reply to Ada')
    await reply.fill('Badly.')
    await assertPageIsSound(page)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await reply.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Reply to Ada' }).click()
    // Canceling keeps the draft.
    await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('#reply-body')?.value === 'Badly.')
    advanceClock()
    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    await page.getByText('Your comment was posted.').waitFor()
    await page.locator('.comment.reply').getByText('Badly.').waitFor()
    await assertPageIsSound(page)
  })
})

test('without JavaScript, on a narrow screen, submits a request after suggestions, comments and replies', async () => {
  const { acme, requestId, page, home } = await openPortal({ ...narrow, javaScriptEnabled: false })
  await page.goto(`${home}/requests/new`)
  advanceClock()
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.locator('.fault').getByText('Enter a title.').waitFor()
  await page.getByLabel('Title').fill('Darker mode for calendars')
  await page.getByLabel('Description').fill('My eyes hurt.')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('Someone may have already asked for this').waitFor()
  assert.equal(await page.getByLabel('Description').inputValue(), 'My eyes hurt.')
  await page.getByRole('button', { name: 'Send it anyway' }).click()
  await page.getByText('Only you can see it until the team has reviewed it.').waitFor()
  assert.equal((await titlesIn(acme)).length, 2)
  await page.goto(`${home}/requests/${requestId}`)
  await page.getByLabel('Write a comment').fill('I need this.')
  advanceClock()
  await page.getByRole('button', { name: 'Post comment' }).click()
  await page.getByRole('link', { name: 'Reply to Ada' }).click()
  await page.getByLabel('Your reply to Ada').fill('Badly.')
  advanceClock()
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await page.getByText('Your comment was posted.').waitFor()
  await page.locator('.comment.reply').getByText('Badly.').waitFor()
})
