import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createEntry } from '../../server/changelog/create.ts'
import { publishEntry } from '../../server/changelog/publishing/publish.ts'
import { createFeedback } from '../../server/feedback/create.ts'
import { setStatus } from '../../server/feedback/lifecycle/set-status.ts'
import { Vault } from '../../server/platform/crypto/vault.ts'
import { sessionCookie } from '../../server/portal/auth/session.ts'
import { createSsoSecret } from '../../server/portal/settings/sso-secrets.ts'
import { signInCustomer } from '../../server/test/clients/portal-client.ts'
import { createWidgetClient, setPortalSettings } from '../../server/test/clients/widget-client.ts'
import { testSecretKey } from '../../server/test/test-app.ts'
import { accessibilityViolations, browserErrors } from '../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../support/browser-app.ts'
import { waitForValue } from '../support/polling.ts'
import { launcherOf, panelOf, publishUpdate, startProductSite } from '../support/widget-page.ts'

const browserApp = await createBrowserApp()
const tabLabels = { ask: 'Request', vote: 'Vote', news: 'Updates' }
const caps = { free: null, starter: null, growth: null }

const { home, embed } = await startProductSite(browserApp.origin)

async function workspaceWithWidget(name: string): Promise<ConsoleWorkspace & { secret: string }> {
  const workspace = await browserApp.emptyWorkspace(name)
  await setPortalSettings(workspace, { widgetOrigins: [home] })
  const { secret } = await workspace.write((tx) => createSsoSecret(tx, new Vault(testSecretKey)))
  return { ...workspace, secret }
}

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
  await panelOf(page)
    .getByText('We couldn’t connect. Check your connection and try again. Your text is still here.')
    .waitFor()
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
  // The page may have reported the error before it finished loading.
  await waitForValue(async () => browserErrors(unlistedPage).some((text) => text.startsWith('Heed: ')), true)
  assert.equal(await launcherOf(unlistedPage).count(), 0)
  await unlistedPage.close()
})

test('offers an email field only to anonymous visitors, with an unchecked checkbox for updates', async () => {
  const acme = await workspaceWithWidget('Contact')
  const page = await embed(acme)
  const panel = panelOf(page)
  await launcherOf(page).click()
  await panel.getByLabel('Title').fill('Quiet hours')
  const box = panel.getByLabel('Email me when Contact publishes updates')
  assert.equal(await box.isVisible(), false)
  const email = panel.getByLabel('Email (optional)')
  assert.deepEqual([await email.getAttribute('type'), await email.getAttribute('autocomplete')], ['email', 'email'])
  await email.fill('not an address')
  await panel.getByRole('button', { name: 'Send request' }).click()
  await panel.getByText('Enter an email address such as name@example.com.').waitFor()
  assert.equal(await email.getAttribute('aria-invalid'), 'true')
  await email.fill('visitor@contact.example')
  assert.equal(await box.isChecked(), false)
  await box.check()
  assert.deepEqual(await accessibilityViolations(page), [])
  const sent = page.waitForRequest('**/submissions')
  await panel.getByRole('button', { name: 'Send request' }).click()
  await panel.getByText('We’ve sent a link to visitor@contact.example.').waitFor()
  const { email: address, updates } = (await sent).postDataJSON()
  assert.deepEqual([address, updates], ['visitor@contact.example', true])
  assert.deepEqual(browserErrors(page), [])
  await page.close()

  const claims = { sub: 'u-4', email: 'ada@contact.example' }
  const identifiedPage = await embed(acme, { identity: createSsoToken(acme, claims) })
  await launcherOf(identifiedPage).click()
  const ownBox = panelOf(identifiedPage).getByLabel('Email me when Contact publishes updates')
  await ownBox.waitFor()
  assert.deepEqual(
    [await ownBox.isChecked(), await panelOf(identifiedPage).getByLabel('Email (optional)').isVisible()],
    [false, false],
  )
  await identifiedPage.close()
})

test('solves a proof of work for a vote when the network is near its limit', async () => {
  const acme = await workspaceWithWidget('Proof')
  const id = await createRequest(acme, 'Dark mode')
  const { testApp } = browserApp
  const script = createWidgetClient(testApp, acme, home)
  const body = { feedbackId: id, vote: 'cast' }
  for (const email of ['a@proof.example', 'b@proof.example']) {
    const { cookie } = await signInCustomer(testApp, acme as never, { email })
    const authorization = `Bearer ${cookie.slice(sessionCookie.length + 1)}`
    for (let n = 0; n < 30; n += 1) await script('POST', '/widget/votes', { authorization, body })
  }
  const page = await embed(acme, { identity: createSsoToken(acme, { sub: 'u-5' }) })
  await launcherOf(page).click()
  await panelOf(page).getByRole('tab', { name: 'Vote' }).click()
  const proven = page.waitForRequest((request) => 'heed-proof' in request.headers())
  await panelOf(page)
    .getByRole('button', { name: /^Vote for “Dark mode”/ })
    .click()
  assert.deepEqual((await (await (await proven).response())!.json()).data, { votes: 3, isVoted: true })
  assert.equal(await panelOf(page).getByRole('alert').filter({ hasText: /./ }).count(), 0)
  await page.close()
})

test('keeps the text and explains the error at a limit, for a blocked customer, and in a closed section', async () => {
  const acme = await workspaceWithWidget('Refused')
  const page = await embed(acme, { identity: createSsoToken(acme, { sub: 'u-6' }) })
  await launcherOf(page).click()
  const panel = panelOf(page)
  for (let n = 0; n < 5; n += 1) {
    await panel.getByLabel('Title').fill(`Kept ${n}`)
    await panel.getByRole('button', { name: 'Send request' }).click()
    await panel.getByRole('button', { name: 'Send another request' }).click()
  }
  await panel.getByLabel('Title').fill('Kept')
  await panel.getByRole('button', { name: 'Send request' }).click()
  await panel
    .getByText(/too many requests in a short time\. Try again in \d+ (minute|second)s?\..* Your text is still/)
    .waitFor()
  await browserApp.testApp.database.pool.query(
    'update customers set blocked_at = now() where workspace_id = $1 and external_id = $2',
    [acme.id, 'u-6'],
  )
  await createRequest(acme, 'Dark mode')
  await page.keyboard.press('Escape')
  await page.evaluate(() => window.Heed!.open('vote'))
  await panel.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  await panel.getByText(/has blocked your account/).waitFor()
  await setPortalSettings(acme, { showsRequests: false })
  await panel.getByRole('tab', { name: 'Request' }).click()
  await panel.getByRole('button', { name: 'Send request' }).click()
  await panel.getByText('The portal no longer accepts requests. Your text is still here.').waitFor()
  assert.equal(await panel.getByLabel('Title').inputValue(), 'Kept')
  await page.close()
})

test('stays on its side of a right-to-left page, and shows its state in forced colors', async () => {
  const acme = await workspaceWithWidget('Right to left')
  await publishUpdate(acme, 'Entry', 'Text')
  const page = await embed(acme, { root: 'dir="rtl"' })
  await page.emulateMedia({ forcedColors: 'active' })
  const launcher = await launcherOf(page).boundingBox()
  assert.ok(launcher!.x > 640)
  await launcherOf(page).click()
  await panelOf(page).getByRole('tab', { name: 'Request', selected: true }).waitFor()
  assert.ok((await panelOf(page).boundingBox())!.x > 640)
  await page.keyboard.press('ArrowLeft')
  const tab = panelOf(page).getByRole('tab', { name: 'Vote', selected: true })
  assert.equal(await tab.evaluate((element) => getComputedStyle(element).borderBottomWidth), '2px')
  await page.close()
})
