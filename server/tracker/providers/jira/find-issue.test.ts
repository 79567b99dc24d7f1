import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownAccountId } from '../../../test/trackers/jira/data.ts'
import { createJiraFixture, newJiraIdentity, newJiraIssue } from '../../../test/trackers/jira/fixtures.ts'
import { markdownToAdf } from './adf/markdown-to-adf.ts'

const { jira: tracker, session } = await createJiraFixture()
const { site } = tracker

interface AddOptions {
  teamId?: string
  createdAt?: number
  creatorId?: string
}

/** Adds an issue as if created in Jira; by default by another account than Heed's. */
const addIssue = (markdown: string, { teamId = '10000', ...rest }: AddOptions = {}): string => {
  const description = { type: 'doc', version: 1, content: markdownToAdf(markdown) }
  return site.add({ project: { id: teamId }, summary: 'By hand', description }, rest).id
}

const lastQuery = (): string => {
  const { body } = tracker.requests.findLast(({ call }) => call === 'POST search/jql')!
  return (body as { jql: string }).jql
}

test('finds the issue created under an identity, and no other', async () => {
  const identity = newJiraIdentity()
  assert.equal(await session.findIssue(identity), null)
  const issue = await session.createIssue(identity, newJiraIssue())
  assert.deepEqual(await session.findIssue(identity), issue)
  assert.equal(await session.findIssue(newJiraIdentity()), null)
})

test('finds an issue after changes to its title and state', async () => {
  const identity = newJiraIdentity()
  const { id } = await session.createIssue(identity, newJiraIssue())
  tracker.rename(id, 'Another title')
  tracker.setStateType(id, 'canceled')
  assert.equal((await session.findIssue(identity))?.state.type, 'canceled')
})

test('ignores issues that only mention the backlink', async () => {
  const identity = newJiraIdentity()
  const { backlink } = identity
  const { id } = await session.createIssue(identity, newJiraIssue())
  const before = tracker.calls.length
  for (const text of [
    `${backlink}\n\nSee there.`,
    `${backlink} again`,
    `- ${backlink}`,
    `https://other.test/?of=${backlink}`,
  ]) {
    addIssue(text, { createdAt: Date.now() + 1_000 })
  }
  assert.equal((await session.findIssue(identity))?.id, id)
  assert.ok(tracker.calls.slice(before).length > 1, 'expected several pages')
  tracker.remove(id)
  assert.equal(await session.findIssue(identity), null)
})

test('searches only the project of the issue', async () => {
  const identity = newJiraIdentity()
  addIssue(`Here: ${identity.backlink}`, { teamId: '10001' })
  assert.equal(await session.findIssue(identity), null)
  assert.ok(await session.findIssue({ ...identity, teamId: '10001' }))
  assert.ok(await session.findIssue({ ...identity, teamId: null }))
})

test('ignores issues from before the first attempt, with a tolerance for clock skew', async () => {
  const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000
  const firstAttemptAt = new Date(minutesAgo(180)).toISOString()
  const identity = newJiraIdentity({ firstAttemptAt })
  addIssue(identity.backlink, { createdAt: minutesAgo(192) })
  assert.equal(await session.findIssue(identity), null)
  const id = addIssue(identity.backlink, { createdAt: minutesAgo(188) })
  assert.equal((await session.findIssue(identity))?.id, id)
})

test('uses a relative time in the query, because Jira reads dates in the time zone of the account', async () => {
  await session.findIssue(newJiraIdentity({ firstAttemptAt: new Date(Date.now() - 90_000).toISOString() }))
  assert.match(
    lastQuery(),
    /^project = 10000 AND created >= "-12m" AND description ~ "\\"[0-9a-f-]{36}\\"" ORDER BY created ASC$/,
  )
})

test('includes no malformed id or unescaped text in a query', async () => {
  const before = tracker.calls.length
  for (const teamId of ['10000 OR project = 10001', '10000" OR "1"="1', 'ENG', '', '10000)', '-1']) {
    assert.equal(await session.findIssue(newJiraIdentity({ teamId })), null)
  }
  assert.equal(tracker.calls.length, before)
  for (const end of ['x" OR project = 10001 OR text ~ "', '\\', '\\" OR 1=1', 'a*?~^+!(){}[]:|&']) {
    await session.findIssue(newJiraIdentity({ backlink: `https://heed.test/console/requests/${end}` }))
    assert.match(
      lastQuery(),
      /^project = 10000 AND created >= "-\d+m" AND description ~ "\\"[\w -]+\\"" ORDER BY created ASC$/,
    )
  }
})

test('finds a new issue once Jira has indexed it, which the visibility delay waits for', async () => {
  site.isIndexLate = true
  const identity = newJiraIdentity()
  tracker.failNext('create', 'lost')
  await assert.rejects(session.createIssue(identity, newJiraIssue()), { isOutcomeKnown: false })
  assert.equal(await session.findIssue(identity), null)
  site.index()
  assert.ok(await session.findIssue(identity))
  site.isIndexLate = false
})

test('prefers the oldest issue of its own account, then the oldest of any', async () => {
  const identity = newJiraIdentity()
  const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000
  const first = addIssue(identity.backlink, { createdAt: minutesAgo(4) })
  addIssue(identity.backlink, { createdAt: minutesAgo(3) })
  for (let copies = 0; copies < 3; copies += 1) addIssue(identity.backlink)
  assert.equal((await session.findIssue(identity))?.id, first)
  const byOwnAccount = addIssue(identity.backlink, { createdAt: minutesAgo(2), creatorId: ownAccountId })
  addIssue(identity.backlink, { createdAt: minutesAgo(1), creatorId: ownAccountId })
  assert.equal((await session.findIssue(identity))?.id, byOwnAccount)
})

test('finds an issue by the path of its backlink under any origin, and ignores quotes of it', async () => {
  const identity = newJiraIdentity()
  const end = new URL(identity.backlink).pathname
  const moved = { ...identity, backlink: end }
  for (const text of [`${end} again`, `https://other.test/?of=${end}`, `https://other.test/#${end}`, `x${end}`]) {
    addIssue(text)
  }
  assert.equal(await session.findIssue(moved), null)
  const { id } = await session.createIssue(identity, newJiraIssue({ description: `3 votes · ${identity.backlink}` }))
  assert.equal((await session.findIssue(moved))?.id, id)
  const below = newJiraIdentity({ backlink: `http://localhost:8080/feedback/console/requests/${crypto.randomUUID()}` })
  const other = await session.createIssue(below, newJiraIssue())
  assert.equal((await session.findIssue({ ...below, backlink: below.backlink.slice(30) }))?.id, other.id)
})

test('reports a deleted or hidden project as stale, and finds the issue once it is visible again', async () => {
  const { jira: tracker, session } = await createJiraFixture()
  const identity = newJiraIdentity()
  const { id } = await session.createIssue(identity, newJiraIssue())
  const stale = { kind: 'stale', message: /no longer exists, or this account cannot see/ }
  tracker.hideTeam()
  await assert.rejects(session.findIssue(identity), stale)
  tracker.site.projects[0]!.visible = 'name'
  await assert.rejects(session.findIssue(identity), stale)
  tracker.showTeam()
  assert.equal((await session.findIssue(identity))?.id, id)
  tracker.removeTeam()
  await assert.rejects(session.findIssue(identity), stale)
})
