import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createAccountFixtures,
  createBrowserSession,
  rejectedPaths,
  testPassword,
} from '../../test/fixtures/accounts.ts'
import { createTestApp } from '../../test/test-app.ts'

const app = await createTestApp()
const acme = await app.workspace()
const people = await createAccountFixtures(app)
const { accounts } = people
const { pool } = app.database

const signIn = async (email: string, password = testPassword) => {
  const browser = createBrowserSession()
  return {
    browser,
    response: await browser.saveCookies(accounts.signInWithPassword(browser.caller, { email, password })),
  }
}

test('signs in with a password that was set after signing in with a code', async () => {
  const ada = await people.createMemberWithPassword(acme)
  const { browser, response } = await signIn(ada.email.toUpperCase())
  assert.equal(response.needsTotp, false)
  const user = await accounts.readCurrentUser(browser.caller.headers)
  assert.equal(user?.account.id, ada.accountId)
  assert.deepEqual(
    user?.memberships.map(({ slug, role, memberId }) => [slug, role, memberId]),
    [[acme.slug, 'member', ada.memberId]],
  )
})

test('sets an HttpOnly, SameSite=Lax cookie for 30 days, and with https a Secure one with the __Host- prefix', async () => {
  const ada = await people.createMemberWithPassword(acme)
  const attributes = async (publicUrl: string) => {
    const { accounts } = await createAccountFixtures(app, publicUrl)
    const { setCookies } = await accounts.signInWithPassword(createBrowserSession().caller, {
      email: ada.email,
      password: testPassword,
    })
    assert.equal(setCookies.length, 1)
    const [pair = '', ...rest] = setCookies[0]!.split('; ')
    return [pair.split('=')[0], ...rest.sort()]
  }
  const common = ['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax']
  assert.deepEqual(await attributes('http://heed.test'), ['heed.session_token', ...common])
  assert.deepEqual(await attributes('https://heed.test'), ['__Host-heed.session_token', ...common, 'Secure'])
})

test('rejects a wrong password, an unknown address and an account without a password with the same error', async () => {
  const ada = await people.createMemberWithPassword(acme)
  const bob = await people.createMember(acme, 'member')
  const messages = await Promise.all(
    [
      [ada.email, 'another long password'],
      ['nobody@example.com', testPassword],
      [bob.email, testPassword],
    ].map(([email = '', password = '']) =>
      accounts.signInWithPassword(createBrowserSession().caller, { email, password }).then(
        () => assert.fail('signed in'),
        (error) => JSON.stringify([error.message, error.extra]),
      ),
    ),
  )
  assert.equal(new Set(messages).size, 1)
  assert.match(messages[0]!, /\/password/)
})

test('ignores an altered or forged cookie', async () => {
  const ada = await people.createMember(acme, 'member')
  const [[name, value]] = [...ada.cookies] as [[string, string]]
  const { rows } = await pool.query('select token from account_sessions where account_id = $1', [ada.accountId])
  for (const forged of [`x${value}`, rows[0].token, `${rows[0].token}.`, `${rows[0].token}.AAAA`, '%', '%00.', '.']) {
    const headers = new Headers({ cookie: `${name}=${forged}` })
    assert.equal(await accounts.readCurrentUser(headers), null, forged)
  }
  assert.notEqual(await accounts.readCurrentUser(ada.caller.headers), null)
})

test('ends the browser’s previous session when signing in again, and no other session', async () => {
  const ada = await people.createMemberWithPassword(acme)
  const { browser } = await signIn(ada.email)
  const old = browser.caller.headers
  await browser.saveCookies(accounts.signInWithPassword(browser.caller, { email: ada.email, password: testPassword }))
  assert.equal(await accounts.readCurrentUser(old), null)
  assert.notEqual(await accounts.readCurrentUser(browser.caller.headers), null)
  assert.notEqual(await accounts.readCurrentUser(ada.caller.headers), null)
})

test('extends a session that is used, expires it after 30 unused days, and lists it with its device', async () => {
  let now = new Date().toISOString()
  const fixtures = await createAccountFixtures(app, undefined, () => now)
  const ada = await people.createMemberWithPassword(acme)
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  now = day(20)
  assert.deepEqual((await fixtures.accounts.readCurrentUser(ada.caller.headers))?.setCookies.length, 1)
  now = day(49)
  const user = await fixtures.accounts.readCurrentUser(ada.caller.headers)
  assert.match(user!.setCookies[0]!, /^heed\.session_token=.*; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  assert.deepEqual((await fixtures.accounts.readCurrentUser(ada.caller.headers))?.setCookies, [])
  const sessions = await fixtures.accounts.listSessions(ada.caller)
  assert.deepEqual(
    sessions.map(({ device, isCurrent }) => [device, isCurrent]),
    [['Firefox on Linux', true]],
  )
  now = day(80)
  assert.equal(await fixtures.accounts.readCurrentUser(ada.caller.headers), null)
})

test('ends another session or all sessions of the user, but never one of another user', async () => {
  const ada = await people.createMemberWithPassword(acme)
  const bob = await people.createMember(acme, 'member')
  const { browser } = await signIn(ada.email)
  const other = (await accounts.listSessions(ada.caller)).find(({ isCurrent }) => !isCurrent)!
  assert.equal(await rejectedPaths(accounts.revokeSession(bob.caller, other.id)), 'not_found')
  assert.notEqual(await accounts.readCurrentUser(browser.caller.headers), null)
  await accounts.revokeSession(ada.caller, other.id)
  assert.equal(await accounts.readCurrentUser(browser.caller.headers), null)

  const { browser: thirdBrowser } = await signIn(ada.email)
  await ada.saveCookies(accounts.signOutEverywhere(ada.caller))
  assert.equal(ada.cookies.size, 0)
  assert.equal(await accounts.readCurrentUser(thirdBrowser.caller.headers), null)
  assert.notEqual(await accounts.readCurrentUser(bob.caller.headers), null)
})

test('requires the current password to change it, ends all other sessions and rejects the old password', async () => {
  const ada = await people.createMemberWithPassword(acme)
  const { browser } = await signIn(ada.email)
  const next = 'another long password'
  assert.equal(await rejectedPaths(accounts.changePassword(ada.caller, { password: next })), '/currentPassword')
  assert.equal(
    await rejectedPaths(accounts.changePassword(ada.caller, { currentPassword: 'x', password: next })),
    '/currentPassword',
  )
  await accounts.changePassword(ada.caller, { currentPassword: testPassword, password: next })
  assert.equal(await accounts.readCurrentUser(browser.caller.headers), null)
  assert.notEqual(await accounts.readCurrentUser(ada.caller.headers), null)
  assert.equal(await rejectedPaths(signIn(ada.email)), '/password')
  await signIn(ada.email, next)
})

test('accepts passwords of 12 to 128 characters of any kind, and reports every invalid field', async () => {
  const ada = await people.createMember(acme, 'member')
  const change = (text: string) => accounts.changePassword(ada.caller, { password: text })
  assert.equal(await rejectedPaths(change('x'.repeat(11))), '/password')
  assert.equal(await rejectedPaths(change('x'.repeat(129))), '/password')
  await change('🔑'.repeat(128))
  await signIn(ada.email, '🔑'.repeat(128))
  const token = await people.setupToken().catch(() => 'none')
  const input = { token, name: ' ', email: 'x', password: 'short', workspaceName: 'A', slug: 'A B' }
  assert.equal(
    await rejectedPaths(accounts.completeSetup(createBrowserSession().caller, input)),
    '/name /email /password /slug',
  )
})

test('limits attempts by account, and mail requests of one network across accounts', async () => {
  const fixtures = await createAccountFixtures(app)
  const attempt = (email: string, clientAddress: string) =>
    rejectedPaths(
      fixtures.accounts.signInWithPassword({ headers: new Headers(), clientAddress }, { email, password: 'x' }),
    )
  for (let n = 0; n < 10; n++) assert.equal(await attempt('one@example.com', '203.0.113.99'), '/password')
  assert.equal(await attempt('ONE@example.com', '203.0.113.99'), 'rate_limited')
  assert.equal(await attempt('two@example.com', '203.0.113.99'), '/password')

  // One household usually has a /64.
  const request = (n: number, network: string) =>
    fixtures.accounts.requestCode(
      { headers: new Headers(), clientAddress: `${network}::${n.toString(16)}` },
      { email: `n${n}@example.com` },
    )
  for (let n = 1; n <= 30; n++) await request(n, '2001:db8:1:2')
  assert.equal(await rejectedPaths(request(31, '2001:db8:1:2')), 'rate_limited')
  await request(32, '2001:db8:1:3')
})

test('locks out only the guessing network: the right password works from another one', async () => {
  const ada = await people.createMemberWithPassword(acme)
  const mallory = createBrowserSession()
  const guess = () =>
    rejectedPaths(accounts.signInWithPassword(mallory.caller, { email: ada.email, password: 'not her password' }))
  for (let n = 0; n < 10; n++) assert.equal(await guess(), '/password')
  for (let n = 0; n < 2; n++) assert.equal(await guess(), 'rate_limited')
  await signIn(ada.email)
  // Her successful sign-in does not reset the attacker's limit.
  assert.equal(await guess(), 'rate_limited')
})

test('limits mail requests separately by network and by kind of mail', async () => {
  const ada = await people.createMemberWithPassword(acme)
  const mallory = createBrowserSession()
  for (let n = 0; n < 5; n++) await accounts.requestCode(mallory.caller, { email: ada.email })
  assert.equal(await rejectedPaths(accounts.requestCode(mallory.caller, { email: ada.email })), 'rate_limited')
  await accounts.requestPasswordReset(mallory.caller, { email: ada.email })
  await accounts.requestCode(createBrowserSession().caller, { email: ada.email })
})
