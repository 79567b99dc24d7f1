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
const { identity } = people
const { pool } = app.database

/** Somebody with a password. */
async function withPassword() {
  const ada = await people.createMember(acme, 'member')
  await identity.changePassword(ada.caller, { password: testPassword })
  return ada
}

const signIn = async (email: string, typed = testPassword) => {
  const fresh = createBrowserSession()
  return {
    fresh,
    answer: await fresh.saveCookies(identity.signInWithPassword(fresh.caller, { email, password: typed })),
  }
}

test('a member signs in by code, chooses a password, and signs in by that', async () => {
  const ada = await withPassword()
  const { fresh, answer } = await signIn(ada.email.toUpperCase())
  assert.equal(answer.needsTotp, false)
  const visitor = await identity.readCurrentUser(fresh.caller.headers)
  assert.equal(visitor?.account.id, ada.accountId)
  assert.deepEqual(
    visitor?.memberships.map(({ slug, role, memberId }) => [slug, role, memberId]),
    [[acme.slug, 'member', ada.memberId]],
  )
})

test('the cookie is HttpOnly, SameSite=Lax, for the path /, for 30 days, and Secure by its name where https is used', async () => {
  const ada = await withPassword()
  const attributes = async (publicUrl: string) => {
    const { identity } = await createAccountFixtures(app, publicUrl)
    const { setCookies } = await identity.signInWithPassword(createBrowserSession().caller, {
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

test('a wrong password, an unknown address and an account without a password are refused in the same words', async () => {
  const ada = await withPassword()
  const bob = await people.createMember(acme, 'member')
  const messages = await Promise.all(
    [
      [ada.email, 'another long password'],
      ['nobody@example.com', testPassword],
      [bob.email, testPassword],
    ].map(([email = '', typed = '']) =>
      identity.signInWithPassword(createBrowserSession().caller, { email, password: typed }).then(
        () => assert.fail('signed in'),
        (error) => JSON.stringify([error.message, error.extra]),
      ),
    ),
  )
  assert.equal(new Set(messages).size, 1)
  assert.match(messages[0]!, /\/password/)
})

test('a cookie that is altered, made up or signed with another key is nobody', async () => {
  const ada = await people.createMember(acme, 'member')
  const [[name, value]] = [...ada.cookies] as [[string, string]]
  const { rows } = await pool.query('select token from account_sessions where account_id = $1', [ada.accountId])
  for (const forged of [`x${value}`, rows[0].token, `${rows[0].token}.`, `${rows[0].token}.AAAA`, '%', '%00.', '.']) {
    const headers = new Headers({ cookie: `${name}=${forged}` })
    assert.equal(await identity.readCurrentUser(headers), null, forged)
  }
  assert.notEqual(await identity.readCurrentUser(ada.caller.headers), null)
})

test('signing in again ends the session that the browser had, and leaves those of others', async () => {
  const ada = await withPassword()
  const { fresh } = await signIn(ada.email)
  const old = fresh.caller.headers
  await fresh.saveCookies(identity.signInWithPassword(fresh.caller, { email: ada.email, password: testPassword }))
  assert.equal(await identity.readCurrentUser(old), null)
  assert.notEqual(await identity.readCurrentUser(fresh.caller.headers), null)
  assert.notEqual(await identity.readCurrentUser(ada.caller.headers), null)
})

test('sessions go on while they are used, end after 30 days without, and are listed by device', async () => {
  let now = new Date().toISOString()
  const later = await createAccountFixtures(app, undefined, () => now)
  const ada = await withPassword()
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  now = day(20)
  assert.deepEqual((await later.identity.readCurrentUser(ada.caller.headers))?.setCookies.length, 1)
  now = day(49)
  const visitor = await later.identity.readCurrentUser(ada.caller.headers)
  assert.match(visitor!.setCookies[0]!, /^heed\.session_token=.*; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  assert.deepEqual((await later.identity.readCurrentUser(ada.caller.headers))?.setCookies, [])
  const sessions = await later.identity.listSessions(ada.caller)
  assert.deepEqual(
    sessions.map(({ device, isCurrent }) => [device, isCurrent]),
    [['Firefox on Linux', true]],
  )
  now = day(80)
  assert.equal(await later.identity.readCurrentUser(ada.caller.headers), null)
})

test('a session can be ended from another, and all at once; nobody ends another person’s', async () => {
  const ada = await withPassword()
  const bob = await people.createMember(acme, 'member')
  const { fresh } = await signIn(ada.email)
  const other = (await identity.listSessions(ada.caller)).find(({ isCurrent }) => !isCurrent)!
  assert.equal(await rejectedPaths(identity.revokeSession(bob.caller, other.id)), 'not_found')
  assert.notEqual(await identity.readCurrentUser(fresh.caller.headers), null)
  await identity.revokeSession(ada.caller, other.id)
  assert.equal(await identity.readCurrentUser(fresh.caller.headers), null)

  const { fresh: third } = await signIn(ada.email)
  await ada.saveCookies(identity.signOutEverywhere(ada.caller))
  assert.equal(ada.cookies.size, 0)
  assert.equal(await identity.readCurrentUser(third.caller.headers), null)
  assert.notEqual(await identity.readCurrentUser(bob.caller.headers), null)
})

test('changing the password needs the old one, ends all other sessions, and the old one is good no more', async () => {
  const ada = await withPassword()
  const { fresh } = await signIn(ada.email)
  const next = 'another long password'
  assert.equal(await rejectedPaths(identity.changePassword(ada.caller, { password: next })), '/currentPassword')
  assert.equal(
    await rejectedPaths(identity.changePassword(ada.caller, { currentPassword: 'x', password: next })),
    '/currentPassword',
  )
  await identity.changePassword(ada.caller, { currentPassword: testPassword, password: next })
  assert.equal(await identity.readCurrentUser(fresh.caller.headers), null)
  assert.notEqual(await identity.readCurrentUser(ada.caller.headers), null)
  assert.equal(await rejectedPaths(signIn(ada.email)), '/password')
  await signIn(ada.email, next)
})

test('a password has 12 to 128 characters, whatever they are; every wrong field is named', async () => {
  const ada = await people.createMember(acme, 'member')
  const change = (text: string) => identity.changePassword(ada.caller, { password: text })
  assert.equal(await rejectedPaths(change('x'.repeat(11))), '/password')
  assert.equal(await rejectedPaths(change('x'.repeat(129))), '/password')
  await change('🔑'.repeat(128))
  await signIn(ada.email, '🔑'.repeat(128))
  const token = await people.setupToken().catch(() => 'none')
  const input = { token, name: ' ', email: 'x', password: 'short', workspaceName: 'A', slug: 'A B' }
  assert.equal(
    await rejectedPaths(identity.completeSetup(createBrowserSession().caller, input)),
    '/name /email /password /slug',
  )
})

test('tries are limited by account and by network, whichever account it is', async () => {
  const fresh = await createAccountFixtures(app)
  const attempt = (email: string, clientAddress: string) =>
    rejectedPaths(
      fresh.identity.signInWithPassword({ headers: new Headers(), clientAddress }, { email, password: 'x' }),
    )
  for (let n = 0; n < 10; n++) assert.equal(await attempt('one@example.com', '203.0.113.99'), '/password')
  assert.equal(await attempt('ONE@example.com', '203.0.113.99'), 'rate_limited')
  assert.equal(await attempt('two@example.com', '203.0.113.99'), '/password')

  // One household has a /64.
  const request = (n: number, network: string) =>
    fresh.identity.requestCode(
      { headers: new Headers(), clientAddress: `${network}::${n.toString(16)}` },
      { email: `n${n}@example.com` },
    )
  for (let n = 1; n <= 30; n++) await request(n, '2001:db8:1:2')
  assert.equal(await rejectedPaths(request(31, '2001:db8:1:2')), 'rate_limited')
  await request(32, '2001:db8:1:3')
})

test('a stranger who tries shuts out themselves: from another network the right password works', async () => {
  const ada = await withPassword()
  const mallory = createBrowserSession()
  const guess = () =>
    rejectedPaths(identity.signInWithPassword(mallory.caller, { email: ada.email, password: 'not her password' }))
  for (let n = 0; n < 10; n++) assert.equal(await guess(), '/password')
  for (let n = 0; n < 2; n++) assert.equal(await guess(), 'rate_limited')
  await signIn(ada.email)
  // And what she did well is no leave for them to go on.
  assert.equal(await guess(), 'rate_limited')
})

test('a stranger who asks for messages uses up neither those of another network nor the other kind', async () => {
  const ada = await withPassword()
  const mallory = createBrowserSession()
  for (let n = 0; n < 5; n++) await identity.requestCode(mallory.caller, { email: ada.email })
  assert.equal(await rejectedPaths(identity.requestCode(mallory.caller, { email: ada.email })), 'rate_limited')
  await identity.requestPasswordReset(mallory.caller, { email: ada.email })
  await identity.requestCode(createBrowserSession().caller, { email: ada.email })
})
