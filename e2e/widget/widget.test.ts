import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createEntry } from '../../server/changelog/create.ts'
import { publishEntry } from '../../server/changelog/publishing/publish.ts'
import { createFeedback } from '../../server/feedback/create.ts'
import { setStatus } from '../../server/feedback/lifecycle/set-status.ts'
import { Vault } from '../../server/platform/crypto/vault.ts'
import { createSsoSecret } from '../../server/portal/settings/sso-secrets.ts'
import { currentWidgetToken, setPortalSettings } from '../../server/test/clients/widget-client.ts'
import { testSecretKey } from '../../server/test/test-app.ts'
import { accessibilityViolations, browserErrors, openPage } from '../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../support/browser-app.ts'

const browserApp = await createBrowserApp()
const tabLabels = { ask: 'Request', vote: 'Vote', news: 'Updates' }
const caps = { free: null, starter: null, growth: null }

// A product's page on another origin, whose policy allows only what docs/api/widget.md lists.
let markup = ''
const product = createServer((_, response) => {
  const policy = `default-src 'none'; img-src 'self'; script-src ${browserApp.origin}; connect-src ${browserApp.origin}`
  response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(markup)
})
await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve))
const home = `http://127.0.0.1:${(product.address() as AddressInfo).port}`
after(() => {
  product.closeAllConnections()
  product.close()
})

async function workspaceWithWidget(name: string): Promise<ConsoleWorkspace & { secret: string }> {
  const workspace = await browserApp.emptyWorkspace(name)
  await setPortalSettings(workspace, { widgetOrigins: [home] })
  const { secret } = await workspace.write((tx) => createSsoSecret(tx, new Vault(testSecretKey)))
  return { ...workspace, secret }
}

interface Embedding {
  identity?: string
  width?: number
  attributes?: string
}

/** Opens the product's page with the widget embedded. */
async function embed(workspace: ConsoleWorkspace, { identity = '', width = 1280, attributes = '' }: Embedding = {}) {
  const token = await currentWidgetToken(workspace)
  markup = `<!doctype html><html lang="en"><head><title>Product</title></head><body>
<main><h1>Product</h1><p><a href="#a">A link</a></p></main>
<script async src="${browserApp.origin}/p/-/widget.js" data-workspace="${workspace.slug}" data-token="${token}"
  data-identity="${identity}" ${attributes}></script></body></html>`
  const page = await openPage({ viewport: { width, height: 800 } })
  await page.goto(`${home}/calendar?view=week#today`)
  return page
}

const launcherOf = (page: Page) => page.getByRole('button', { name: /^Feedback/ })
const panelOf = (page: Page) => page.getByRole('dialog')

/** Creates an SSO token as the product's server does. */
function createSsoToken({ slug, secret }: { slug: string; secret: string }, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1_000)
  const payload = { aud: `heed:${slug}`, iat: now, exp: now + 300, jti: randomUUID(), ...claims }
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const createRequest = (workspace: ConsoleWorkspace, title: string) =>
  workspace.write(async (tx) => {
    const { id } = await createFeedback(tx, { title }, caps)
    await setStatus(tx, id, 'approved')
    return id
  })

const findRequests = async ({ id }: ConsoleWorkspace, title: string) => {
  const { rows } = await browserApp.testApp.database.pool.query(
    `select f.votes, c.source_url, c.customer_id from feedback f
     left join feedback_context c on c.workspace_id = f.workspace_id and c.feedback_id = f.id
     where f.workspace_id = $1 and f.title = $2`,
    [id, title],
  )
  return rows
}

test('submits a request under a strict policy, and only once when a lost response is retried', async () => {
  const acme = await workspaceWithWidget('Filing')
  await createRequest(acme, 'Week view of the calendar')
  const page = await embed(acme)
  await launcherOf(page).click()
  await panelOf(page).getByRole('button', { name: 'Send request' }).click()
  await panelOf(page).getByText('Enter a title.').waitFor()
  const title = panelOf(page).getByLabel('Title')
  assert.equal(await title.getAttribute('aria-invalid'), 'true')
  await title.fill('Calendar in a week view')
  await panelOf(page).getByRole('link', { name: 'Week view of the calendar', exact: true }).waitFor()
  // The server gets the request, and the response is lost.
  await page.route('**/submissions', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await panelOf(page).getByRole('button', { name: 'Send request' }).click()
  await panelOf(page).getByText('You’re offline. Your text is still here.').waitFor()
  await page.unroute('**/submissions')
  await panelOf(page).getByRole('button', { name: 'Send request' }).dblclick()
  await panelOf(page).getByText('Filing reviews it before others can see it.').waitFor()
  assert.deepEqual(await findRequests(acme, 'Calendar in a week view'), [
    { votes: 0, source_url: `${home}/calendar?view=week`, customer_id: null },
  ])
  const errors = browserErrors(page).filter((error) => !error.includes('net::ERR_FAILED'))
  assert.deepEqual(errors, [])
  await page.close()
})

test('lets an identified customer vote and submit requests, and links others to the portal to vote', async () => {
  const acme = await workspaceWithWidget('Voting')
  const id = await createRequest(acme, 'Dark mode')
  const anonymousPage = await embed(acme)
  await launcherOf(anonymousPage).click()
  await panelOf(anonymousPage).getByRole('tab', { name: 'Vote' }).click()
  const link = panelOf(anonymousPage).getByRole('link', { name: 'Vote for “Dark mode” on its page, 0 votes' })
  assert.equal(await link.getAttribute('href'), `http://heed.test/p/${acme.slug}/requests/${id}`)
  await anonymousPage.close()

  const page = await embed(acme, { identity: createSsoToken(acme, { sub: 'u-1', name: 'Ada' }) })
  await launcherOf(page).click()
  await panelOf(page).getByText('You’re sending this as Ada.').waitFor()
  await panelOf(page).getByRole('tab', { name: 'Vote' }).click()
  const vote = panelOf(page).getByRole('button', { name: /^Vote for “Dark mode”/ })
  const saved = page.waitForResponse((response) => response.url().endsWith('/widget/votes'))
  await vote.click()
  assert.equal(await vote.getAttribute('aria-pressed'), 'true')
  assert.deepEqual(await (await saved).json(), { data: { votes: 1, isVoted: true } })
  assert.equal((await findRequests(acme, 'Dark mode'))[0].votes, 1)
  await panelOf(page).getByRole('tab', { name: 'Request' }).click()
  await panelOf(page).getByLabel('Title').fill('Quiet hours')
  await panelOf(page).getByRole('button', { name: 'Send request' }).click()
  await panelOf(page).getByText('Your request was sent').waitFor()
  const [submitted] = await findRequests(acme, 'Quiet hours')
  assert.equal(submitted.votes, 1)
  assert.ok(submitted.customer_id)
  assert.deepEqual(browserErrors(page), [])
  await page.close()
})

test('marks updates as unread until they are opened, across page loads, and stores nothing else in the browser', async () => {
  const acme = await workspaceWithWidget('News')
  await acme.write(async (tx) =>
    publishEntry(tx, (await createEntry(tx, { title: 'Out now', body: 'Have a look' })).id),
  )
  const page = await embed(acme)
  await page.getByRole('button', { name: 'Feedback, 1 update' }).click()
  await panelOf(page).getByRole('tab', { name: 'Updates, 1 update' }).click()
  await panelOf(page).getByRole('link', { name: 'Out now' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Feedback', exact: true }).waitFor()
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), [`heed:${acme.slug}:seen`])
  assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage)), [])
  await page.reload()
  await page.getByRole('button', { name: 'Feedback', exact: true }).waitFor()
  await page.close()
})

test('traps and restores the focus, switches tabs by arrow keys, and hides key presses from the page', async () => {
  const acme = await workspaceWithWidget('Keys')
  const page = await embed(acme)
  await page.evaluate(() => {
    const keysSeenByPage: string[] = []
    Object.assign(window, { keysSeenByPage })
    document.addEventListener('keydown', (event) => keysSeenByPage.push(event.key))
  })
  await launcherOf(page).focus()
  await page.keyboard.press('Enter')
  const tab = (name: string) => panelOf(page).getByRole('tab', { name })
  await tab('Request').waitFor()
  const focused = () =>
    page.evaluate(() => {
      const inner = document.activeElement?.shadowRoot?.activeElement
      return inner?.closest('dialog') ? (inner.id ?? inner.tagName) : `outside: ${document.activeElement?.tagName}`
    })
  assert.equal(await focused(), 'tab-ask')
  await page.keyboard.press('ArrowRight')
  assert.equal(await focused(), 'tab-vote')
  await page.keyboard.press('End')
  assert.equal(await tab('Updates').getAttribute('aria-selected'), 'true')
  await page.keyboard.press('ArrowRight')
  assert.equal(await focused(), 'tab-ask')
  for (let pressed = 0; pressed < 12; pressed++) {
    await page.keyboard.press('Tab')
    // After the last element comes the browser’s toolbar, never an element of the page.
    assert.match(await focused(), /^(?!outside: A)/)
  }
  await panelOf(page).getByLabel('Title').fill('')
  await panelOf(page).getByLabel('Title').press('c')
  await page.keyboard.press('Escape')
  await panelOf(page).waitFor({ state: 'hidden' })
  assert.equal(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.className), 'launcher')
  const keysSeenByPage = await page.evaluate(() => (window as unknown as { keysSeenByPage: string[] }).keysSeenByPage)
  // The page sees the Tab presses made while the focus is in the browser’s toolbar.
  assert.deepEqual(
    keysSeenByPage.filter((key) => key !== 'Tab'),
    [],
  )
  await page.close()
})

test('is accessible on a wide page in light and on a narrow one in dark, which it fills', async () => {
  const acme = await workspaceWithWidget('Access')
  await createRequest(acme, 'Dark mode')
  await acme.write(async (tx) => publishEntry(tx, (await createEntry(tx, { title: 'Out now', body: 'Text' })).id))
  for (const { width, colorScheme } of [
    { width: 1280, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const) {
    const page = await embed(acme, { width, identity: createSsoToken(acme, { sub: 'u-2' }) })
    await page.emulateMedia({ colorScheme })
    await launcherOf(page).waitFor()
    for (const name of ['ask', 'vote', 'news'] as const) {
      await page.evaluate((tab) => window.Heed!.open(tab), name)
      await panelOf(page)
        .getByRole('tab', { name: new RegExp(`^${tabLabels[name]}`), selected: true })
        .waitFor()
      assert.deepEqual(await accessibilityViolations(page), [], `${name}, ${colorScheme}, ${width}`)
    }
    const box = await panelOf(page).boundingBox()
    if (width === 390) assert.deepEqual([box!.x, box!.width], [0, 390])
    await page.evaluate(() => window.Heed!.close())
    assert.deepEqual(await accessibilityViolations(page), [], `closed, ${colorScheme}, ${width}`)
    await page.close()
  }
})

test('asks visitors of a private portal to sign in, and shows no button on an unlisted origin', async () => {
  const acme = await workspaceWithWidget('Private')
  await setPortalSettings(acme, { access: 'private', privacyUrl: 'https://acme.test/privacy' })
  const page = await embed(acme)
  await launcherOf(page).click()
  const link = panelOf(page).getByRole('link', { name: 'Open the portal' })
  assert.equal(await link.getAttribute('href'), `${browserApp.origin}/p/${acme.slug}/sign-in`)
  await page.close()
  const identifiedPage = await embed(acme, { identity: createSsoToken(acme, { sub: 'u-3' }) })
  await launcherOf(identifiedPage).click()
  await panelOf(identifiedPage).getByRole('tab', { name: 'Request' }).waitFor()
  const privacy = panelOf(identifiedPage).getByRole('link', { name: /^Privacy policy/ })
  assert.equal(await privacy.getAttribute('href'), 'https://acme.test/privacy')
  await identifiedPage.close()

  await setPortalSettings(acme, { access: 'public', widgetOrigins: ['https://elsewhere.test'] })
  const unlistedPage = await embed(acme)
  await unlistedPage.waitForEvent('console', (message) => message.text().startsWith('Heed: '))
  assert.equal(await launcherOf(unlistedPage).count(), 0)
  await unlistedPage.close()
})
