import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { registerTestApp } from '../../../server/test/clients/oauth-client.ts'
import { accessibilityViolations, browserErrors, openPage, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp, memberPassword } from '../../support/browser-app.ts'
import { findFreePort, startOAuthApp } from '../../support/oauth-app.ts'

const port = await findFreePort()
const browserApp = await createBrowserApp({
  port,
  publicUrl: `http://127.0.0.1:${port}`,
  oauthDynamicRegistration: true,
})
const { origin, testApp } = browserApp
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('owner', 'Mara Lindqvist')
const program = await startOAuthApp()
const clientId = await registerTestApp(testApp, acme, { redirectUris: ['http://127.0.0.1/callback'] })

const statusOf = async (token: string, path = '/feedback'): Promise<number> =>
  (await fetch(`${origin}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).status

const rows = (page: Page) => page.locator('tbody tr')

/** Creates a person who owns one workspace and is a member of another, and a client that any workspace can connect. */
async function withTwoWorkspaces() {
  const [own, other] = [await browserApp.emptyWorkspace('Own team'), await browserApp.emptyWorkspace('Other team')]
  const person = await own.member('owner')
  await testApp.database.pool.query(
    `insert into members (workspace_id, id, email, role, account_id, created_at, joined_at)
     values ($1, gen_random_uuid(), $2, 'member', $3, now(), now())`,
    [other.id, person.email, person.accountId],
  )
  const response = await fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Open', redirect_uris: [program.redirectUri] }),
  })
  const { client_id } = (await response.json()) as { client_id: string }
  return { clientId: client_id, person, member: { name: 'Other team' } }
}

suite('connecting an app', () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`leads through the consent page back to the app, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const page = await mara.page({ javaScriptEnabled })
      await page.goto(program.authorizationUrl(origin, clientId))
      await page.getByRole('heading', { name: 'Connect “Reporter”?' }).waitFor()
      await page.getByText('A program on this device (127.0.0.1)').waitFor()
      await page.getByText('Continue only if you started this yourself, in a program on this device.').waitFor()
      await page.getByText('Read requests').waitFor()
      if (javaScriptEnabled) assert.deepEqual(await accessibilityViolations(page), [])
      await page.getByRole('button', { name: 'Connect app' }).click()
      await page.getByRole('heading', { name: 'Back' }).waitFor()
      assert.equal(program.received().get('state'), 'from-the-app')
      assert.equal(program.received().get('iss'), origin)
      const tokens = await program.exchange(origin, clientId)
      assert.equal(await statusOf(tokens.access_token), 200)
      if (javaScriptEnabled) assert.deepEqual(browserErrors(page), [])
    })
  }

  test('asks a signed-out person to sign in first, and comes back', async () => {
    const page = await openPage()
    await page.goto(program.authorizationUrl(origin, clientId))
    await page.getByLabel('Email').fill(mara.email)
    await page.getByLabel('Password').fill(memberPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Connect app' }).click()
    await page.getByRole('heading', { name: 'Back' }).waitFor()
  })

  test('returns to an assistant by its own scheme, and says that it runs on this device', async () => {
    const redirectUri = 'cursor://anysphere.cursor-mcp/oauth/callback'
    const cursor = await registerTestApp(testApp, acme, { redirectUris: [redirectUri] })
    const page = await mara.page()
    const opened = await page.goto(program.authorizationUrl(origin, cursor, { redirect_uri: redirectUri }))
    await page.getByText('An app on this device (cursor)').waitFor()
    await page.getByText('in a program on this device').waitFor()
    const policy = (await opened!.allHeaders())['content-security-policy']!
    assert.equal(/form-action ([^;]*)/.exec(policy)![1], "'self' cursor:")
    const back = page.waitForResponse((response) => response.url().startsWith(`${origin}/oauth/authorize/`))
    await page.getByRole('button', { name: 'Connect app' }).click()
    assert.ok((await (await back).allHeaders()).location!.startsWith(`${redirectUri}?code=`))
    assert.deepEqual(browserErrors(page), [])
  })

  test('tells the app when the person declines', async () => {
    const page = await mara.page()
    await page.goto(program.authorizationUrl(origin, clientId, { state: 'declined' }))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'Back' }).waitFor()
    const { error, state, iss } = Object.fromEntries(program.received())
    assert.deepEqual({ error, state, iss }, { error: 'access_denied', state: 'declined', iss: origin })
  })

  test('asks for one workspace, and shows what the role in it allows', async () => {
    const { clientId: open, person, member } = await withTwoWorkspaces()
    const page = await person.page()
    await page.goto(program.authorizationUrl(origin, open, { scope: 'feedback:read webhooks:write' }))
    await page.getByLabel('Workspace').selectOption({ label: member.name })
    await page.getByText(`In ${member.name}, only owners and admins can allow it.`).waitFor()
    await page.getByText('Manage webhooks').waitFor()
    await page.getByRole('button', { name: 'Connect app' }).click()
    await page.getByRole('heading', { name: 'Back' }).waitFor()
    const tokens = await program.exchange(origin, open)
    assert.equal(tokens.scope, 'feedback:read')
    assert.equal(await statusOf(tokens.access_token, '/webhooks'), 403)
  })

  test('is followed by calls, until the app is disconnected in the settings', async () => {
    const page = await mara.page()
    await page.goto(program.authorizationUrl(origin, clientId))
    await page.getByRole('button', { name: 'Connect app' }).click()
    await page.getByRole('heading', { name: 'Back' }).waitFor()
    const { access_token } = await program.exchange(origin, clientId)
    assert.equal(await statusOf(access_token), 200)
    await page.goto(`${acme.home}/settings/apps`)
    await waitForHydration(page)
    assert.deepEqual(await accessibilityViolations(page), [])
    for (let count = await rows(page).count(); count > 0; count--) {
      await rows(page)
        .first()
        .getByRole('button', { name: /^Disconnect/ })
        .click()
      await page.getByRole('button', { name: 'Disconnect app' }).click()
      await page.getByText('“Reporter” has been disconnected.').waitFor()
      await page.waitForFunction((left) => document.querySelectorAll('tbody tr').length === left, count - 1)
    }
    assert.equal(await statusOf(access_token), 401)
    await page.goto(`${acme.home}/settings/audit`)
    await page.getByText('disconnected the app').first().waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('lets members disconnect their own apps on their account page', async () => {
    const mia = await acme.member('member')
    const page = await mia.page()
    await page.goto(program.authorizationUrl(origin, clientId))
    await page.getByRole('button', { name: 'Connect app' }).click()
    await page.getByRole('heading', { name: 'Back' }).waitFor()
    const { access_token } = await program.exchange(origin, clientId)
    await page.goto(`${origin}/console/account`)
    await page.getByRole('button', { name: 'Disconnect Reporter…' }).click()
    await page.getByRole('button', { name: 'Disconnect app' }).click()
    await page.getByText('“Reporter” has been disconnected.').waitFor()
    assert.equal(await statusOf(access_token), 401)
    assert.equal((await page.goto(`${acme.home}/settings/apps`))?.status(), 403)
  })
})

suite('attacks on the consent page', () => {
  const send = async (
    id: string,
    cookie: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ) =>
    fetch(`${origin}/console/authorize/${id}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin, ...headers },
      body: new URLSearchParams(fields),
    })
  /** Starts a request as the browser of a person. */
  const start = async (person: { cookie(): Promise<string> }, scope = 'feedback:read feedback:write') => {
    const response = await fetch(program.authorizationUrl(origin, clientId, { scope }), { redirect: 'manual' })
    const id = response.headers.get('location')!.split('/').at(-1)!
    const own = response.headers.getSetCookie().map((each) => each.split(';')[0]!)
    return { id, cookie: [await person.cookie(), ...own].join('; ') }
  }
  const allow = { intent: 'allow', workspace: acme.id, account: mara.accountId, scopes: 'feedback:read feedback:write' }
  const countGrants = async () =>
    (await testApp.database.pool.query('select count(*)::int as count from app_authorizations')).rows[0].count

  test('a page of another site can neither submit nor frame it', async () => {
    const { id, cookie } = await start(mara)
    const before = await countGrants()
    for (const foreign of ['https://evil.example', 'null', `${origin}.evil.example`]) {
      assert.equal((await send(id, cookie, allow, { origin: foreign })).status, 403, foreign)
    }
    const withoutOrigin = await fetch(`${origin}/console/authorize/${id}`, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams(allow),
    })
    assert.equal(withoutOrigin.status, 403)
    assert.equal(await countGrants(), before)
    const page = await fetch(`${origin}/console/authorize/${id}`, { headers: { cookie } })
    assert.match(page.headers.get('content-security-policy')!, /frame-ancestors 'none'/)
    assert.equal(page.headers.get('x-frame-options'), 'DENY')
    const sources = /form-action ([^;]*)/.exec(page.headers.get('content-security-policy')!)![1]
    assert.equal(sources, `'self' ${new URL(program.redirectUri).origin}`)
  })

  test('a request that another browser started cannot be shown or answered', async () => {
    const attacker = await start(await acme.member('member'))
    const before = await countGrants()
    const victim = await mara.cookie()
    const page = await fetch(`${origin}/console/authorize/${attacker.id}`, { headers: { cookie: victim } })
    assert.match(await page.text(), /This request has expired/)
    for (const intent of ['allow', 'deny']) {
      assert.equal((await send(attacker.id, victim, { ...allow, intent })).status, 404)
    }
    assert.equal(await countGrants(), before)
  })

  test('forged ids, other people’s workspaces and another signed-in account are rejected', async () => {
    const { id, cookie } = await start(mara)
    const other = await browserApp.emptyWorkspace('Globex')
    const before = await countGrants()
    assert.equal((await send('x'.repeat(43), cookie, allow)).status, 404)
    assert.equal((await send(`${id.slice(0, -1)}-`, cookie, allow)).status, 404)
    assert.equal((await send(id, cookie, { ...allow, workspace: other.id })).status, 404)
    assert.equal((await send(id, cookie, { ...allow, workspace: 'not-an-id' })).status, 404)
    assert.equal((await send(id, cookie, { ...allow, account: other.id })).status, 400)
    assert.equal(await countGrants(), before)
  })

  test('the form grants only scopes that it showed, that the app requested and that the role allows', async () => {
    const changeRole = (role: string) =>
      testApp.database.pool.query('update members set role = $3 where workspace_id = $1 and id = $2', [
        acme.id,
        ada.memberId,
        role,
      ])
    const ada = await acme.member('member')
    const page = await ada.page()
    await page.goto(program.authorizationUrl(origin, clientId, { scope: 'feedback:read webhooks:write' }))
    await page.getByText('Read requests').waitFor()
    await changeRole('admin')
    await page.getByRole('button', { name: 'Connect app' }).click()
    await page.getByRole('heading', { name: 'Back' }).waitFor()
    assert.equal((await program.exchange(origin, clientId)).scope, 'feedback:read')

    await changeRole('member')
    const fields = { ...allow, account: ada.accountId }
    const granted = async () =>
      (await testApp.database.pool.query('select scopes from app_authorizations order by created_at desc, id desc'))
        .rows[0].scopes
    const forged = await start(ada, 'feedback:read webhooks:write')
    const all = 'feedback:read feedback:write webhooks:write __proto__ *'
    assert.equal((await send(forged.id, forged.cookie, { ...fields, scopes: all })).status, 303)
    assert.deepEqual(await granted(), ['feedback:read'])
    const before = await countGrants()
    for (const scopes of ['', 'webhooks:write', 'feedback:write', 'feedback:readfeedback:write']) {
      const { id, cookie } = await start(ada, 'feedback:read webhooks:write')
      assert.equal((await send(id, cookie, { ...fields, scopes })).status, 400, scopes)
    }
    assert.equal(await countGrants(), before)
  })

  test('a request is answered once', async () => {
    const { id, cookie } = await start(mara)
    const before = await countGrants()
    const answers = await Promise.all([1, 2, 3].map(() => send(id, cookie, allow)))
    assert.equal(answers.filter(({ status }) => status === 303).length, 1)
    assert.equal((await send(id, cookie, { ...allow, intent: 'deny' })).status, 404)
    assert.equal(await countGrants(), before + 1)
  })
})
