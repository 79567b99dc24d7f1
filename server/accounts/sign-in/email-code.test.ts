import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccountFixtures, createBrowserSession, rejectedPaths } from '../../test/fixtures/accounts.ts'
import { createTestApp } from '../../test/test-app.ts'

const app = await createTestApp()
const acme = await app.workspace({ ownerEmail: 'Owner@example.com' })
const people = await createAccountFixtures(app)
const { identity } = people
const { pool } = app.database

const ask = (email: string) => identity.requestCode(createBrowserSession().caller, { email })
const answer = (email: string, code: string) => identity.signInWithCode(createBrowserSession().caller, { email, code })
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

let counted = 0
/** An address that was made a member by the operator. */
async function invited(): Promise<string> {
  counted += 1
  const email = `code${counted}@example.com`
  await pool.query(
    `insert into members (workspace_id, id, email, role, created_at) values ($1, gen_random_uuid(), $2, 'member', now())`,
    [acme.id, email],
  )
  return email
}

test('the owner of `workspace create --owner-email` gets in by a code, and is verified', async () => {
  await ask('owner@EXAMPLE.com')
  const code = await people.mailedCode()
  const fresh = createBrowserSession()
  await fresh.saveCookies(
    identity.signInWithCode(fresh.caller, {
      email: ' owner@example.com ',
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    }),
  )
  const visitor = await identity.readCurrentUser(fresh.caller.headers)
  assert.deepEqual([visitor?.account.isVerified, visitor?.memberships[0]?.role], [true, 'owner'])
})

test('nobody is mailed at an address that is no member’s, and the answer is the same', async () => {
  assert.deepEqual(await ask('stranger@example.com'), await ask(await invited()))
  assert.equal((await people.deliverMail()).length, 1)
  assert.equal(await rejectedPaths(answer('stranger@example.com', '000000')), '/code')
  const { rowCount } = await pool.query(`select from accounts where email = 'stranger@example.com'`)
  assert.equal(rowCount, 0)
})

test('asking leaves a job for each address alike, and neither address nor code is in it', async () => {
  const known = await invited()
  await ask(known)
  await ask('stranger@example.com')
  const { rows } = await pool.query(`select data::text as data from pgboss.job where name = 'account-mail'`)
  assert.equal(rows.length, 2)
  assert.ok(rows.every(({ data }) => !data.includes('@') && !data.includes('example')))
  const code = await people.mailedCode()
  const { rows: stored } = await pool.query('select hash::text from account_codes where email = $1', [known])
  assert.ok(!stored[0].hash.includes(code))
})

test('a code is good once, also when two use it at the same moment', async () => {
  const email = await invited()
  await ask(email)
  const code = await people.mailedCode()
  const outcomes = await Promise.allSettled([answer(email, code), answer(email, code), answer(email, code)])
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await rejectedPaths(answer(email, code)), '/code')
  const { rowCount } = await pool.query('select from accounts where email = $1', [email])
  assert.equal(rowCount, 1)
})

test('after five wrong codes the right one is refused too, however they come', async () => {
  const email = await invited()
  await ask(email)
  const code = await people.mailedCode()
  await Promise.all(Array.from({ length: 5 }, () => rejectedPaths(answer(email, otherThan(code)))))
  assert.equal(await rejectedPaths(answer(email, code)), '/code')
})

test('a new code makes the one before useless', async () => {
  const email = await invited()
  await ask(email)
  const first = await people.mailedCode()
  await ask(email)
  const second = await people.mailedCode()
  if (first !== second) assert.equal(await rejectedPaths(answer(email, first)), '/code')
  await answer(email, second)
})

test('a code is good for ten minutes, and one that was asked for long ago is not sent', async () => {
  let now = new Date().toISOString()
  const timed = await createAccountFixtures(app, undefined, () => now)
  const email = await invited()
  await timed.identity.requestCode(createBrowserSession().caller, { email })
  const code = await timed.mailedCode()
  now = new Date(Date.parse(now) + 10 * 60_000).toISOString()
  assert.equal(
    await rejectedPaths(timed.identity.signInWithCode(createBrowserSession().caller, { email, code })),
    '/code',
  )
  await timed.identity.requestCode(createBrowserSession().caller, { email })
  now = new Date(Date.parse(now) + 16 * 60_000).toISOString()
  assert.deepEqual(await timed.deliverMail(), [])
})

test('a code for one address does not open another', async () => {
  const [one, two] = [await invited(), await invited()]
  await ask(one)
  const code = await people.mailedCode()
  assert.equal(await rejectedPaths(answer(two, code)), '/code')
  await answer(one, code)
})

test('whose membership ended while the message was on its way gets no account', async () => {
  const email = await invited()
  await ask(email)
  const code = await people.mailedCode()
  await pool.query('delete from members where email = $1', [email])
  assert.equal(await rejectedPaths(answer(email, code)), '/code')
  const { rowCount } = await pool.query('select from accounts where email = $1', [email])
  assert.equal(rowCount, 0)
})
