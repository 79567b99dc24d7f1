import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type BrowserSession,
  createAccountFixtures,
  createBrowserSession,
  rejectedPaths,
  testPassword,
  totpCode,
} from '../../test/fixtures/accounts.ts'
import { createTestApp } from '../../test/test-app.ts'

const app = await createTestApp()
const acme = await app.workspace()
const people = await createAccountFixtures(app)
const { identity } = people
const { pool } = app.database

async function withSecondStep() {
  const ada = await people.createMember(acme, 'member')
  await identity.changePassword(ada.caller, { password: testPassword })
  const offer = await identity.enrollTotp(ada.caller, { password: testPassword })
  await ada.saveCookies(identity.confirmTotp(ada.caller, { code: totpCode(offer.secret) }))
  return { ...offer, email: ada.email, ada }
}

/** The first step is done. */
async function halfWay(email: string): Promise<BrowserSession> {
  const fresh = createBrowserSession()
  const { needsTotp } = await fresh.saveCookies(
    identity.signInWithPassword(fresh.caller, { email, password: testPassword }),
  )
  assert.equal(needsTotp, true)
  return fresh
}

const answer = (own: BrowserSession, code: string) => own.saveCookies(identity.verifySecondFactor(own.caller, { code }))
const isSignedIn = async (own: BrowserSession) => (await identity.readCurrentUser(own.caller.headers)) !== null

test('with a second step, a password alone opens nothing; a code of the authenticator does', async () => {
  const { email, uri, secret, ada } = await withSecondStep()
  assert.match(uri, new RegExp(`^otpauth://totp/Heed:.*secret=${secret}`))
  assert.equal((await identity.readCurrentUser(ada.caller.headers))?.account.hasTotp, true)
  const fresh = await halfWay(email)
  assert.equal(await isSignedIn(fresh), false)
  await answer(fresh, totpCode(secret))
  assert.equal(await isSignedIn(fresh), true)
})

test('an e-mail code alone opens nothing either, nor does a reset by mail', async () => {
  const { email, secret } = await withSecondStep()
  const fresh = createBrowserSession()
  await identity.requestCode(fresh.caller, { email })
  const code = await people.mailedCode()
  assert.equal((await fresh.saveCookies(identity.signInWithCode(fresh.caller, { email, code }))).needsTotp, true)
  assert.equal(await isSignedIn(fresh), false)

  await identity.requestPasswordReset(fresh.caller, { email })
  const token = await people.mailedToken()
  const done = await fresh.saveCookies(identity.resetPassword(fresh.caller, { token, password: testPassword }))
  assert.equal(done.needsTotp, true)
  assert.equal(await isSignedIn(fresh), false)
  await answer(fresh, totpCode(secret))
  assert.equal(await isSignedIn(fresh), true)
})

test('a code is good once, also for somebody else who is half way', async () => {
  const { email, secret } = await withSecondStep()
  const [one, two] = [await halfWay(email), await halfWay(email)]
  const code = totpCode(secret)
  const outcomes = await Promise.allSettled([answer(one, code), answer(two, code)])
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await rejectedPaths(answer(await halfWay(email), code)), '/code')
})

test('a backup code opens in place of the authenticator, once', async () => {
  const { email, backupCodes } = await withSecondStep()
  assert.equal(backupCodes.length, 10)
  const one = await halfWay(email)
  await answer(one, backupCodes[0]!)
  assert.equal(await isSignedIn(one), true)
  assert.equal(await rejectedPaths(answer(await halfWay(email), backupCodes[0]!)), '/code')
  await answer(await halfWay(email), backupCodes[1]!)
})

test('after five wrong codes the first step is needed again', async () => {
  const { email, secret } = await withSecondStep()
  const fresh = await halfWay(email)
  const right = totpCode(secret)
  const wrong = Array.from({ length: 5 }, (_, n) => String((Number(right) + 1 + n) % 1_000_000).padStart(6, '0'))
  for (const code of wrong) assert.equal(await rejectedPaths(answer(fresh, code)), '/code')
  assert.equal(await rejectedPaths(answer(fresh, right)), 'unauthorized')
  assert.equal(await isSignedIn(fresh), false)
})

test('the cookie of one who is half way is no session, and cannot be made up', async () => {
  const { email, secret } = await withSecondStep()
  const fresh = await halfWay(email)
  assert.deepEqual([...fresh.cookies.keys()], ['heed.two_factor'])
  assert.equal(await rejectedPaths(answer(createBrowserSession(), totpCode(secret))), 'unauthorized')
  fresh.cookies.set('heed.two_factor', `${fresh.cookies.get('heed.two_factor')}x`)
  assert.equal(await rejectedPaths(answer(fresh, totpCode(secret))), 'unauthorized')
})

test('a session in the same request does not answer for the second step, and ends with the first one', async () => {
  const { email, secret } = await withSecondStep()
  const bob = await people.createMember(acme, 'member')
  const cookie = bob.cookies.get('heed.session_token')!
  await bob.saveCookies(identity.signInWithPassword(bob.caller, { email, password: testPassword }))
  assert.equal(await isSignedIn(bob), false)
  const other = await people.createMember(acme, 'member')
  bob.cookies.set('heed.session_token', other.cookies.get('heed.session_token')!)
  await answer(bob, totpCode(secret))
  assert.equal((await identity.readCurrentUser(bob.caller.headers))?.account.email, email)
  bob.cookies.set('heed.session_token', cookie)
  assert.equal(await isSignedIn(bob), false)
})

test('who is half way has ten minutes', async () => {
  const { email, secret } = await withSecondStep()
  const fresh = await halfWay(email)
  const later = await createAccountFixtures(app, undefined, () => new Date(Date.now() + 10 * 60_000).toISOString())
  assert.equal(
    await rejectedPaths(later.identity.verifySecondFactor(fresh.caller, { code: totpCode(secret) })),
    'unauthorized',
  )
  await answer(fresh, totpCode(secret))
})

test('a password that is changed ends second steps that are awaited', async () => {
  const { email, secret, ada } = await withSecondStep()
  const fresh = await halfWay(email)
  await identity.changePassword(ada.caller, { currentPassword: testPassword, password: 'another long password' })
  assert.equal(await rejectedPaths(answer(fresh, totpCode(secret))), 'unauthorized')
})

test('a second step counts once it was confirmed, and ends with the password; secret and codes are not stored as they are', async () => {
  const ada = await people.createMember(acme, 'member')
  await identity.changePassword(ada.caller, { password: testPassword })
  assert.equal(await rejectedPaths(identity.enrollTotp(ada.caller, { password: 'x' })), '/password')
  const { secret, backupCodes } = await identity.enrollTotp(ada.caller, { password: testPassword })
  const open = createBrowserSession()
  const begun = await open.saveCookies(
    identity.signInWithPassword(open.caller, { email: ada.email, password: testPassword }),
  )
  assert.equal(begun.needsTotp, false)
  assert.equal(await rejectedPaths(identity.confirmTotp(ada.caller, { code: '000000' })), '/code')
  await ada.saveCookies(identity.confirmTotp(ada.caller, { code: totpCode(secret) }))
  const { rows } = await pool.query('select secret || backup_codes as stored from account_totp where account_id = $1', [
    ada.accountId,
  ])
  for (const plain of [secret, ...backupCodes]) assert.ok(!rows[0].stored.includes(plain))
  assert.equal(await rejectedPaths(identity.disableTotp(ada.caller, { password: 'x' })), '/password')
  await ada.saveCookies(identity.disableTotp(ada.caller, { password: testPassword }))
  assert.equal((await identity.readCurrentUser(ada.caller.headers))?.account.hasTotp, false)
  const after = await createBrowserSession().saveCookies(
    identity.signInWithPassword(createBrowserSession().caller, { email: ada.email, password: testPassword }),
  )
  assert.equal(after.needsTotp, false)
})
