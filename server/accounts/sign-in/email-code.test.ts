import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccountFixtures, createBrowserSession, rejectedPaths } from '../../test/fixtures/accounts.ts'
import { createTestApp } from '../../test/test-app.ts'

const app = await createTestApp()
const acme = await app.workspace({ ownerEmail: 'Owner@example.com' })
const people = await createAccountFixtures(app)
const { accounts } = people
const { pool } = app.database

const requestCode = (email: string) => accounts.requestCode(createBrowserSession().caller, { email })
const submitCode = (email: string, code: string) =>
  accounts.signInWithCode(createBrowserSession().caller, { email, code })
const wrongCodeFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

let memberCount = 0
/** Adds a member by address, as the operator does. @returns the address */
async function addMember(): Promise<string> {
  memberCount += 1
  const email = `code${memberCount}@example.com`
  await pool.query(
    `insert into members (workspace_id, id, email, role, created_at) values ($1, gen_random_uuid(), $2, 'member', now())`,
    [acme.id, email],
  )
  return email
}

test('signs in the owner of `workspace create --owner-email` with a code, and verifies the address', async () => {
  await requestCode('owner@EXAMPLE.com')
  const code = await people.mailedCode()
  const browser = createBrowserSession()
  await browser.saveCookies(
    accounts.signInWithCode(browser.caller, {
      email: ' owner@example.com ',
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    }),
  )
  const user = await accounts.readCurrentUser(browser.caller.headers)
  assert.deepEqual([user?.account.isVerified, user?.memberships[0]?.role], [true, 'owner'])
})

test('sends no code to an unknown address, and returns the same response', async () => {
  assert.deepEqual(await requestCode('stranger@example.com'), await requestCode(await addMember()))
  assert.equal((await people.deliverMail()).length, 1)
  assert.equal(await rejectedPaths(submitCode('stranger@example.com', '000000')), '/code')
  const { rowCount } = await pool.query(`select from accounts where email = 'stranger@example.com'`)
  assert.equal(rowCount, 0)
})

test('enqueues a job for known and unknown addresses, without the address or the code', async () => {
  const known = await addMember()
  await requestCode(known)
  await requestCode('stranger@example.com')
  const { rows } = await pool.query(`select data::text as data from pgboss.job where name = 'account-mail'`)
  assert.equal(rows.length, 2)
  assert.ok(rows.every(({ data }) => !data.includes('@') && !data.includes('example')))
  const code = await people.mailedCode()
  const { rows: stored } = await pool.query('select hash::text from account_codes where email = $1', [known])
  assert.ok(!stored[0].hash.includes(code))
})

test('accepts a code only once, even in concurrent requests', async () => {
  const email = await addMember()
  await requestCode(email)
  const code = await people.mailedCode()
  const outcomes = await Promise.allSettled([submitCode(email, code), submitCode(email, code), submitCode(email, code)])
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await rejectedPaths(submitCode(email, code)), '/code')
  const { rowCount } = await pool.query('select from accounts where email = $1', [email])
  assert.equal(rowCount, 1)
})

test('rejects the right code after five wrong ones, even concurrent ones', async () => {
  const email = await addMember()
  await requestCode(email)
  const code = await people.mailedCode()
  await Promise.all(Array.from({ length: 5 }, () => rejectedPaths(submitCode(email, wrongCodeFor(code)))))
  assert.equal(await rejectedPaths(submitCode(email, code)), '/code')
})

test('invalidates the previous code when a new one is issued', async () => {
  const email = await addMember()
  await requestCode(email)
  const first = await people.mailedCode()
  await requestCode(email)
  const second = await people.mailedCode()
  if (first !== second) assert.equal(await rejectedPaths(submitCode(email, first)), '/code')
  await submitCode(email, second)
})

test('accepts a code for ten minutes, and does not send one that was requested long ago', async () => {
  let now = new Date().toISOString()
  const fixtures = await createAccountFixtures(app, undefined, () => now)
  const email = await addMember()
  await fixtures.accounts.requestCode(createBrowserSession().caller, { email })
  const code = await fixtures.mailedCode()
  now = new Date(Date.parse(now) + 10 * 60_000).toISOString()
  assert.equal(
    await rejectedPaths(fixtures.accounts.signInWithCode(createBrowserSession().caller, { email, code })),
    '/code',
  )
  await fixtures.accounts.requestCode(createBrowserSession().caller, { email })
  now = new Date(Date.parse(now) + 16 * 60_000).toISOString()
  assert.deepEqual(await fixtures.deliverMail(), [])
})

test('rejects a code that was issued for another address', async () => {
  const [one, two] = [await addMember(), await addMember()]
  await requestCode(one)
  const code = await people.mailedCode()
  assert.equal(await rejectedPaths(submitCode(two, code)), '/code')
  await submitCode(one, code)
})

test('creates no account if the membership ended after the code was sent', async () => {
  const email = await addMember()
  await requestCode(email)
  const code = await people.mailedCode()
  await pool.query('delete from members where email = $1', [email])
  assert.equal(await rejectedPaths(submitCode(email, code)), '/code')
  const { rowCount } = await pool.query('select from accounts where email = $1', [email])
  assert.equal(rowCount, 0)
})
