import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inviteMember } from '../../members/invitations.ts'
import {
  createAccountFixtures,
  createBrowserSession,
  rejectedPaths,
  testPassword,
  totpCode,
} from '../../test/fixtures/accounts.ts'
import { createTestApp } from '../../test/test-app.ts'
import { createPasswordResetToken } from './password-reset.ts'

const app = await createTestApp()
const acme = await app.workspace()
const people = await createAccountFixtures(app)
const { accounts } = people
const { pool, db } = app.database
const newPassword = 'a new long password'

test('resets a password by mailed link, signs in and ends all other sessions', async () => {
  const ada = await people.createMemberWithPassword(acme)
  await accounts.requestPasswordReset(createBrowserSession().caller, { email: ada.email })
  const token = await people.mailedToken()
  assert.deepEqual(await accounts.inspectPasswordReset(token), { email: ada.email })
  const browser = createBrowserSession()
  await browser.saveCookies(accounts.resetPassword(browser.caller, { token, password: newPassword }))
  assert.equal((await accounts.readCurrentUser(browser.caller.headers))?.account.id, ada.accountId)
  assert.equal(await accounts.readCurrentUser(ada.caller.headers), null)
  assert.equal(
    await rejectedPaths(
      accounts.signInWithPassword(createBrowserSession().caller, { email: ada.email, password: testPassword }),
    ),
    '/password',
  )
  await accounts.signInWithPassword(createBrowserSession().caller, { email: ada.email, password: newPassword })
})

test('accepts only the latest link, once, even in concurrent requests, for 15 minutes', async () => {
  let now = new Date().toISOString()
  const fixtures = await createAccountFixtures(app, undefined, () => now)
  const ada = await people.createMemberWithPassword(acme)
  const requestLink = async () => {
    await fixtures.accounts.requestPasswordReset(createBrowserSession().caller, { email: ada.email })
    return fixtures.mailedToken()
  }
  const reset = (token: string) =>
    fixtures.accounts.resetPassword(createBrowserSession().caller, { token, password: newPassword })
  const first = await requestLink()
  const second = await requestLink()
  assert.equal(await rejectedPaths(reset(first)), '/token')
  const outcomes = await Promise.allSettled([reset(second), reset(second), reset(second)])
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  const third = await requestLink()
  now = new Date(Date.parse(now) + 15 * 60_000).toISOString()
  assert.equal(await fixtures.accounts.inspectPasswordReset(third), null)
  assert.equal(await rejectedPaths(reset(third)), '/token')
})

test('sends no mail to an address without account or membership, and returns the same response', async () => {
  const ada = await people.createMemberWithPassword(acme)
  const responses = await Promise.all(
    ['stranger@example.com', ada.email].map((email) =>
      accounts.requestPasswordReset(createBrowserSession().caller, { email }),
    ),
  )
  assert.deepEqual(responses[0], responses[1])
  assert.equal((await people.deliverMail()).length, 1)
})

/** Mallory accepts an invitation for Vic's address with the copied link, and sets a password and a second factor. */
async function preHijackAccount() {
  const email = `vic${Math.random()}@example.com`
  const url = await acme.write(async (tx) => {
    return (await inviteMember(tx, { email, role: 'member' }, 'http://heed.test')).url
  })
  await people.deliverMail()
  const mallory = createBrowserSession()
  const token = url.split('/').at(-1)!
  await mallory.saveCookies(accounts.acceptInvitation(mallory.caller, { token, name: 'Vic', password: testPassword }))
  const { secret } = await accounts.enrollTotp(mallory.caller, { password: testPassword })
  await mallory.saveCookies(accounts.confirmTotp(mallory.caller, { code: totpCode(secret) }))
  assert.equal((await accounts.readCurrentUser(mallory.caller.headers))?.account.hasTotp, true)
  return { email, mallory }
}

const assertAttackerLockedOut = async (email: string, mallory: ReturnType<typeof createBrowserSession>) => {
  assert.equal(await accounts.readCurrentUser(mallory.caller.headers), null)
  assert.equal(
    await rejectedPaths(accounts.signInWithPassword(createBrowserSession().caller, { email, password: testPassword })),
    '/password',
  )
  const { rowCount } = await pool.query(
    'select from account_totp t join accounts a on a.id = t.account_id where a.email = $1',
    [email],
  )
  assert.equal(rowCount, 0)
}

test('leaves an account created with a copied link unverified, and resets its credentials when a mailed code proves the address', async () => {
  const { email, mallory } = await preHijackAccount()
  assert.equal((await accounts.readCurrentUser(mallory.caller.headers))?.account.isVerified, false)
  const vic = createBrowserSession()
  await accounts.requestCode(vic.caller, { email })
  const signedIn = await vic.saveCookies(
    accounts.signInWithCode(vic.caller, { email, code: await people.mailedCode() }),
  )
  assert.equal(signedIn.needsTotp, false)
  assert.equal((await accounts.readCurrentUser(vic.caller.headers))?.account.isVerified, true)
  await assertAttackerLockedOut(email, mallory)
})

test('resets the credentials with a mailed link too, but does not verify the address with a link from the operator', async () => {
  const { email, mallory } = await preHijackAccount()
  const vic = createBrowserSession()
  await accounts.requestPasswordReset(vic.caller, { email })
  await vic.saveCookies(
    accounts.resetPassword(vic.caller, { token: await people.mailedToken(), password: newPassword }),
  )
  const user = await accounts.readCurrentUser(vic.caller.headers)
  assert.deepEqual([user?.account.isVerified, user?.account.hasTotp], [true, false])
  await assertAttackerLockedOut(email, mallory)

  const other = await preHijackAccount()
  const { rows } = await pool.query('select id from accounts where email = $1', [other.email])
  const now = new Date().toISOString()
  const token = await createPasswordResetToken(
    { db, now },
    { accountId: rows[0].id, minutes: 60, verifiesEmail: false },
  )
  await accounts.resetPassword(createBrowserSession().caller, { token, password: newPassword })
  const { rows: after } = await pool.query('select is_verified from accounts where email = $1', [other.email])
  assert.equal(after[0].is_verified, false)
})

test('claims memberships of an address only for the account that has verified it', async () => {
  const { email, mallory } = await preHijackAccount()
  const other = await app.workspace({ ownerEmail: email })
  const slugs = async (browser: ReturnType<typeof createBrowserSession>) =>
    (await accounts.readCurrentUser(browser.caller.headers))?.memberships.map(({ slug }) => slug)
  assert.deepEqual(await slugs(mallory), [acme.slug])
  const vic = createBrowserSession()
  await accounts.requestCode(vic.caller, { email })
  await vic.saveCookies(accounts.signInWithCode(vic.caller, { email, code: await people.mailedCode() }))
  assert.ok((await slugs(vic))?.includes(other.slug))

  // A verified account gets later memberships at once.
  const third = await app.workspace({ ownerEmail: email.toUpperCase() })
  assert.ok((await slugs(vic))?.includes(third.slug))
})
