import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { sessionCookie } from '../../server/portal/auth/session.ts'
import { signInCustomer } from '../../server/test/clients/portal-client.ts'
import { createTestApp, type TestWorkspace } from '../../server/test/test-app.ts'
import { accessibilityViolations, browserErrors, openPage } from '../support/browser.ts'

const world = await createTestApp({ now: new Date().toISOString() })
let now = Date.now()

/** As long as it takes somebody to write: a form that is sent at once is a program's. */
function takeTime(): void {
  now += 60_000
  world.setClock(new Date(now).toISOString())
}

const wide = { viewport: { width: 1280, height: 800 } }
const narrow = { viewport: { width: 390, height: 800 } }

async function scene(options: BrowserContextOptions) {
  const acme = await world.workspace()
  const asked = await acme.api.create('/feedback', { title: 'Dark mode for the calendar' })
  await acme.api.patch(`/feedback/${asked.id}/status`, { status: 'approved' })
  const { cookie } = await signInCustomer(world, acme, { email: 'ada@example.com', name: 'Ada' })
  const page = await openPage(options)
  await page.context().addCookies([{ name: sessionCookie, value: cookie.split('=')[1]!, url: world.origin }])
  return { acme, asked: asked.id as string, page, home: `${world.origin}/p/${acme.slug}` }
}

const titles = async ({ api }: TestWorkspace) =>
  ((await api.get('/feedback')).body.data as { title: string }[]).map(({ title }) => title)

async function isSound(page: Page) {
  assert.deepEqual(await accessibilityViolations(page), [])
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
  assert.deepEqual(browserErrors(page), [])
}

suite('with scripts', () => {
  test('who types a title sees what is like it, votes for that instead, and what they wrote waits for them', async () => {
    const { acme, asked, page, home } = await scene(wide)
    await page.goto(`${home}/`)
    await page.getByRole('link', { name: 'New request' }).click()
    await page.getByLabel('Title').pressSequentially('Darker mode for calendars')
    await page.getByLabel('Description').fill('My eyes hurt.')
    const vote = page.getByRole('button', { name: 'Vote for “Dark mode for the calendar”, 0 votes' })
    await vote.waitFor()
    await isSound(page)
    const counted = page.waitForResponse((answer) => answer.url().endsWith(`/requests/${asked}/vote`))
    await vote.click()
    assert.equal((await counted).status(), 200)
    await page.getByRole('button', { name: /calendar”, 1 vote$/, pressed: true }).waitFor()
    assert.deepEqual(await titles(acme), ['Dark mode for the calendar'])
    await page.reload()
    assert.equal(await page.getByLabel('Description').inputValue(), 'My eyes hurt.')
    await page.getByLabel('Title').fill('Printed invoices')
    await page.locator('[data-similar] li').waitFor({ state: 'detached' })
    takeTime()
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByText('Your request was submitted with your vote.').waitFor()
    assert.deepEqual((await titles(acme)).sort(), ['Dark mode for the calendar', 'Printed invoices'])
    await page.goto(`${home}/requests/new`)
    assert.equal(await page.getByLabel('Title').inputValue(), '')
  })

  test('a reply opens where it belongs, can be left, and is published there', async () => {
    const { asked, page, home } = await scene(narrow)
    await page.goto(`${home}/requests/${asked}`)
    await page.getByLabel('Write a comment').fill('I need this.')
    takeTime()
    await page.getByRole('button', { name: 'Comment' }).click()
    await page.getByText('Your comment was posted.').waitFor()
    assert.equal(await page.getByLabel('Write a comment').inputValue(), '')
    await page.getByRole('link', { name: 'Reply to Ada' }).click()
    const reply = page.getByLabel('Your reply to Ada')
    await reply.fill('Badly.')
    await isSound(page)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await reply.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Reply to Ada' }).click()
    // It was left, and not thrown away.
    await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('#reply-body')?.value === 'Badly.')
    takeTime()
    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    await page.getByText('Your comment was posted.').waitFor()
    await page.locator('.comment.reply').getByText('Badly.').waitFor()
    await isSound(page)
  })
})

test('without scripts, on a narrow screen, a request is looked for, filed, commented on and answered', async () => {
  const { acme, asked, page, home } = await scene({ ...narrow, javaScriptEnabled: false })
  await page.goto(`${home}/requests/new`)
  takeTime()
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.locator('.fault').getByText('Enter a title.').waitFor()
  await page.getByLabel('Title').fill('Darker mode for calendars')
  await page.getByLabel('Description').fill('My eyes hurt.')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('Someone may have already asked for this').waitFor()
  assert.equal(await page.getByLabel('Description').inputValue(), 'My eyes hurt.')
  await page.getByRole('button', { name: 'Send it anyway' }).click()
  await page.getByText('Only you can see it until the team has reviewed it.').waitFor()
  assert.equal((await titles(acme)).length, 2)
  await page.goto(`${home}/requests/${asked}`)
  await page.getByLabel('Write a comment').fill('I need this.')
  takeTime()
  await page.getByRole('button', { name: 'Comment' }).click()
  await page.getByRole('link', { name: 'Reply to Ada' }).click()
  await page.getByLabel('Your reply to Ada').fill('Badly.')
  takeTime()
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await page.getByText('Your comment was posted.').waitFor()
  assert.equal(await page.locator('.comment.reply').count(), 1)
})
