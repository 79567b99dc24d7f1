import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPortalClient, createSignInMail, signInCustomer } from '../../test/clients/portal-client.ts'
import { createWidgetClient, setPortalSettings } from '../../test/clients/widget-client.ts'
import { publishAndDeliver } from '../../test/fixtures/announcements.ts'
import { createDigestFixtures, parseMail } from '../../test/fixtures/digests.ts'
import { createTestApp, mailServerUrl, type TestWorkspace } from '../../test/test-app.ts'

const world = await createTestApp({ smtpUrl: mailServerUrl })
const codes = await createSignInMail(world)
const digests = await createDigestFixtures(world)
const urls = {
  privacyUrl: 'https://acme.test/privacy?a=1&b=2',
  termsUrl: 'https://acme.test/terms',
  imprintUrl: 'https://acme.test/imprint',
}

/** Sends one message of each kind to a customer. @returns the messages */
async function mailOf(acme: TestWorkspace) {
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode', submitter: { email: 'ada@example.com' } })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  await acme.api.create(`/feedback/${id}/comments`, { body: 'Soon', kind: 'staff_reply' })
  const [digest] = await digests.deliverDue(5)
  const [announcement] = await publishAndDeliver(world, acme)
  await createPortalClient(world, acme).post('/sign-in', { email: 'ada@example.com' })
  const code = parseMail((await codes.deliver())[0]!)
  return { digest: digest!, announcement: announcement!, code }
}

test('links the legal pages in the footer, on the sign-in pages, in the widget and in mail', async () => {
  const acme = await world.workspace()
  await setPortalSettings(acme, urls)
  const reader = createPortalClient(world, acme)
  const signedIn = await signInCustomer(world, acme, { email: 'bea@example.com' })
  for (const { text } of [await reader.get('/'), await signedIn.get('/me'), await reader.get('/no-such-page')]) {
    assert.match(
      text,
      /<nav class="legal" aria-label="Legal"><a href="https:\/\/acme\.test\/privacy\?a=1&amp;b=2" rel="noopener">Privacy policy<\/a>\s*<a href="https:\/\/acme\.test\/terms" rel="noopener">Terms<\/a>\s*<a href="https:\/\/acme\.test\/imprint" rel="noopener">Imprint<\/a>/,
    )
  }
  const steps = [await reader.get('/sign-in'), await reader.post('/sign-in', { email: 'ada@example.com' })]
  await codes.deliver()
  for (const { text } of steps) {
    assert.match(
      text,
      /By continuing, you agree to the <a href="https:\/\/acme\.test\/terms" rel="noopener">terms<\/a>\./,
    )
    assert.match(
      text,
      /The <a href="[^"]*privacy[^"]*" rel="noopener">privacy policy<\/a> explains how your data is used\./,
    )
  }
  const { body } = await createWidgetClient(world, acme, 'https://app.acme.test')('GET', '/widget.json')
  assert.deepEqual(body.data.links, [
    { label: 'Privacy policy', url: urls.privacyUrl },
    { label: 'Terms', url: urls.termsUrl },
    { label: 'Imprint', url: urls.imprintUrl },
  ])
  for (const [kind, { text, html }] of Object.entries(await mailOf(acme))) {
    assert.match(text, /\nPrivacy policy: https:\/\/acme\.test\/privacy\?a=1&b=2\nTerms: .*\nImprint: .*\n$/, kind)
    assert.match(html, /<a href="https:\/\/acme\.test\/privacy\?a=1&amp;b=2"[^>]*>Privacy policy<\/a> · <a /, kind)
  }
})

test('shows nothing where no page is set', async () => {
  const acme = await world.workspace()
  const reader = createPortalClient(world, acme)
  for (const path of ['/', '/sign-in']) {
    assert.doesNotMatch((await reader.get(path)).text, /class="legal"|By continuing|privacy policy/i)
  }
  const { body } = await createWidgetClient(world, acme, 'https://app.acme.test')('GET', '/widget.json')
  assert.deepEqual(body.data.links, [])
  for (const [kind, { text, html }] of Object.entries(await mailOf(acme))) {
    assert.doesNotMatch(text + html, /Privacy policy|Imprint|Terms/, kind)
  }
})

test('shows only the pages that are set', async () => {
  const acme = await world.workspace()
  await setPortalSettings(acme, { imprintUrl: urls.imprintUrl })
  const reader = createPortalClient(world, acme)
  const { text } = await reader.get('/sign-in')
  assert.match(text, /<nav class="legal" aria-label="Legal"><a [^>]*>Imprint<\/a>\s*<\/nav>/)
  assert.doesNotMatch(text, /By continuing|privacy policy/i)
})
