import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionCookie } from '../../server/portal/auth/session.ts'
import { formTokenField, signInCustomer } from '../../server/test/clients/portal-client.ts'
import { createTestApp } from '../../server/test/test-app.ts'
import { browserErrors, openPage } from '../support/browser.ts'

const testApp = await createTestApp()

/** Uses up what a network may do without a proof of work, and opens a request as a customer on the same network. */
async function openBusyPortal(options: { javaScriptEnabled: boolean }) {
  const acme = await testApp.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const people = await Promise.all([1, 2].map((n) => signInCustomer(testApp, acme, { email: `p${n}@x.example` })))
  for (let n = 0; n < 16; n += 1)
    await people[n % 2]!.post(`/requests/${id}/comments`, { body: `Comment ${n}`, ...formTokenField(acme) })
  const { cookie } = await signInCustomer(testApp, acme, { email: 'ada@x.example', name: 'Ada' })
  const page = await openPage({ viewport: { width: 1280, height: 800 }, ...options })
  await page.context().addCookies([{ name: sessionCookie, value: cookie.split('=')[1]!, url: testApp.origin }])
  await page.goto(`${testApp.origin}/p/${acme.slug}/requests/${id}`)
  await page.getByLabel('Write a comment').fill('From a busy office')
  // Any person needs longer than the two seconds that a form must take.
  await page.evaluate(
    ([name, value]) => {
      for (const field of document.getElementsByName(name!)) (field as HTMLInputElement).value = value!
    },
    Object.entries(formTokenField(acme))[0]!,
  )
  await page.getByRole('button', { name: 'Post comment' }).click()
  return page
}

test('solves a challenge when the network is near its limit, so that the comment is public at once', async () => {
  const page = await openBusyPortal({ javaScriptEnabled: true })
  await page.getByText('Your comment was posted.').waitFor()
  assert.deepEqual(browserErrors(page), [])
})

test('holds the comment for review without JavaScript', async () => {
  const page = await openBusyPortal({ javaScriptEnabled: false })
  await page.getByText('Your comment will be public once the team approves it.').waitFor()
  await page.getByText('Waiting for review').waitFor()
})
