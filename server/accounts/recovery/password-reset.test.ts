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
const { identity } = people
const { pool, db } = app.database
const fresh = 'a fresh long password'

async function withPassword() {
  const ada = await people.createMember(acme, 'member')
  await identity.changePassword(ada.caller, { password: testPassword })
  return ada
}

test('a lost password: a link by mail sets a new one, signs in, and ends every other session', async () => {
  const ada = await withPassword()
  await identity.requestPasswordReset(createBrowserSession().caller, { email: ada.email })
  const token = await people.mailedToken()
  assert.deepEqual(await identity.inspectPasswordReset(token), { email: ada.email })
  const own = createBrowserSession()
  await own.saveCookies(identity.resetPassword(own.caller, { token, password: fresh }))
  assert.equal((await identity.readCurrentUser(own.caller.headers))?.account.id, ada.accountId)
  assert.equal(await identity.readCurrentUser(ada.caller.headers), null)
  assert.equal(
    await rejectedPaths(
      identity.signInWithPassword(createBrowserSession().caller, { email: ada.email, password: testPassword }),
    ),
    '/password',
  )
  await identity.signInWithPassword(createBrowserSession().caller, { email: ada.email, password: fresh })
})

test('the link is good once, also when raced, for 15 minutes, and only the latest', async () => {
  let now = new Date().toISOString()
  const timed = await createAccountFixtures(app, undefined, () => now)
  const ada = await withPassword()
  const ask = async () => {
    await timed.identity.requestPasswordReset(createBrowserSession().caller, { email: ada.email })
    return timed.mailedToken()
  }
  const reset = (token: string) =>
    timed.identity.resetPassword(createBrowserSession().caller, { token, password: fresh })
  const first = await ask()
  const second = await ask()
  assert.equal(await rejectedPaths(reset(first)), '/token')
  const outcomes = await Promise.allSettled([reset(second), reset(second), reset(second)])
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  const third = await ask()
  now = new Date(Date.parse(now) + 15 * 60_000).toISOString()
  assert.equal(await timed.identity.inspectPasswordReset(third), null)
  assert.equal(await rejectedPaths(reset(third)), '/token')
})

test('nobody is mailed at an address without account or membership; the answer is the same', async () => {
  const ada = await withPassword()
  const answers = await Promise.all(
    ['stranger@example.com', ada.email].map((email) =>
      identity.requestPasswordReset(createBrowserSession().caller, { email }),
    ),
  )
  assert.deepEqual(answers[0], answers[1])
  assert.equal((await people.deliverMail()).length, 1)
})

/** Mallory accepts an invitation for Vic's address with the link that was copied to her, and makes herself at home. */
async function preHijacked() {
  const email = `vic${Math.random()}@example.com`
  const url = await acme.write(async (tx) => {
    return (await inviteMember(tx, { email, role: 'member' }, 'http://heed.test')).url
  })
  await people.deliverMail()
  const mallory = createBrowserSession()
  const token = url.split('/').at(-1)!
  await mallory.saveCookies(identity.acceptInvitation(mallory.caller, { token, name: 'Vic', password: testPassword }))
  const { secret } = await identity.enrollTotp(mallory.caller, { password: testPassword })
  await mallory.saveCookies(identity.confirmTotp(mallory.caller, { code: totpCode(secret) }))
  assert.equal((await identity.readCurrentUser(mallory.caller.headers))?.account.hasTotp, true)
  return { email, mallory }
}

const nothingOfHersWorks = async (email: string, mallory: ReturnType<typeof createBrowserSession>) => {
  assert.equal(await identity.readCurrentUser(mallory.caller.headers), null)
  assert.equal(
    await rejectedPaths(identity.signInWithPassword(createBrowserSession().caller, { email, password: testPassword })),
    '/password',
  )
  const { rowCount } = await pool.query(
    'select from account_totp t join accounts a on a.id = t.account_id where a.email = $1',
    [email],
  )
  assert.equal(rowCount, 0)
}

test('an account made with a copied link is unverified; a code to its address ends password, sessions and second step', async () => {
  const { email, mallory } = await preHijacked()
  assert.equal((await identity.readCurrentUser(mallory.caller.headers))?.account.isVerified, false)
  const vic = createBrowserSession()
  await identity.requestCode(vic.caller, { email })
  const signedIn = await vic.saveCookies(
    identity.signInWithCode(vic.caller, { email, code: await people.mailedCode() }),
  )
  assert.equal(signedIn.needsTotp, false)
  assert.equal((await identity.readCurrentUser(vic.caller.headers))?.account.isVerified, true)
  await nothingOfHersWorks(email, mallory)
})

test('so does a mailed reset; one that the operator printed proves nothing', async () => {
  const { email, mallory } = await preHijacked()
  const vic = createBrowserSession()
  await identity.requestPasswordReset(vic.caller, { email })
  await vic.saveCookies(identity.resetPassword(vic.caller, { token: await people.mailedToken(), password: fresh }))
  const visitor = await identity.readCurrentUser(vic.caller.headers)
  assert.deepEqual([visitor?.account.isVerified, visitor?.account.hasTotp], [true, false])
  await nothingOfHersWorks(email, mallory)

  const other = await preHijacked()
  const { rows } = await pool.query('select id from accounts where email = $1', [other.email])
  const now = new Date().toISOString()
  const token = await createPasswordResetToken(
    { db, now },
    { accountId: rows[0].id, minutes: 60, provesAddress: false },
  )
  await identity.resetPassword(createBrowserSession().caller, { token, password: fresh })
  const { rows: after } = await pool.query('select is_verified from accounts where email = $1', [other.email])
  assert.equal(after[0].is_verified, false)
})

test('memberships given to an address do not come to an account that has not proven it', async () => {
  const { email, mallory } = await preHijacked()
  const other = await app.workspace({ ownerEmail: email })
  const slugs = async (own: ReturnType<typeof createBrowserSession>) =>
    (await identity.readCurrentUser(own.caller.headers))?.memberships.map(({ slug }) => slug)
  assert.deepEqual(await slugs(mallory), [acme.slug])
  const vic = createBrowserSession()
  await identity.requestCode(vic.caller, { email })
  await vic.saveCookies(identity.signInWithCode(vic.caller, { email, code: await people.mailedCode() }))
  assert.ok((await slugs(vic))?.includes(other.slug))

  // And at once to one that has.
  const third = await app.workspace({ ownerEmail: email.toUpperCase() })
  assert.ok((await slugs(vic))?.includes(third.slug))
})
