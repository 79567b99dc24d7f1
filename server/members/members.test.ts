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
const { identity } = people

const as = ({ memberId }: SignedInMember, role: Role): { actor: Actor } => ({
  actor: { type: 'member', id: memberId, role },
})

/** Alice owns, Adam administers, Mia is a member. */
async function team() {
  const acme = await app.workspace()
  const alice = await people.createMember(acme, 'owner')
  const adam = await people.createMember(acme, 'admin')
  const mia = await people.createMember(acme, 'member')
  const act = <T>(
    who: SignedInMember,
    role: Role,
    work: (tx: Parameters<Parameters<TestWorkspace['write']>[0]>[0]) => Promise<T>,
  ) => acme.write((tx) => work({ ...tx, ...as(who, role) }))
  return { acme, alice, adam, mia, act }
}

const isSignedIn = async ({ caller }: SignedInMember) => (await identity.readCurrentUser(caller.headers)) !== null
const rolesIn = async (acme: TestWorkspace) =>
  Object.fromEntries((await acme.write(listMembers)).map(({ email, role }) => [email, role]))

test('a role that is changed ends the sessions of its member, and nobody else’s', async () => {
  const { acme, alice, adam, mia, act } = await team()
  await act(alice, 'owner', (tx) => changeRole(tx, mia.memberId, 'admin'))
  assert.equal((await rolesIn(acme))[mia.email], 'admin')
  assert.deepEqual([await isSignedIn(mia), await isSignedIn(adam), await isSignedIn(alice)], [false, true, true])
})

test('whoever is removed is out at once, and gets back by a new invitation only', async () => {
  const { acme, alice, mia, act } = await team()
  await act(alice, 'owner', (tx) => removeMember(tx, mia.memberId))
  assert.equal(await isSignedIn(mia), false)
  assert.equal((await rolesIn(acme))[mia.email], undefined)
  await identity.requestCode(mia.caller, { email: mia.email })
  const code = await people.mailedCode()
  await mia.saveCookies(identity.signInWithCode(mia.caller, { email: mia.email, code }))
  assert.deepEqual((await identity.readCurrentUser(mia.caller.headers))?.memberships, [])
})

test('whoever is removed reads a private portal no more in the session that they have, unless they are a customer', async () => {
  const { acme, alice, adam, mia, act } = await team()
  await acme.api.create('/feedback', { title: 'Export', submitter: { email: adam.email } })
  const [asMia, asAdam] = [
    await signInCustomer(app, acme, { email: mia.email }),
    await signInCustomer(app, acme, { email: adam.email }),
  ]
  await setPortalSettings(acme, { access: 'private' })
  const statuses = async () => [(await asMia.get('/')).status, (await asAdam.get('/')).status]
  assert.deepEqual(await statuses(), [200, 200])
  for (const { memberId } of [mia, adam]) await act(alice, 'owner', (tx) => removeMember(tx, memberId))
  assert.deepEqual(await statuses(), [302, 200])
  assert.match((await asMia.get('/me/data.json')).headers.get('location')!, /\/sign-in/)
})

test('admins do not make, invite, change or remove owners; members do nothing to the team', async () => {
  const { acme, alice, adam, mia, act } = await team()
  const url = 'http://heed.test'
  const before = await rolesIn(acme)
  const { invitation } = await act(alice, 'owner', (tx) =>
    inviteMember(tx, { email: 'o@x.example', role: 'owner' }, url),
  )
  const refused: [SignedInMember, Role, Parameters<typeof act>[2]][] = [
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
  for (const [who, role, work] of refused) assert.equal(await rejectedPaths(act(who, role, work)), 'forbidden')
  assert.deepEqual(await rolesIn(acme), before)
  assert.deepEqual(
    (await acme.write(listInvitations)).map(({ id }) => id),
    [invitation.id],
  )
})

test('the last owner cannot leave, be removed or become something else', async () => {
  const { acme, alice, mia, act } = await team()
  assert.equal(await rejectedPaths(act(alice, 'owner', leaveWorkspace)), '')
  assert.equal(await rejectedPaths(act(alice, 'owner', (tx) => changeRole(tx, alice.memberId, 'admin'))), '')
  assert.equal(await rejectedPaths(acme.write((tx) => removeMember(tx, alice.memberId))), '')
  await act(alice, 'owner', (tx) => changeRole(tx, mia.memberId, 'owner'))
  await act(alice, 'owner', leaveWorkspace)
  assert.equal(await isSignedIn(alice), false)
  assert.equal((await rolesIn(acme))[mia.email], 'owner')
})

test('of two owners who go at the same moment, in whatever ways, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const { acme, alice, adam, act } = await team()
    await act(alice, 'owner', (tx) => changeRole(tx, adam.memberId, 'owner'))
    const outcomes = await Promise.allSettled([
      act(alice, 'owner', leaveWorkspace),
      act(adam, 'owner', (tx) => changeRole(tx, adam.memberId, 'member')),
      act(adam, 'owner', leaveWorkspace),
    ])
    assert.ok(outcomes.some(({ status }) => status === 'rejected'))
    assert.equal(Object.values(await rolesIn(acme)).filter((role) => role === 'owner').length, 1)
  }
})

test('a member of another workspace cannot be named', async () => {
  const one = await team()
  const two = await team()
  for (const id of [two.mia.memberId, 'x', '']) {
    assert.equal(await rejectedPaths(one.act(one.alice, 'owner', (tx) => changeRole(tx, id, 'admin'))), 'not_found')
    assert.equal(await rejectedPaths(one.act(one.alice, 'owner', (tx) => removeMember(tx, id))), 'not_found')
  }
  assert.equal(await isSignedIn(two.mia), true)
})

test('the console opens with the workspace that was last in use, and only with one of theirs', async () => {
  const { acme, alice } = await team()
  const other = await app.workspace()
  await identity.rememberWorkspace(alice.accountId, acme.id)
  await identity.rememberWorkspace(alice.accountId, other.id)
  assert.equal((await identity.readCurrentUser(alice.caller.headers))?.lastWorkspaceId, acme.id)
})

test('what is done to the team is in the trail: who, whom, from what to what', async () => {
  const { acme, alice, mia, act } = await team()
  await act(alice, 'owner', (tx) => changeRole(tx, mia.memberId, 'admin'))
  await act(alice, 'owner', (tx) => removeMember(tx, mia.memberId))
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
