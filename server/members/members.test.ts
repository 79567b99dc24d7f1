import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'
import { signInCustomer } from '../test/clients/portal-client.ts'
import { setPortalSettings } from '../test/clients/widget-client.ts'
import { createAccountFixtures, rejectedPaths, type SignedInMember } from '../test/fixtures/accounts.ts'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'
import { inviteMember, resendInvitation, revokeInvitation } from './invitations.ts'
import { changeRole, leaveWorkspace, removeMember } from './membership.ts'
import { listInvitations, listMembers } from './queries.ts'

const app = await createTestApp()
const people = await createAccountFixtures(app)
const { accounts } = people

const actorOf = ({ memberId }: SignedInMember, role: Role): { actor: Actor } => ({
  actor: { type: 'member', id: memberId, role },
})

/** Alice owns, Adam administers, Mia is a member. */
async function createTeam() {
  const acme = await app.workspace()
  const alice = await people.createMember(acme, 'owner')
  const adam = await people.createMember(acme, 'admin')
  const mia = await people.createMember(acme, 'member')
  const runAs = <T>(
    member: SignedInMember,
    role: Role,
    verb: (tx: Parameters<Parameters<TestWorkspace['write']>[0]>[0]) => Promise<T>,
  ) => acme.write((tx) => verb({ ...tx, ...actorOf(member, role) }))
  return { acme, alice, adam, mia, runAs }
}

const isSignedIn = async ({ caller }: SignedInMember) => (await accounts.readCurrentUser(caller.headers)) !== null
const rolesIn = async (acme: TestWorkspace) =>
  Object.fromEntries((await acme.write(listMembers)).map(({ email, role }) => [email, role]))

test('ends the sessions of a member whose role changes, and no others', async () => {
  const { acme, alice, adam, mia, runAs } = await createTeam()
  await runAs(alice, 'owner', (tx) => changeRole(tx, mia.memberId, 'admin'))
  assert.equal((await rolesIn(acme))[mia.email], 'admin')
  assert.deepEqual([await isSignedIn(mia), await isSignedIn(adam), await isSignedIn(alice)], [false, true, true])
})

test('signs a removed member out at once and restores no membership at the next sign-in', async () => {
  const { acme, alice, mia, runAs } = await createTeam()
  await runAs(alice, 'owner', (tx) => removeMember(tx, mia.memberId))
  assert.equal(await isSignedIn(mia), false)
  assert.equal((await rolesIn(acme))[mia.email], undefined)
  await accounts.requestCode(mia.caller, { email: mia.email })
  const code = await people.mailedCode()
  await mia.saveCookies(accounts.signInWithCode(mia.caller, { email: mia.email, code }))
  assert.deepEqual((await accounts.readCurrentUser(mia.caller.headers))?.memberships, [])
})

test('ends a removed member’s access to a private portal, unless they are a customer', async () => {
  const { acme, alice, adam, mia, runAs } = await createTeam()
  const [asMia, asAdam] = [
    await signInCustomer(app, acme, { email: mia.email }),
    await signInCustomer(app, acme, { email: adam.email, externalId: 'adam' }),
  ]
  await setPortalSettings(acme, { access: 'private' })
  const statuses = async () => [(await asMia.get('/')).status, (await asAdam.get('/')).status]
  assert.deepEqual(await statuses(), [200, 200])
  for (const { memberId } of [mia, adam]) await runAs(alice, 'owner', (tx) => removeMember(tx, memberId))
  assert.deepEqual(await statuses(), [302, 200])
  assert.match((await asMia.get('/me/data.json')).headers.get('location')!, /\/sign-in/)
})

test('does not let admins manage owners, nor members manage the team', async () => {
  const { acme, alice, adam, mia, runAs } = await createTeam()
  const url = 'http://heed.test'
  const before = await rolesIn(acme)
  const { invitation } = await runAs(alice, 'owner', (tx) =>
    inviteMember(tx, { email: 'o@x.example', role: 'owner' }, url),
  )
  const forbidden: [SignedInMember, Role, Parameters<typeof runAs>[2]][] = [
    [adam, 'admin', (tx) => changeRole(tx, alice.memberId, 'member')],
    [adam, 'admin', (tx) => changeRole(tx, mia.memberId, 'owner')],
    [adam, 'admin', (tx) => changeRole(tx, adam.memberId, 'owner')],
    [adam, 'admin', (tx) => removeMember(tx, alice.memberId)],
    [adam, 'admin', (tx) => inviteMember(tx, { email: 'n@x.example', role: 'owner' }, url)],
    [adam, 'admin', (tx) => inviteMember(tx, { email: 'o@x.example', role: 'member' }, url)],
    [adam, 'admin', (tx) => revokeInvitation(tx, invitation.id)],
    [mia, 'member', (tx) => changeRole(tx, mia.memberId, 'admin')],
    [mia, 'member', (tx) => removeMember(tx, adam.memberId)],
    [mia, 'member', (tx) => inviteMember(tx, { email: 'n@x.example', role: 'member' }, url)],
    [mia, 'member', (tx) => revokeInvitation(tx, invitation.id)],
    [mia, 'member', (tx) => resendInvitation(tx, invitation.id, url)],
    [mia, 'member', async (tx) => listMembers(tx)],
    [mia, 'member', async (tx) => listInvitations(tx)],
  ]
  for (const [member, role, verb] of forbidden)
    assert.equal(await rejectedPaths(runAs(member, role, verb)), 'forbidden')
  assert.deepEqual(await rolesIn(acme), before)
  assert.deepEqual(
    (await acme.write(listInvitations)).map(({ id }) => id),
    [invitation.id],
  )
})

test('keeps the last owner: they cannot leave, be removed or change role', async () => {
  const { acme, alice, mia, runAs } = await createTeam()
  assert.equal(await rejectedPaths(runAs(alice, 'owner', leaveWorkspace)), '')
  assert.equal(await rejectedPaths(runAs(alice, 'owner', (tx) => changeRole(tx, alice.memberId, 'admin'))), '')
  assert.equal(await rejectedPaths(acme.write((tx) => removeMember(tx, alice.memberId))), '')
  await runAs(alice, 'owner', (tx) => changeRole(tx, mia.memberId, 'owner'))
  await runAs(alice, 'owner', leaveWorkspace)
  assert.equal(await isSignedIn(alice), false)
  assert.equal((await rolesIn(acme))[mia.email], 'owner')
})

test('keeps one owner when two leave or change role concurrently', async () => {
  for (let round = 0; round < 5; round++) {
    const { acme, alice, adam, runAs } = await createTeam()
    await runAs(alice, 'owner', (tx) => changeRole(tx, adam.memberId, 'owner'))
    const outcomes = await Promise.allSettled([
      runAs(alice, 'owner', leaveWorkspace),
      runAs(adam, 'owner', (tx) => changeRole(tx, adam.memberId, 'member')),
      runAs(adam, 'owner', leaveWorkspace),
    ])
    assert.ok(outcomes.some(({ status }) => status === 'rejected'))
    assert.equal(Object.values(await rolesIn(acme)).filter((role) => role === 'owner').length, 1)
  }
})

test('returns 404 for members of other workspaces and malformed ids', async () => {
  const one = await createTeam()
  const two = await createTeam()
  for (const id of [two.mia.memberId, 'x', '']) {
    assert.equal(await rejectedPaths(one.runAs(one.alice, 'owner', (tx) => changeRole(tx, id, 'admin'))), 'not_found')
    assert.equal(await rejectedPaths(one.runAs(one.alice, 'owner', (tx) => removeMember(tx, id))), 'not_found')
  }
  assert.equal(await isSignedIn(two.mia), true)
})

test('remembers the last used workspace, and only one that the user belongs to', async () => {
  const { acme, alice } = await createTeam()
  const other = await app.workspace()
  await accounts.rememberWorkspace(alice.accountId, acme.id)
  await accounts.rememberWorkspace(alice.accountId, other.id)
  assert.equal((await accounts.readCurrentUser(alice.caller.headers))?.lastWorkspaceId, acme.id)
})

test('records changes of the team with actor, target and old and new values', async () => {
  const { acme, alice, mia, runAs } = await createTeam()
  await runAs(alice, 'owner', (tx) => changeRole(tx, mia.memberId, 'admin'))
  await runAs(alice, 'owner', (tx) => removeMember(tx, mia.memberId))
  const { rows } = await app.database.pool.query(
    `select type, actor_id, target_id, changes from audit_events where workspace_id = $1 and type like 'member.%' order by id`,
    [acme.id],
  )
  assert.deepEqual(rows, [
    {
      type: 'member.role_changed',
      actor_id: alice.memberId,
      target_id: mia.memberId,
      changes: { role: ['member', 'admin'] },
    },
    {
      type: 'member.removed',
      actor_id: alice.memberId,
      target_id: mia.memberId,
      changes: { email: mia.email, role: 'admin' },
    },
  ])
})
