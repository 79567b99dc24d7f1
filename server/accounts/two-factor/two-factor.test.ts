import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Browser, browser, codeOf, password, peopleOf, refusedAt } from '../../test/fixtures/accounts.ts'
import { createWorld } from '../../test/test-app.ts'

const world = await createWorld()
const acme = await world.workspace()
const people = await peopleOf(world)
const { identity } = people
const { pool } = world.database

async function withSecondStep() {
  const ada = await people.member(acme, 'member')
  await identity.changePassword(ada.caller, { password })
  const offer = await identity.beginTotp(ada.caller, { password })
  await ada.keep(identity.confirmTotp(ada.caller, { code: codeOf(offer.secret) }))
  return { ...offer, email: ada.email, ada }
}

/** The first step is done. */
async function halfWay(email: string): Promise<Browser> {
  const fresh = browser()
  const { needsTotp } = await fresh.keep(identity.signInWithPassword(fresh.caller, { email, password }))
  assert.equal(needsTotp, true)
  return fresh
}

const answer = (own: Browser, code: string) => own.keep(identity.answerTotp(own.caller, { code }))
const isSignedIn = async (own: Browser) => (await identity.visitorOf(own.caller.headers)) !== null

test('with a second step, a password alone opens nothing; a code of the authenticator does', async () => {
  const { email, uri, secret, ada } = await withSecondStep()
  assert.match(uri, new RegExp(`^otpauth://totp/Heed:.*secret=${secret}`))
  assert.equal((await identity.visitorOf(ada.caller.headers))?.account.hasTotp, true)
  const fresh = await halfWay(email)
  assert.equal(await isSignedIn(fresh), false)
  await answer(fresh, codeOf(secret))
  assert.equal(await isSignedIn(fresh), true)
})

test('an e-mail code alone opens nothing either, nor does a reset by mail', async () => {
  const { email, secret } = await withSecondStep()
  const fresh = browser()
  await identity.requestCode(fresh.caller, { email })
  const code = await people.mailedCode()
  assert.equal((await fresh.keep(identity.signInWithCode(fresh.caller, { email, code }))).needsTotp, true)
  assert.equal(await isSignedIn(fresh), false)

  await identity.requestPasswordReset(fresh.caller, { email })
  const token = await people.mailedToken()
  const done = await fresh.keep(identity.resetPassword(fresh.caller, { token, password }))
  assert.equal(done.needsTotp, true)
  assert.equal(await isSignedIn(fresh), false)
  await answer(fresh, codeOf(secret))
  assert.equal(await isSignedIn(fresh), true)
})

test('a code is good once, also for somebody else who is half way', async () => {
  const { email, secret } = await withSecondStep()
  const [one, two] = [await halfWay(email), await halfWay(email)]
  const code = codeOf(secret)
  const outcomes = await Promise.allSettled([answer(one, code), answer(two, code)])
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await refusedAt(answer(await halfWay(email), code)), '/code')
})

test('a backup code opens in place of the authenticator, once', async () => {
  const { email, backupCodes } = await withSecondStep()
  assert.equal(backupCodes.length, 10)
  const one = await halfWay(email)
  await answer(one, backupCodes[0]!)
  assert.equal(await isSignedIn(one), true)
  assert.equal(await refusedAt(answer(await halfWay(email), backupCodes[0]!)), '/code')
  await answer(await halfWay(email), backupCodes[1]!)
})

test('after five wrong codes the first step is needed again', async () => {
  const { email, secret } = await withSecondStep()
  const fresh = await halfWay(email)
  const right = codeOf(secret)
  const wrong = Array.from({ length: 5 }, (_, n) => String((Number(right) + 1 + n) % 1_000_000).padStart(6, '0'))
  for (const code of wrong) assert.equal(await refusedAt(answer(fresh, code)), '/code')
  assert.equal(await refusedAt(answer(fresh, right)), 'unauthorized')
  assert.equal(await isSignedIn(fresh), false)
})

test('the cookie of one who is half way is no session, and cannot be made up', async () => {
  const { email, secret } = await withSecondStep()
  const fresh = await halfWay(email)
  assert.deepEqual([...fresh.cookies.keys()], ['heed.two_factor'])
  assert.equal(await refusedAt(answer(browser(), codeOf(secret))), 'unauthorized')
  fresh.cookies.set('heed.two_factor', `${fresh.cookies.get('heed.two_factor')}x`)
  assert.equal(await refusedAt(answer(fresh, codeOf(secret))), 'unauthorized')
})

test('a session in the same request does not answer for the second step, and ends with the first one', async () => {
  const { email, secret } = await withSecondStep()
  const bob = await people.member(acme, 'member')
  const cookie = bob.cookies.get('heed.session_token')!
  await bob.keep(identity.signInWithPassword(bob.caller, { email, password }))
  assert.equal(await isSignedIn(bob), false)
  const other = await people.member(acme, 'member')
  bob.cookies.set('heed.session_token', other.cookies.get('heed.session_token')!)
  await answer(bob, codeOf(secret))
  assert.equal((await identity.visitorOf(bob.caller.headers))?.account.email, email)
  bob.cookies.set('heed.session_token', cookie)
  assert.equal(await isSignedIn(bob), false)
})

test('who is half way has ten minutes', async () => {
  const { email, secret } = await withSecondStep()
  const fresh = await halfWay(email)
  const later = await peopleOf(world, undefined, () => new Date(Date.now() + 10 * 60_000).toISOString())
  assert.equal(await refusedAt(later.identity.answerTotp(fresh.caller, { code: codeOf(secret) })), 'unauthorized')
  await answer(fresh, codeOf(secret))
})

test('a password that is changed ends second steps that are awaited', async () => {
  const { email, secret, ada } = await withSecondStep()
  const fresh = await halfWay(email)
  await identity.changePassword(ada.caller, { currentPassword: password, password: 'another long password' })
  assert.equal(await refusedAt(answer(fresh, codeOf(secret))), 'unauthorized')
})

test('a second step counts once it was confirmed, and ends with the password; secret and codes are not stored as they are', async () => {
  const ada = await people.member(acme, 'member')
  await identity.changePassword(ada.caller, { password })
  assert.equal(await refusedAt(identity.beginTotp(ada.caller, { password: 'x' })), '/password')
  const { secret, backupCodes } = await identity.beginTotp(ada.caller, { password })
  const open = browser()
  const begun = await open.keep(identity.signInWithPassword(open.caller, { email: ada.email, password }))
  assert.equal(begun.needsTotp, false)
  assert.equal(await refusedAt(identity.confirmTotp(ada.caller, { code: '000000' })), '/code')
  await ada.keep(identity.confirmTotp(ada.caller, { code: codeOf(secret) }))
  const { rows } = await pool.query('select secret || backup_codes as stored from account_totp where account_id = $1', [
    ada.accountId,
  ])
  for (const plain of [secret, ...backupCodes]) assert.ok(!rows[0].stored.includes(plain))
  assert.equal(await refusedAt(identity.disableTotp(ada.caller, { password: 'x' })), '/password')
  await ada.keep(identity.disableTotp(ada.caller, { password }))
  assert.equal((await identity.visitorOf(ada.caller.headers))?.account.hasTotp, false)
  const after = await browser().keep(identity.signInWithPassword(browser().caller, { email: ada.email, password }))
  assert.equal(after.needsTotp, false)
})
