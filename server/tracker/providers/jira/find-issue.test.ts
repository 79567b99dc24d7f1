import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownAccountId } from '../../../test/trackers/jira/data.ts'
import { createJiraFixture, newJiraIdentity, newJiraIssue } from '../../../test/trackers/jira/fixtures.ts'
import { markdownToAdf } from './adf/markdown-to-adf.ts'

const { jira: tracker, session } = await createJiraFixture()
const { site } = tracker

interface Made {
  teamId?: string
  createdAt?: number
  creatorId?: string
}

/** An issue that somebody makes in Jira; by default not the account that Heed has. */
const addIssue = (markdown: string, { teamId = '10000', ...rest }: Made = {}): string => {
  const description = { type: 'doc', version: 1, content: markdownToAdf(markdown) }
  return site.add({ project: { id: teamId }, summary: 'By hand', description }, rest).id
}

const lastQuery = (): string => {
  const { body } = tracker.requests.findLast(({ call }) => call === 'POST search/jql')!
  return (body as { jql: string }).jql
}

test('the issue that was created under an identity is found, and no other', async () => {
  const identity = newJiraIdentity()
  assert.equal(await session.findIssue(identity), null)
  const issue = await session.createIssue(identity, newJiraIssue())
  assert.deepEqual(await session.findIssue(identity), issue)
  assert.equal(await session.findIssue(newJiraIdentity()), null)
})

test('an issue is found whatever has become of it, but for its description', async () => {
  const identity = newJiraIdentity()
  const { id } = await session.createIssue(identity, newJiraIssue())
  tracker.rename(id, 'Another title')
  tracker.setStateType(id, 'canceled')
  assert.equal((await session.findIssue(identity))?.state.type, 'canceled')
})

test('issues that only mention the backlink are not taken for it, however many', async () => {
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
  assert.ok(tracker.calls.slice(before).length > 1, 'it took several pages')
  tracker.remove(id)
  assert.equal(await session.findIssue(identity), null)
})

test('only the project that it was created in is searched', async () => {
  const identity = newJiraIdentity()
  addIssue(`Here: ${identity.backlink}`, { teamId: '10001' })
  assert.equal(await session.findIssue(identity), null)
  assert.ok(await session.findIssue({ ...identity, teamId: '10001' }))
  assert.ok(await session.findIssue({ ...identity, teamId: null }))
})

test('an issue of an earlier sending is not found; what Jira’s clock calls a little earlier is', async () => {
  const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000
  const firstAttemptAt = new Date(minutesAgo(180)).toISOString()
  const identity = newJiraIdentity({ firstAttemptAt })
  addIssue(identity.backlink, { createdAt: minutesAgo(192) })
  assert.equal(await session.findIssue(identity), null)
  const id = addIssue(identity.backlink, { createdAt: minutesAgo(188) })
  assert.equal((await session.findIssue(identity))?.id, id)
})

test('the query names no date and no hour, which Jira would read in the time zone of the account', async () => {
  await session.findIssue(newJiraIdentity({ firstAttemptAt: new Date(Date.now() - 90_000).toISOString() }))
  assert.match(
    lastQuery(),
    /^project = 10000 AND created >= "-12m" AND description ~ "\\"[0-9a-f-]{36}\\"" ORDER BY created ASC$/,
  )
})

test('an id that is none never becomes part of a query', async () => {
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

test('what has just been created is found when Jira’s index has caught up, for which settleMs waits', async () => {
  site.isIndexLate = true
  const identity = newJiraIdentity()
  tracker.failNext('create', 'lost')
  await assert.rejects(session.createIssue(identity, newJiraIssue()), { isOutcomeKnown: false })
  assert.equal(await session.findIssue(identity), null)
  site.index()
  assert.ok(await session.findIssue(identity))
  site.isIndexLate = false
})

test('of several the oldest is taken, the oldest of our own account where there is one', async () => {
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

test('the end of the backlink finds it whatever stands before it, and nothing that only quotes it', async () => {
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

test('in a project that is gone or out of sight nobody can look; in sight again, the issue is found', async () => {
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
