import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { signInCustomer } from '../../server/test/clients/portal-client.ts'
import { createDigestFixtures } from '../../server/test/fixtures/digests.ts'
import { browserErrors, openPage } from '../support/browser.ts'
import { createBrowserApp } from '../support/browser-app.ts'
import { seedXssPayloads } from '../support/xss-payloads.ts'

const browserApp = await createBrowserApp()
const { testApp, origin } = browserApp
const acme = await testApp.workspace()
const payloads = await seedXssPayloads(acme)

/** Returns everything in the document that would run or load foreign code or navigate to another origin. */
const findForeignContent = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const origin = location.origin
    const isOwn = (address: string) => address.startsWith(origin) || address.startsWith('/')
    const found: string[] = []
    for (const element of document.querySelectorAll('*')) {
      const report = (what: string) => found.push(`${what}: ${element.outerHTML.slice(0, 160)}`)
      const name = element.localName
      if (['iframe', 'object', 'embed', 'base', 'applet', 'math'].includes(name)) report(name)
      if (name === 'meta' && element.getAttribute('http-equiv') === 'refresh') report(name)
      if (name === 'script' && !(element as HTMLScriptElement).src && !(element as HTMLScriptElement).nonce)
        report('script')
      if (name === 'script' && (element as HTMLScriptElement).src && !isOwn((element as HTMLScriptElement).src))
        report('script')
      if (
        name === 'link' &&
        (element as HTMLLinkElement).rel === 'stylesheet' &&
        !isOwn((element as HTMLLinkElement).href)
      )
        report('link')
      if (name === 'form' && !isOwn((element as HTMLFormElement).getAttribute('action') ?? origin)) report('form')
      for (const attribute of element.attributes) {
        if (attribute.name.startsWith('on') || attribute.name === 'srcdoc') report(attribute.name)
        const isAddress = ['href', 'src', 'action', 'formaction', 'xlink:href'].includes(attribute.name)
        if (isAddress && /^[\s\u0000-\u001f]*(javascript|vbscript|data):/i.test(attribute.value)) report(attribute.name)
      }
    }
    return found
  })

/** The content security policy is the second line of defense: a violation means that the first failed. */
const policyViolations = (page: Page): string[] =>
  browserErrors(page).filter((text) => /Content Security Policy|alert/i.test(text))

async function assertHarmless(page: Page, path: string): Promise<void> {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const response = await page.goto(origin + path)
  assert.equal(response!.status(), 200, path)
  assert.deepEqual(await findForeignContent(page), [], path)
  assert.deepEqual([dialogs, policyViolations(page)], [[], []], path)
}

test('no portal page runs submitted code', async () => {
  const { cookie } = await signInCustomer(testApp, acme, { email: payloads.email })
  const page = await openPage()
  const [name, value] = cookie.split('=') as [string, string]
  await page.context().addCookies([{ name, value, url: origin }])
  const portal = `/p/${acme.slug}`
  const paths = [
    '',
    '?search=%3Cscript%3Ealert(1)%3C/script%3E',
    `/requests/${payloads.requestId}`,
    '/requests/new?title="><script>alert(1)</script>',
  ]
  paths.push(
    '/roadmap',
    '/changelog',
    `/changelog/${payloads.entryId}`,
    '/me',
    '/me/profile',
    '/sign-in?next=javascript:alert(1)',
  )
  for (const path of paths) await assertHarmless(page, portal + path)
  await page.context().close()
})

test('no console page runs submitted code', async () => {
  const owner = await browserApp.openWorkspace(acme).member('owner')
  const page = await owner.page()
  const { rows } = await testApp.database.pool.query<{ id: string }>(
    'select id from customers where workspace_id = $1',
    [acme.id],
  )
  const home = `/console/w/${acme.slug}`
  const paths = [
    '',
    '/requests',
    `/requests/${payloads.requestId}`,
    '/roadmap',
    `/roadmap/${payloads.itemId}`,
    '/changelog',
  ]
  paths.push(
    `/changelog/${payloads.entryId}`,
    '/customers',
    `/customers/${rows[0]!.id}`,
    '/settings/boards',
    '/settings/tags',
    '/settings/audit',
  )
  paths.push('/settings', '/settings/portal', '/settings/portal/domain', '/settings/portal/widget')
  for (const path of paths) await assertHarmless(page, home + path)
  await page.context().close()
})

test('no email or feed runs submitted code', async () => {
  const page = await openPage()
  const digests = await createDigestFixtures(testApp)
  await acme.api.patch(`/feedback/${payloads.requestId}/stage`, { stage: 'in_progress' })
  const messages = await digests.deliverDue(3)
  assert.ok(messages.length > 0)
  await digests.smtp.stop()
  const texts = messages.map(({ html }) => html)
  await page.goto(`${origin}/robots.txt`)
  for (const [feed, selector] of [
    ['rss.xml', 'encoded'],
    ['atom.xml', 'content'],
  ] as const) {
    const xml = await (await fetch(`${origin}/p/${acme.slug}/changelog/${feed}`)).text()
    const contents = await page.evaluate(
      ([source, name]) => {
        const parsed = new DOMParser().parseFromString(source!, 'text/xml')
        if (parsed.querySelector('parsererror')) throw new Error(parsed.querySelector('parsererror')!.textContent!)
        return [...parsed.getElementsByTagNameNS('*', name!)].map((element) => element.textContent)
      },
      [xml, selector],
    )
    assert.ok(contents.length > 0, feed)
    texts.push(...contents)
  }
  const json = JSON.parse(await (await fetch(`${origin}/p/${acme.slug}/changelog/feed.json`)).text())
  texts.push(...json.items.map((item: { content_html: string }) => item.content_html))
  for (const text of texts) {
    await page.setContent(text)
    assert.deepEqual(await findForeignContent(page), [])
    assert.deepEqual(policyViolations(page), [])
  }
  await page.context().close()
})
