import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { signInCustomer } from '../../server/test/clients/portal-client.ts'
import { createDigestFixtures } from '../../server/test/fixtures/digests.ts'
import { browserErrors, openPage } from '../support/browser.ts'
import { createBrowserApp } from '../support/browser-app.ts'
import { seedXssPayloads } from '../support/xss-payloads.ts'

const stage = await createBrowserApp()
const { testApp: world, origin } = stage
const acme = await world.workspace()
const hostile = await seedXssPayloads(acme)

/** What in the document would run, or lead away, that is not ours. */
const foreign = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const own = location.origin
    const isOwn = (address: string) => address.startsWith(own) || address.startsWith('/')
    const found: string[] = []
    for (const element of document.querySelectorAll('*')) {
      const tell = (what: string) => found.push(`${what}: ${element.outerHTML.slice(0, 160)}`)
      const name = element.localName
      if (['iframe', 'object', 'embed', 'base', 'applet', 'math'].includes(name)) tell(name)
      if (name === 'meta' && element.getAttribute('http-equiv') === 'refresh') tell(name)
      if (name === 'script' && !(element as HTMLScriptElement).src && !(element as HTMLScriptElement).nonce)
        tell('script')
      if (name === 'script' && (element as HTMLScriptElement).src && !isOwn((element as HTMLScriptElement).src))
        tell('script')
      if (
        name === 'link' &&
        (element as HTMLLinkElement).rel === 'stylesheet' &&
        !isOwn((element as HTMLLinkElement).href)
      )
        tell('link')
      if (name === 'form' && !isOwn((element as HTMLFormElement).getAttribute('action') ?? own)) tell('form')
      for (const attribute of element.attributes) {
        if (attribute.name.startsWith('on') || attribute.name === 'srcdoc') tell(attribute.name)
        const isAddress = ['href', 'src', 'action', 'formaction', 'xlink:href'].includes(attribute.name)
        if (isAddress && /^[\s\u0000-\u001f]*(javascript|vbscript|data):/i.test(attribute.value)) tell(attribute.name)
      }
    }
    return found
  })

/** The policy of the page is a second wall; whoever runs into it has come past the first. */
const intrusions = (page: Page): string[] =>
  browserErrors(page).filter((text) => /Content Security Policy|alert/i.test(text))

async function assertHarmless(page: Page, path: string): Promise<void> {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const answer = await page.goto(origin + path)
  assert.equal(answer!.status(), 200, path)
  assert.deepEqual(await foreign(page), [], path)
  assert.deepEqual([dialogs, intrusions(page)], [[], []], path)
}

test('on no page of the portal does anything run that somebody wrote', async () => {
  const { cookie } = await signInCustomer(world, acme, { email: hostile.email })
  const page = await openPage()
  const [name, value] = cookie.split('=') as [string, string]
  await page.context().addCookies([{ name, value, url: origin }])
  const portal = `/p/${acme.slug}`
  const paths = [
    '',
    '?search=%3Cscript%3Ealert(1)%3C/script%3E',
    `/requests/${hostile.requestId}`,
    '/requests/new?title="><script>alert(1)</script>',
  ]
  paths.push('/roadmap', '/changelog', `/changelog/${hostile.entryId}`, '/me', '/sign-in?next=javascript:alert(1)')
  for (const path of paths) await assertHarmless(page, portal + path)
  await page.context().close()
})

test('nor on a page of the console', async () => {
  const owner = await stage.openWorkspace(acme).member('owner')
  const page = await owner.page()
  const { rows } = await world.database.pool.query<{ id: string }>('select id from customers where workspace_id = $1', [
    acme.id,
  ])
  const home = `/console/w/${acme.slug}`
  const paths = [
    '',
    '/requests',
    `/requests/${hostile.requestId}`,
    '/roadmap',
    `/roadmap/${hostile.itemId}`,
    '/changelog',
  ]
  paths.push(
    `/changelog/${hostile.entryId}`,
    '/customers',
    `/customers/${rows[0]!.id}`,
    '/settings/boards',
    '/settings/tags',
    '/settings/audit',
  )
  paths.push('/settings', '/settings/portal')
  for (const path of paths) await assertHarmless(page, home + path)
  await page.context().close()
})

test('nor in a message or a feed', async () => {
  const page = await openPage()
  const desk = await createDigestFixtures(world)
  await acme.api.patch(`/feedback/${hostile.requestId}/stage`, { stage: 'in_progress' })
  const told = await desk.deliverDue(3)
  assert.ok(told.length > 0)
  await desk.smtp.stop()
  const texts = told.map(({ html }) => html)
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
    assert.deepEqual(await foreign(page), [])
    assert.deepEqual(intrusions(page), [])
  }
  await page.context().close()
})
