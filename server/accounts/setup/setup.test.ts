import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Problem } from '../../platform/problems.ts'
import {
  createAccountFixtures,
  createBrowserSession,
  rejectedPaths,
  testPassword,
} from '../../test/fixtures/accounts.ts'
import { createTestApp } from '../../test/test-app.ts'
import { ensureSetupLink } from './setup.ts'

const app = await createTestApp()
const people = await createAccountFixtures(app)
const { accounts } = people
const { pool } = app.database
const clock = () => new Date().toISOString()

beforeEach(async () => {
  await pool.query('update members set account_id = null')
  await pool.query('delete from accounts')
})

let slugs = 0
const form = (token: string, rest: object = {}) => {
  slugs += 1
  const workspace = { workspaceName: 'Acme', slug: `setup-${slugs}` }
  return { token, name: 'Ada', email: `ada${slugs}@example.com`, password: testPassword, ...workspace, ...rest }
}

test('creates the first account, verified and signed in, as the owner of a new workspace, without sending mail', async () => {
  const input = form(await people.setupToken())
  const browser = createBrowserSession()
  const { workspaceId } = await browser.saveCookies(accounts.completeSetup(browser.caller, input))
  const user = await accounts.readCurrentUser(browser.caller.headers)
  assert.equal(user?.account.isVerified, true)
  assert.deepEqual(
    user?.memberships.map((each) => [each.workspaceId, each.slug, each.role]),
    [[workspaceId, input.slug, 'owner']],
  )
  assert.deepEqual(await people.deliverMail(), [])
})

test('accepts the link only once, even in concurrent requests', async () => {
  const token = await people.setupToken()
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4].map(() => accounts.completeSetup(createBrowserSession().caller, form(token))),
  )
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  const { rows } = await pool.query('select count(*) as count from accounts')
  assert.equal(Number(rows[0].count), 1)
  assert.equal(await rejectedPaths(accounts.completeSetup(createBrowserSession().caller, form(token))), '/token')
})

test('replaces the link at each start, does not use it up by inspection, and issues none once an account exists', async () => {
  const previous = await people.setupToken()
  const token = await people.setupToken()
  assert.equal(await accounts.inspectSetup(previous), null)
  assert.equal(await rejectedPaths(accounts.completeSetup(createBrowserSession().caller, form(previous))), '/token')
  for (let n = 0; n < 3; n++) assert.notEqual(await accounts.inspectSetup(token), null)
  await accounts.completeSetup(createBrowserSession().caller, form(token))
  assert.equal(await ensureSetupLink(app.database, 'http://heed.test', clock), null)
  assert.equal(await accounts.inspectSetup(token), null)
})

test('stores only the hash of the link', async () => {
  const token = await people.setupToken()
  const { rows } = await pool.query(
    `select encode(hash, 'escape') || encode(hash, 'base64') as stored from account_links`,
  )
  assert.ok(rows.every(({ stored }) => !stored.includes(token)))
})

test('lets the first account join workspaces without members as their owner, and no others', async () => {
  const demo = await app.workspace()
  const owned = await app.workspace({ ownerEmail: 'owner@example.com' })
  const token = await people.setupToken()
  const offered = (await accounts.inspectSetup(token))!.workspacesWithoutMembers.map(({ workspaceId }) => workspaceId)
  assert.deepEqual([offered.includes(demo.id), offered.includes(owned.id)], [true, false])
  const join = (...joinWorkspaces: string[]) =>
    form(token, { workspaceName: undefined, slug: undefined, joinWorkspaces })
  assert.equal(
    await rejectedPaths(accounts.completeSetup(createBrowserSession().caller, join(demo.id, owned.id))),
    '/joinWorkspaces/1',
  )
  const browser = createBrowserSession()
  const { workspaceId } = await browser.saveCookies(accounts.completeSetup(browser.caller, join(demo.id)))
  assert.equal(workspaceId, demo.id)
  const user = await accounts.readCurrentUser(browser.caller.headers)
  assert.deepEqual(
    user?.memberships.map((each) => [each.workspaceId, each.role]),
    [[demo.id, 'owner']],
  )
})

test('does not use up the link when the form is rejected', async () => {
  const acme = await app.workspace()
  const token = await people.setupToken()
  assert.equal(
    await rejectedPaths(accounts.completeSetup(createBrowserSession().caller, form(token, { slug: acme.slug }))),
    '/slug',
  )
  assert.equal(
    await rejectedPaths(accounts.completeSetup(createBrowserSession().caller, form(token, { slug: undefined }))),
    '/slug',
  )
  await accounts.completeSetup(createBrowserSession().caller, form(token))
})

const invalidPathsOf = async (attempt: Promise<unknown>): Promise<string[]> => {
  const error = await attempt.then(
    () => null,
    (problem: Problem) => problem,
  )
  return (error?.extra.details ?? []).map(({ path }) => path).sort()
}

test('reports all invalid fields together, including those of the workspace if one is needed', async () => {
  const acme = await app.workspace()
  const token = await people.setupToken()
  const blank = { token, name: '', email: '', password: '', workspaceName: undefined, slug: undefined }
  const person = ['/email', '/name', '/password']
  const submit = (rest: object) =>
    invalidPathsOf(accounts.completeSetup(createBrowserSession().caller, { ...blank, ...rest }))
  assert.deepEqual(await submit({}), [...person, '/slug', '/workspaceName'])
  assert.deepEqual(await submit({ workspaceName: 'Acme' }), [...person, '/slug'])
  assert.deepEqual(await submit({ joinWorkspaces: [acme.id] }), person)
  assert.deepEqual(await submit({ joinWorkspaces: [acme.id], slug: 'acme' }), [...person, '/workspaceName'])
})

test('requires no workspace for an address with an unclaimed membership, and reveals none to an invalid link', async () => {
  await app.workspace({ ownerEmail: 'awaited@example.com' })
  const token = await people.setupToken()
  const submit = (rest: object) =>
    invalidPathsOf(
      accounts.completeSetup(createBrowserSession().caller, {
        ...{ token, name: 'Ada', email: 'Awaited@example.com', password: 'short', workspaceName: undefined },
        ...rest,
      }),
    )
  assert.deepEqual(await submit({}), ['/password'])
  assert.deepEqual(await submit({ email: 'other@example.com' }), ['/password', '/slug', '/workspaceName'])
  for (const email of ['awaited@example.com', 'other@example.com']) {
    assert.deepEqual(await submit({ token: 'made-up', email }), ['/password'])
  }
})

test('records the new owner as the actor of member.joined in a new and in a joined workspace', async () => {
  const unclaimed = await app.workspace()
  const input = form(await people.setupToken(), { joinWorkspaces: [unclaimed.id] })
  const { workspaceId } = await accounts.completeSetup(createBrowserSession().caller, input)
  const { rows } = await pool.query(
    `select actor_type, actor_id = target_id as is_own, target_id = m.id as is_member from audit_events e
     join members m on m.workspace_id = e.workspace_id and m.email = $3
     where e.type = 'member.joined' and e.workspace_id in ($1, $2)`,
    [workspaceId, unclaimed.id, input.email],
  )
  const joined = { actor_type: 'member', is_own: true, is_member: true }
  assert.deepEqual(rows, [joined, joined])
})
