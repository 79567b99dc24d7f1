import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listMemberChoices } from '../members/choices.ts'
import { resendInvitation } from '../members/invitations.ts'
import { listInvitations, listMembers } from '../members/queries.ts'
import { createAccountFixtures, createBrowserSession, rejectedPaths, testPassword } from '../test/fixtures/accounts.ts'
import { createDataDir } from '../test/fixtures/files.ts'
import { createFullWorkspace } from '../test/fixtures/full-workspace.ts'
import { exportToFile, importFromFile } from '../test/support/archives.ts'
import { createTestApp } from '../test/test-app.ts'

const home = { app: await createTestApp({ checksEvents: false }), dataDir: await createDataDir() }
const elsewhere = { app: await createTestApp({ checksEvents: false }), dataDir: await createDataDir() }
const full = await createFullWorkspace(home.app, home.dataDir)
const { path } = await exportToFile(home, full.workspace)
const people = await createAccountFixtures(elsewhere.app)

async function importAgain() {
  const target = await elsewhere.app.workspace()
  await importFromFile(elsewhere, target, path)
  return target
}

test('an imported member is invited, is not a member yet, and gets no email', async () => {
  const target = await importAgain()
  assert.deepEqual(await target.write(listMembers), [])
  assert.deepEqual(await target.write(listMemberChoices), [])
  const [invitation] = await target.write(listInvitations)
  assert.deepEqual([invitation!.email, invitation!.role], [full.memberEmail, 'admin'])
  assert.deepEqual(await people.deliverMail(), [])
})

test('signing in with the address of an imported member gives no access', async () => {
  await importAgain()
  const browser = createBrowserSession()
  await people.accounts.requestCode(browser.caller, { email: full.memberEmail })
  assert.deepEqual(await people.deliverMail(), [])
  const other = await elsewhere.app.workspace()
  const ada = await people.createMember(other, 'member')
  await elsewhere.app.database.pool.query('update members set email = $1 where awaits_invitation', [ada.email])
  await people.accounts.requestCode(ada.caller, { email: ada.email })
  const code = await people.mailedCode()
  await ada.saveCookies(people.accounts.signInWithCode(ada.caller, { email: ada.email, code }))
  const user = await people.accounts.readCurrentUser(ada.caller.headers)
  assert.deepEqual(
    user?.memberships.map(({ slug }) => slug),
    [other.slug],
  )
  await elsewhere.app.database.pool.query('update members set email = $1 where awaits_invitation', [full.memberEmail])
})

test('a person who accepts the invitation becomes the archived member, with their requests and comments', async () => {
  const target = await importAgain()
  const [invitation] = await target.write(listInvitations)
  const { url } = await target.write((tx) => resendInvitation(tx, invitation!.id, 'http://heed.test'))
  const token = url.split('/').at(-1)!
  const browser = createBrowserSession()
  await browser.saveCookies(
    people.accounts.acceptInvitation(browser.caller, { token, name: 'Ada', password: testPassword }),
  )
  const [member] = await target.write(listMembers)
  assert.deepEqual([member!.id, member!.name, member!.role], [full.memberId, 'Ada', 'admin'])
  const { rows } = await elsewhere.app.database.pool.query(
    'select owner_id from feedback where workspace_id = $1 and id = $2',
    [target.id, full.requestId],
  )
  assert.equal(rows[0].owner_id, full.memberId)
  assert.equal(await rejectedPaths(people.accounts.acceptInvitation(browser.caller, { token })), '/token')
})
