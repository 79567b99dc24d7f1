import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createPasswordResetToken } from '../../accounts/recovery/password-reset.ts'
import { disableSecondFactor } from '../../accounts/store.ts'
import { authorizeApp } from '../../apps/authorize.ts'
import { revokeAuthorization, revokeOwnAuthorization } from '../../apps/end.ts'
import { listAppsOfAccount, listConnectedApps } from '../../apps/queries.ts'
import { deleteRegistration } from '../../apps/registrations/register.ts'
import { leaseMs } from '../../credentials/authenticate.ts'
import { changeRole, leaveWorkspace, removeMember } from '../../members/membership.ts'
import { apiScopes } from '../../platform/http/api/scopes.ts'
import { TestClient } from '../clients/api-client.ts'
import { OAuthClient, type Person, registerTestApp, returnLinkOf, type Tokens } from '../clients/oauth-client.ts'
import { createAccountFixtures, type SignedInMember, testPassword } from '../fixtures/accounts.ts'
import { asRole } from '../support/roles.ts'
import { createTestApp, type TestWorkspace } from '../test-app.ts'

const app = await createTestApp()
const people = await createAccountFixtures(app)
const acme = await app.workspace()
const owner = await people.createMember(acme, 'owner')
const clientId = await registerTestApp(app, acme)

const statusOf = async (token: string, path = '/feedback') => (await new TestClient(app.origin, token).get(path)).status
const connect = (person: Person, scope = 'feedback:read feedback:write') =>
  new OAuthClient(app, clientId).connect(acme, person, { scope })
const asOwner = <T>(work: Parameters<TestWorkspace['write']>[0]) =>
  acme.write((tx) => work(asRole(tx, 'owner', owner.memberId))) as Promise<T>

/** Checks that access and refresh token of an app end within a second of an act, though they were just used. */
async function assertEnds(tokens: Tokens, act: () => Promise<unknown>): Promise<void> {
  assert.equal(await statusOf(tokens.access_token), 200)
  await act()
  await setTimeout(leaseMs)
  assert.equal(await statusOf(tokens.access_token), 401)
  assert.equal((await new OAuthClient(app, clientId).refresh(tokens.refresh_token)).body.error, 'invalid_grant')
}

const member = async (role: 'owner' | 'admin' | 'member' = 'member'): Promise<SignedInMember & Person> =>
  Object.assign(await people.createMember(acme, role), { role })

test('a member grants only scopes that their role allows', async () => {
  const mia = await member()
  const tokens = await connect(mia, apiScopes.join(' '))
  assert.deepEqual(
    tokens.scope.split(' ').filter((scope) => /^(webhooks:|boards:write)/.test(scope)),
    [],
  )
  assert.deepEqual([await statusOf(tokens.access_token), await statusOf(tokens.access_token, '/webhooks')], [200, 403])
  const admin = await connect(await member('admin'), apiScopes.join(' '))
  assert.deepEqual(admin.scope.split(' '), [...apiScopes])
})

test('a member grants no more than the page showed, even if their role was raised since', async () => {
  const mia = await member()
  const client = new OAuthClient(app, clientId)
  const consented = async (shownScopes: readonly string[], scope: string) => {
    const response = await client.open(await client.consent(await client.start({ scope }), acme, mia, shownScopes))
    const code = new URL(response.headers.get('location')!).searchParams.get('code')!
    return (await client.exchange(code)).body.scope
  }
  await asOwner((tx) => changeRole(tx, mia.memberId, 'admin'))
  assert.equal(await consented(['feedback:read'], 'feedback:read webhooks:read'), 'feedback:read')
  assert.equal(await consented(apiScopes, 'feedback:read'), 'feedback:read', 'grants what the app did not ask for')
  for (const forged of [[], [''], ['webhooks:write'], ['FEEDBACK:READ'], ['feedback:read webhooks:read']]) {
    await assert.rejects(client.consent(await client.start(), acme, mia, forged), { code: 'validation_error' })
  }
})

test('a customer, an app and a key cannot authorize apps', async () => {
  const consent = {
    app: { clientId, name: 'x', clientHost: null, workspaceId: null },
    redirectUri: 'https://app.example/',
    scopes: ['feedback:read' as const],
    shownScopes: ['feedback:read'],
    resources: ['api' as const],
  }
  for (const type of ['customer', 'app', 'key', 'system'] as const) {
    const actor = { type, id: owner.memberId, role: 'owner' as const }
    await assert.rejects(
      acme.write((tx) => authorizeApp({ ...tx, actor }, consent)),
      { code: 'forbidden' },
    )
  }
})

test('removing a member ends their apps', async () => {
  const mia = await member()
  await assertEnds(await connect(mia), () => asOwner((tx) => removeMember(tx, mia.memberId)))
})

test('leaving the workspace ends a member’s apps', async () => {
  const mia = await member()
  await assertEnds(await connect(mia), () => acme.write((tx) => leaveWorkspace(asRole(tx, 'member', mia.memberId))))
})

test('a role that cannot grant the scopes of an app ends it, and no other', async () => {
  const adam = await member('admin')
  const wide = await connect(adam, 'feedback:read webhooks:read')
  const narrow = await connect(adam)
  await assertEnds(wide, () => asOwner((tx) => changeRole(tx, adam.memberId, 'member')))
  assert.equal(await statusOf(narrow.access_token), 200)
})

test('a lower role takes effect in an app that stays connected', async () => {
  const adam = await member('admin')
  const tokens = await connect(adam, 'customers:write customers:read feedback:read')
  await acme.api.create('/feedback', { title: 'x', submitter: { externalId: 'lower-role' } })
  const [customer] = (await acme.api.get('/customers?externalId=lower-role')).body.data
  const remove = () => new TestClient(app.origin, tokens.access_token).send('DELETE', `/customers/${customer.id}`)
  assert.equal(await statusOf(tokens.access_token), 200)
  await asOwner((tx) => changeRole(tx, adam.memberId, 'member'))
  await setTimeout(leaseMs)
  assert.equal((await remove()).status, 403)
})

test('only an admin and the member who connected an app can revoke it', async () => {
  const mia = await member()
  const idOf = async () => (await listAppsOfAccount(app.database.db, mia.accountId, new Date().toISOString()))[0]!.id
  await assertEnds(await connect(mia), async () => {
    const id = await idOf()
    await asOwner((tx) => revokeAuthorization(tx, id))
  })
  await assertEnds(await connect(mia), async () => {
    const id = await idOf()
    const bob = await member()
    const asBob = acme.write((tx) => revokeOwnAuthorization(asRole(tx, 'member', bob.memberId), id))
    await assert.rejects(asBob, { code: 'not_found' })
    const globex = await app.workspace()
    await assert.rejects(
      globex.write((tx) => revokeAuthorization(asRole(tx, 'owner', owner.memberId), id)),
      { code: 'not_found' },
    )
    await acme.write((tx) => revokeOwnAuthorization(asRole(tx, 'member', mia.memberId), id))
  })
  assert.deepEqual(await listAppsOfAccount(app.database.db, mia.accountId, new Date().toISOString()), [])
})

test('a password reset and the recovery of an account end its apps in all workspaces', async () => {
  const mia = await member()
  await assertEnds(await connect(mia), async () => {
    const now = new Date().toISOString()
    const options = { accountId: mia.accountId, minutes: 15, verifiesEmail: true }
    const token = await createPasswordResetToken({ db: app.database.db, now }, options)
    await people.accounts.resetPassword(mia.caller, { token, password: testPassword })
  })
  await assertEnds(await connect(mia), () => acme.write((tx) => disableSecondFactor(tx, mia.accountId)))
})

test('signing out leaves apps connected, which act without a browser', async () => {
  const mia = await member()
  const tokens = await connect(mia)
  await people.accounts.signOutEverywhere(mia.caller)
  await setTimeout(leaseMs)
  assert.equal(await statusOf(tokens.access_token), 200)
})

test('deleting a registered app ends what was authorized for it', async () => {
  const mia = await member()
  const id = await registerTestApp(app, acme)
  const client = new OAuthClient(app, id)
  const tokens = await client.connect(acme, mia)
  assert.equal(await statusOf(tokens.access_token), 200)
  await asOwner((tx) => deleteRegistration(tx, id))
  await setTimeout(leaseMs)
  assert.equal(await statusOf(tokens.access_token), 401)
  assert.equal((await client.refresh(tokens.refresh_token)).body.error, 'invalid_client')
})

test('a token for one workspace gives no access to another, even for a member of both', async () => {
  const globex = await app.workspace()
  const { id } = await globex.api.create('/feedback', { title: 'Secret' })
  await app.database.pool.query(
    `insert into members (workspace_id, id, email, role, account_id, created_at, joined_at)
     values ($1, gen_random_uuid(), 'both@example.com', 'owner', $2, now(), now())`,
    [globex.id, owner.accountId],
  )
  const { access_token } = await connect(owner)
  const client = new TestClient(app.origin, access_token)
  assert.equal((await client.get(`/feedback/${id}`)).status, 404)
  assert.ok(!JSON.stringify((await client.get('/feedback')).body).includes('Secret'))
  assert.equal((await globex.write(listConnectedApps)).length, 0)
})

test('an app that a workspace registered cannot be connected to another', async () => {
  const globex = await app.workspace()
  const gina = await people.createMember(globex, 'owner')
  const client = new OAuthClient(app, clientId)
  await assert.rejects(client.consent(await client.start(), globex, gina), { code: 'not_found' })
})

test('a token is valid only for the requested resource', async () => {
  const mcp = await new OAuthClient(app, clientId).connect(acme, owner, { resource: 'http://heed.test/mcp' })
  assert.equal(await statusOf(mcp.access_token), 401)
  const api = await new OAuthClient(app, clientId).connect(acme, owner, { resource: 'http://heed.test/api/v1' })
  assert.equal(await statusOf(api.access_token), 200)
  const credentials = await app.database.pool.query('select distinct resources from app_tokens where kind = $1', [
    'access',
  ])
  assert.ok(credentials.rows.some(({ resources }) => resources.join() === 'api'))
  for (const resource of ['http://heed.test/', 'https://evil.example/api/v1', 'http://heed.test/api/v1#x', 'api']) {
    const link = await returnLinkOf(await new OAuthClient(app, clientId).authorize({ resource }))
    assert.equal(link.searchParams.get('error'), 'invalid_target', resource)
  }
})

test('scopes that do not exist are left out; a request for nothing else fails', async () => {
  const tokens = await connect(owner, 'openid profile feedback:read offline_access admin')
  assert.equal(tokens.scope, 'feedback:read')
  const link = await returnLinkOf(await new OAuthClient(app, clientId).authorize({ scope: 'admin openid' }))
  assert.equal(link.searchParams.get('error'), 'invalid_scope')
  const none = await new OAuthClient(app, clientId).connect(acme, owner, { scope: null })
  assert.equal(none.scope, 'feedback:read roadmap:read changelog:read workspace:read')
})
