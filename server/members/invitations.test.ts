import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '../platform/authorization.ts'
import { createAccountFixtures, createBrowserSession, rejectedPaths, testPassword } from '../test/fixtures/accounts.ts'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'
import { inviteMember, resendInvitation, revokeInvitation } from './invitations.ts'
import { listInvitations, listMembers } from './queries.ts'

const app = await createTestApp()
const people = await createAccountFixtures(app)
const { accounts } = people
const { pool } = app.database
const publicUrl = 'http://heed.test'

let guestCount = 0
async function invite(
  acme: TestWorkspace,
  { email = `guest${++guestCount}@example.com`, role = 'member' as Role } = {},
) {
  const { invitation, url } = await acme.write((tx) => inviteMember(tx, { email, role }, publicUrl))
  return { ...invitation, copied: url.slice(`${publicUrl}/console/invitations/`.length) }
}
const accept = (token: string, name = 'Guest', browser = createBrowserSession()) =>
  browser
    .saveCookies(accounts.acceptInvitation(browser.caller, { token, name, password: testPassword }))
    .then(() => browser)
const emailsIn = async (acme: TestWorkspace) => (await acme.write(listMembers)).map(({ email }) => email)

test('creates a signed-in member from a copied link, without verifying the address', async () => {
  const acme = await app.workspace()
  const { copied, email } = await invite(acme, { role: 'admin' })
  assert.deepEqual(await accounts.inspectInvitation(copied), {
    workspaceName: 'Acme',
    workspaceSlug: acme.slug,
    email,
    role: 'admin',
    hasAccount: false,
  })
  const user = await accounts.readCurrentUser((await accept(copied, 'Grace')).caller.headers)
  assert.deepEqual([user?.account.name, user?.account.email, user?.account.isVerified], ['Grace', email, false])
  assert.deepEqual(
    user?.memberships.map(({ slug, role }) => [slug, role]),
    [[acme.slug, 'admin']],
  )
  assert.deepEqual(
    (await acme.write(listMembers)).map(({ name, role }) => [name, role]),
    [['Grace', 'admin']],
  )
  await accounts.signInWithPassword(createBrowserSession().caller, { email, password: testPassword })
})

test('mails a different link, which verifies the address', async () => {
  await people.deliverMail()
  const { copied, email } = await invite(await app.workspace())
  const mailed = await people.mailedToken()
  assert.notEqual(mailed, copied)
  const user = await accounts.readCurrentUser((await accept(mailed)).caller.headers)
  assert.deepEqual([user?.account.email, user?.account.isVerified], [email, true])
  assert.equal(await rejectedPaths(accept(copied)), '/token')
})

test('accepts an invitation once, even if both links are used concurrently, and not by inspection', async () => {
  await people.deliverMail()
  const acme = await app.workspace()
  const { copied, email } = await invite(acme)
  const mailed = await people.mailedToken()
  for (let n = 0; n < 3; n++) assert.notEqual(await accounts.inspectInvitation(copied), null)
  const outcomes = await Promise.allSettled([copied, mailed, copied, mailed].map((token) => accept(token)))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.deepEqual(await emailsIn(acme), [email])
  assert.equal(await accounts.inspectInvitation(copied), null)
})

test('requires existing accounts to be signed in, and keeps their name, password and session', async () => {
  const acme = await app.workspace()
  const other = await app.workspace()
  const ada = await people.createMember(other, 'member')
  const bob = await people.createMember(other, 'member')
  const { copied } = await invite(acme, { email: ada.email.toUpperCase() })
  assert.equal((await accounts.inspectInvitation(copied))?.hasAccount, true)
  assert.equal(await rejectedPaths(accept(copied)), 'unauthorized')
  assert.equal(await rejectedPaths(accept(copied, 'Bob', bob)), 'unauthorized')
  assert.equal(
    await rejectedPaths(
      accounts.signInWithPassword(createBrowserSession().caller, { email: ada.email, password: testPassword }),
    ),
    '/password',
  )
  assert.deepEqual(await emailsIn(acme), [])

  const name = (await accounts.readCurrentUser(ada.caller.headers))?.account.name
  await ada.saveCookies(accounts.acceptInvitation(ada.caller, { token: copied }))
  const user = await accounts.readCurrentUser(ada.caller.headers)
  assert.deepEqual([user?.account.name, user?.memberships.length], [name, 2])
})

test('replaces, resends and revokes invitations, and expires them after 7 days', async () => {
  const acme = await app.workspace()
  const first = await invite(acme)
  const second = await invite(acme, { email: first.email, role: 'admin' })
  assert.equal(await rejectedPaths(accept(first.copied)), '/token')
  const { url } = await acme.write((tx) => resendInvitation(tx, second.id, publicUrl))
  assert.equal(await accounts.inspectInvitation(second.copied), null)
  const third = url.split('/').at(-1)!
  assert.equal((await accounts.inspectInvitation(third))?.role, 'admin')

  const [open] = await acme.write(listInvitations)
  await acme.write((tx) => revokeInvitation(tx, open!.id))
  assert.equal(await rejectedPaths(accept(third)), '/token')
  assert.equal(await rejectedPaths(acme.write((tx) => revokeInvitation(tx, open!.id))), 'not_found')

  const last = await invite(acme)
  const days = (Date.parse(last.expiresAt) - Date.now()) / 86_400_000
  assert.ok(days > 6.99 && days <= 7)
  await pool.query(`update invitations set expires_at = now() - interval '1 second' where id = $1`, [last.id])
  assert.equal(await accounts.inspectInvitation(last.copied), null)
  assert.equal(await rejectedPaths(accept(last.copied)), '/token')
  assert.deepEqual(await acme.write(listInvitations), [])
})

test('keeps the id and place of an invitation that is sent again, and invalidates both of its earlier links', async () => {
  await people.deliverMail()
  const acme = await app.workspace()
  const first = await invite(acme)
  const mailed = await people.mailedToken()
  const later = await invite(acme)
  await people.deliverMail()
  const again = await acme.write((tx) => resendInvitation(tx, first.id, publicUrl))
  const changed = await invite(acme, { email: first.email.toUpperCase(), role: 'admin' })
  assert.deepEqual([again.invitation.id, changed.id], [first.id, first.id])
  const listed = (await acme.write(listInvitations)).map(({ id, role }) => [id, role])
  assert.deepEqual(listed, [
    [later.id, 'member'],
    [first.id, 'admin'],
  ])
  for (const token of [first.copied, mailed, again.url.split('/').at(-1)!]) {
    assert.equal(await rejectedPaths(accept(token)), '/token')
  }
  await acme.write((tx) => revokeInvitation(tx, first.id))
  assert.equal(await rejectedPaths(accept(changed.copied)), '/token')
})

test('mails only the newest link if an invitation is sent again before its mail is delivered', async () => {
  await people.deliverMail()
  const acme = await app.workspace()
  const { id, email } = await invite(acme)
  await waitForNextMillisecond()
  await acme.write((tx) => resendInvitation(tx, id, publicUrl))
  assert.equal((await accounts.inspectInvitation(await people.mailedToken()))?.email, email)
})

/** Waits until an invitation has another time than the last one. */
async function waitForNextMillisecond(): Promise<void> {
  const before = Date.now()
  while (Date.now() === before) await new Promise((resolve) => setImmediate(resolve))
}

test('hides invitations from other workspaces', async () => {
  const acme = await app.workspace()
  const other = await app.workspace()
  const { id, copied } = await invite(acme)
  assert.deepEqual(await other.write(listInvitations), [])
  for (const each of [id, 'x']) {
    assert.equal(await rejectedPaths(other.write((tx) => revokeInvitation(tx, each))), 'not_found')
    assert.equal(await rejectedPaths(other.write((tx) => resendInvitation(tx, each, publicUrl))), 'not_found')
  }
  await accept(copied)
  assert.deepEqual([(await emailsIn(acme)).length, (await emailsIn(other)).length], [1, 0])
})

test('rejects members and malformed addresses, and stores tokens as hashes', async () => {
  const acme = await app.workspace()
  const ada = await people.createMember(acme, 'member')
  assert.equal(await rejectedPaths(invite(acme, { email: ada.email.toUpperCase() })), '/email')
  assert.equal(await rejectedPaths(invite(acme, { email: 'x' })), '/email')
  assert.equal(await rejectedPaths(accept((await invite(acme)).copied, ' ')), '/name')
  await people.deliverMail()
  const { copied } = await invite(acme)
  const mailed = await people.mailedToken()
  const { rows } = await pool.query(`select i::text as row from invitations i`)
  for (const token of [copied, mailed]) assert.ok(rows.every(({ row }) => !row.includes(token)))
})

test('leaves one invitation when several members invite the same address concurrently', async () => {
  const acme = await app.workspace()
  await Promise.all(Array.from({ length: 4 }, () => invite(acme, { email: 'same@example.com' })))
  assert.equal((await acme.write(listInvitations)).length, 1)
})

test('names inviter and workspace in the mail, on one line and escaped', async () => {
  await people.deliverMail()
  const acme = await app.workspace({ name: 'Acme <b>&\u0085Co' })
  const ada = await people.createMember(acme, 'owner')
  await accounts.changeName(ada.caller, { name: 'Ada <i>' })
  await acme.write((tx) =>
    inviteMember(
      { ...tx, actor: { type: 'member', id: ada.memberId, role: 'owner' } },
      { email: 'n@x.example', role: 'member' },
      publicUrl,
    ),
  )
  const [message] = await people.deliverMail()
  const raw = message!.raw.replaceAll('=\r\n', '')
  assert.equal(message!.to, 'n@x.example')
  assert.match(raw, /Ada <i> invited you to join Acme <b>& Co/)
  assert.match(raw, /Ada &lt;i&gt; invited you/)
})
