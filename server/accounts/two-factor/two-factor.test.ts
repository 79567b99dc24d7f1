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
const { accounts } = people
const { pool } = app.database

async function createMemberWithTotp() {
  const ada = await people.createMemberWithPassword(acme)
  const enrollment = await accounts.enrollTotp(ada.caller, { password: testPassword })
  await ada.saveCookies(accounts.confirmTotp(ada.caller, { code: totpCode(enrollment.secret) }))
  return { ...enrollment, email: ada.email, ada }
}

/** Enters the password, so that the second factor is pending. */
async function enterPassword(email: string): Promise<BrowserSession> {
  const browser = createBrowserSession()
  const { needsTotp } = await browser.saveCookies(
    accounts.signInWithPassword(browser.caller, { email, password: testPassword }),
  )
  assert.equal(needsTotp, true)
  return browser
}

const submitCode = (browser: BrowserSession, code: string) =>
  browser.saveCookies(accounts.verifySecondFactor(browser.caller, { code }))
const isSignedIn = async (browser: BrowserSession) => (await accounts.readCurrentUser(browser.caller.headers)) !== null

test('requires a TOTP code after the password', async () => {
  const { email, uri, secret, ada } = await createMemberWithTotp()
  assert.match(uri, new RegExp(`^otpauth://totp/Heed:.*secret=${secret}`))
  assert.equal((await accounts.readCurrentUser(ada.caller.headers))?.account.hasTotp, true)
  const browser = await enterPassword(email)
  assert.equal(await isSignedIn(browser), false)
  await submitCode(browser, totpCode(secret))
  assert.equal(await isSignedIn(browser), true)
})

test('requires a TOTP code after an email code and after a password reset', async () => {
  const { email, secret } = await createMemberWithTotp()
  const browser = createBrowserSession()
  await accounts.requestCode(browser.caller, { email })
  const code = await people.mailedCode()
  assert.equal((await browser.saveCookies(accounts.signInWithCode(browser.caller, { email, code }))).needsTotp, true)
  assert.equal(await isSignedIn(browser), false)

  await accounts.requestPasswordReset(browser.caller, { email })
  const token = await people.mailedToken()
  const result = await browser.saveCookies(accounts.resetPassword(browser.caller, { token, password: testPassword }))
  assert.equal(result.needsTotp, true)
  assert.equal(await isSignedIn(browser), false)
  await submitCode(browser, totpCode(secret))
  assert.equal(await isSignedIn(browser), true)
})

test('accepts a TOTP code only once, even in another pending sign-in', async () => {
  const { email, secret } = await createMemberWithTotp()
  const [one, two] = [await enterPassword(email), await enterPassword(email)]
  const code = totpCode(secret)
  const outcomes = await Promise.allSettled([submitCode(one, code), submitCode(two, code)])
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await rejectedPaths(submitCode(await enterPassword(email), code)), '/code')
})

test('accepts each backup code once in place of a TOTP code', async () => {
  const { email, backupCodes } = await createMemberWithTotp()
  assert.equal(backupCodes.length, 10)
  const one = await enterPassword(email)
  await submitCode(one, backupCodes[0]!)
  assert.equal(await isSignedIn(one), true)
  assert.equal(await rejectedPaths(submitCode(await enterPassword(email), backupCodes[0]!)), '/code')
  await submitCode(await enterPassword(email), backupCodes[1]!)
})

test('ends the pending second factor after five wrong codes', async () => {
  const { email, secret } = await createMemberWithTotp()
  const browser = await enterPassword(email)
  const rightCode = totpCode(secret)
  const wrongCodes = Array.from({ length: 5 }, (_, n) =>
    String((Number(rightCode) + 1 + n) % 1_000_000).padStart(6, '0'),
  )
  for (const code of wrongCodes) assert.equal(await rejectedPaths(submitCode(browser, code)), '/code')
  assert.equal(await rejectedPaths(submitCode(browser, rightCode)), 'unauthorized')
  assert.equal(await isSignedIn(browser), false)
})

test('does not accept the cookie of a pending second factor as a session, nor a forged one', async () => {
  const { email, secret } = await createMemberWithTotp()
  const browser = await enterPassword(email)
  assert.deepEqual([...browser.cookies.keys()], ['heed.two_factor'])
  assert.equal(await rejectedPaths(submitCode(createBrowserSession(), totpCode(secret))), 'unauthorized')
  browser.cookies.set('heed.two_factor', `${browser.cookies.get('heed.two_factor')}x`)
  assert.equal(await rejectedPaths(submitCode(browser, totpCode(secret))), 'unauthorized')
})

test('asks for the second factor despite an existing session, which ends with the password step', async () => {
  const { email, secret } = await createMemberWithTotp()
  const bob = await people.createMember(acme, 'member')
  const cookie = bob.cookies.get('heed.session_token')!
  await bob.saveCookies(accounts.signInWithPassword(bob.caller, { email, password: testPassword }))
  assert.equal(await isSignedIn(bob), false)
  const other = await people.createMember(acme, 'member')
  bob.cookies.set('heed.session_token', other.cookies.get('heed.session_token')!)
  await submitCode(bob, totpCode(secret))
  assert.equal((await accounts.readCurrentUser(bob.caller.headers))?.account.email, email)
  bob.cookies.set('heed.session_token', cookie)
  assert.equal(await isSignedIn(bob), false)
})

test('expires a pending second factor after ten minutes', async () => {
  const { email, secret } = await createMemberWithTotp()
  const browser = await enterPassword(email)
  const fixtures = await createAccountFixtures(app, undefined, () => new Date(Date.now() + 10 * 60_000).toISOString())
  assert.equal(
    await rejectedPaths(fixtures.accounts.verifySecondFactor(browser.caller, { code: totpCode(secret) })),
    'unauthorized',
  )
  await submitCode(browser, totpCode(secret))
})

test('ends pending second factors when the password changes', async () => {
  const { email, secret, ada } = await createMemberWithTotp()
  const browser = await enterPassword(email)
  await accounts.changePassword(ada.caller, { currentPassword: testPassword, password: 'another long password' })
  assert.equal(await rejectedPaths(submitCode(browser, totpCode(secret))), 'unauthorized')
})

test('turns two-factor on after confirmation and off with the password, and encrypts secret and backup codes', async () => {
  const ada = await people.createMemberWithPassword(acme)
  assert.equal(await rejectedPaths(accounts.enrollTotp(ada.caller, { password: 'x' })), '/password')
  const { secret, backupCodes } = await accounts.enrollTotp(ada.caller, { password: testPassword })
  const browser = createBrowserSession()
  const beforeConfirmation = await browser.saveCookies(
    accounts.signInWithPassword(browser.caller, { email: ada.email, password: testPassword }),
  )
  assert.equal(beforeConfirmation.needsTotp, false)
  assert.equal(await rejectedPaths(accounts.confirmTotp(ada.caller, { code: '000000' })), '/code')
  await ada.saveCookies(accounts.confirmTotp(ada.caller, { code: totpCode(secret) }))
  const { rows } = await pool.query('select secret || backup_codes as stored from account_totp where account_id = $1', [
    ada.accountId,
  ])
  for (const plain of [secret, ...backupCodes]) assert.ok(!rows[0].stored.includes(plain))
  assert.equal(await rejectedPaths(accounts.disableTotp(ada.caller, { password: 'x' })), '/password')
  await ada.saveCookies(accounts.disableTotp(ada.caller, { password: testPassword }))
  assert.equal((await accounts.readCurrentUser(ada.caller.headers))?.account.hasTotp, false)
  const afterDisabling = await createBrowserSession().saveCookies(
    accounts.signInWithPassword(createBrowserSession().caller, { email: ada.email, password: testPassword }),
  )
  assert.equal(afterDisabling.needsTotp, false)
})
