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
const { identity } = people
const { pool } = app.database
const clock = () => new Date().toISOString()

beforeEach(async () => {
  await pool.query('update members set account_id = null')
  await pool.query('delete from accounts')
})

let slugs = 0
const form = (token: string, rest: object = {}) => {
  slugs += 1
  const own = { workspaceName: 'Acme', slug: `setup-${slugs}` }
  return { token, name: 'Ada', email: `ada${slugs}@example.com`, password: testPassword, ...own, ...rest }
}

test('the link makes the first account, verified, the owner of its workspace, and signed in; no mail is needed', async () => {
  const input = form(await people.setupToken())
  const fresh = createBrowserSession()
  const { workspaceId } = await fresh.saveCookies(identity.completeSetup(fresh.caller, input))
  const visitor = await identity.readCurrentUser(fresh.caller.headers)
  assert.equal(visitor?.account.isVerified, true)
  assert.deepEqual(
    visitor?.memberships.map((each) => [each.workspaceId, each.slug, each.role]),
    [[workspaceId, input.slug, 'owner']],
  )
  assert.deepEqual(await people.deliverMail(), [])
})

test('it is good once, also when it is used by several at the same moment', async () => {
  const token = await people.setupToken()
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4].map(() => identity.completeSetup(createBrowserSession().caller, form(token))),
  )
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  const { rows } = await pool.query('select count(*) as count from accounts')
  assert.equal(Number(rows[0].count), 1)
  assert.equal(await rejectedPaths(identity.completeSetup(createBrowserSession().caller, form(token))), '/token')
})

test('a new start replaces the link, looking uses nothing up, and with an account there is no link any more', async () => {
  const older = await people.setupToken()
  const token = await people.setupToken()
  assert.equal(await identity.inspectSetup(older), null)
  assert.equal(await rejectedPaths(identity.completeSetup(createBrowserSession().caller, form(older))), '/token')
  for (let n = 0; n < 3; n++) assert.notEqual(await identity.inspectSetup(token), null)
  await identity.completeSetup(createBrowserSession().caller, form(token))
  assert.equal(await ensureSetupLink(app.database, 'http://heed.test', clock), null)
  assert.equal(await identity.inspectSetup(token), null)
})

test('only its hash is stored', async () => {
  const token = await people.setupToken()
  const { rows } = await pool.query(
    `select encode(hash, 'escape') || encode(hash, 'base64') as stored from account_links`,
  )
  assert.ok(rows.every(({ stored }) => !stored.includes(token)))
})

test('workspaces without any member can be joined as their owner; those with one cannot', async () => {
  const demo = await app.workspace()
  const taken = await app.workspace({ ownerEmail: 'somebody@example.com' })
  const token = await people.setupToken()
  const offered = (await identity.inspectSetup(token))!.workspacesWithoutMembers.map(({ workspaceId }) => workspaceId)
  assert.deepEqual([offered.includes(demo.id), offered.includes(taken.id)], [true, false])
  const join = (...joinWorkspaces: string[]) =>
    form(token, { workspaceName: undefined, slug: undefined, joinWorkspaces })
  assert.equal(
    await rejectedPaths(identity.completeSetup(createBrowserSession().caller, join(demo.id, taken.id))),
    '/joinWorkspaces/1',
  )
  const fresh = createBrowserSession()
  const { workspaceId } = await fresh.saveCookies(identity.completeSetup(fresh.caller, join(demo.id)))
  assert.equal(workspaceId, demo.id)
  const visitor = await identity.readCurrentUser(fresh.caller.headers)
  assert.deepEqual(
    visitor?.memberships.map((each) => [each.workspaceId, each.role]),
    [[demo.id, 'owner']],
  )
})

test('what is refused uses the link up as little as looking does', async () => {
  const acme = await app.workspace()
  const token = await people.setupToken()
  assert.equal(
    await rejectedPaths(identity.completeSetup(createBrowserSession().caller, form(token, { slug: acme.slug }))),
    '/slug',
  )
  assert.equal(
    await rejectedPaths(identity.completeSetup(createBrowserSession().caller, form(token, { slug: undefined }))),
    '/slug',
  )
  await identity.completeSetup(createBrowserSession().caller, form(token))
})

const wrongIn = async (attempt: Promise<unknown>): Promise<string[]> => {
  const error = await attempt.then(
    () => null,
    (refused: Problem) => refused,
  )
  return (error?.extra.details ?? []).map(({ path }) => path).sort()
}

test('all that is wrong is told at once: the person, and the workspace where one is needed', async () => {
  const acme = await app.workspace()
  const token = await people.setupToken()
  const blank = { token, name: '', email: '', password: '', workspaceName: undefined, slug: undefined }
  const person = ['/email', '/name', '/password']
  const tried = (rest: object) => wrongIn(identity.completeSetup(createBrowserSession().caller, { ...blank, ...rest }))
  assert.deepEqual(await tried({}), [...person, '/slug', '/workspaceName'])
  assert.deepEqual(await tried({ workspaceName: 'Acme' }), [...person, '/slug'])
  assert.deepEqual(await tried({ joinWorkspaces: [acme.id] }), person)
  assert.deepEqual(await tried({ joinWorkspaces: [acme.id], slug: 'acme' }), [...person, '/workspaceName'])
})

test('no workspace is asked of whom the operator awaits; nor does a made-up link tell who that is', async () => {
  await app.workspace({ ownerEmail: 'awaited@example.com' })
  const token = await people.setupToken()
  const tried = (rest: object) =>
    wrongIn(
      identity.completeSetup(createBrowserSession().caller, {
        ...{ token, name: 'Ada', email: 'Awaited@example.com', password: 'short', workspaceName: undefined },
        ...rest,
      }),
    )
  assert.deepEqual(await tried({}), ['/password'])
  assert.deepEqual(await tried({ email: 'other@example.com' }), ['/password', '/slug', '/workspaceName'])
  for (const email of ['awaited@example.com', 'other@example.com']) {
    assert.deepEqual(await tried({ token: 'made-up', email }), ['/password'])
  }
})

test('the log has who set up as the one who joined, in a workspace that is new and in one that waited', async () => {
  const waiting = await app.workspace()
  const input = form(await people.setupToken(), { joinWorkspaces: [waiting.id] })
  const { workspaceId } = await identity.completeSetup(createBrowserSession().caller, input)
  const { rows } = await pool.query(
    `select actor_type, actor_id = target_id as is_own, target_id = m.id as is_member from audit_events e
     join members m on m.workspace_id = e.workspace_id and m.email = $3
     where e.type = 'member.joined' and e.workspace_id in ($1, $2)`,
    [workspaceId, waiting.id, input.email],
  )
  const joined = { actor_type: 'member', is_own: true, is_member: true }
  assert.deepEqual(rows, [joined, joined])
})
