import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  backlink,
  newGitHubIdentity,
  newGitHubIssue,
  openGitHubSession,
} from '../../../test/trackers/github/fixtures.ts'
import { type FakeGitHub, startGitHub } from '../../../test/trackers/github/server.ts'

const backlinkEnd = new URL(backlink).pathname
const firstAttemptAt = '2026-05-01T12:00:00.000Z'

/** Adds issues by other people, a second apart, starting some minutes after the first attempt. */
function addOthers(tracker: FakeGitHub, count: number, minutesAfter: number): void {
  const first = Date.parse(firstAttemptAt) + minutesAfter * 60_000
  for (let i = 0; i < count; i++) {
    tracker.add({ title: `Other ${i}`, description: 'x', createdAt: new Date(first + i * 1_000).toISOString() })
  }
}

const listRequests = ({ requests }: FakeGitHub) => requests.filter((one) => /\/issues\?|search/.test(one)).length

test('finds an issue whose creation got no response, open or closed, even with CRLF line ends', async () => {
  const tracker = await startGitHub()
  const session = openGitHubSession(tracker)
  assert.equal(await session.findIssue(newGitHubIdentity()), null)
  for (const fault of ['lost', 'broken'] as const) {
    tracker.failNext('create', fault)
    await assert.rejects(session.createIssue(newGitHubIdentity(), newGitHubIssue()), {
      kind: 'unavailable',
      isOutcomeKnown: false,
    })
    assert.equal((await session.findIssue(newGitHubIdentity()))?.identifier, 'acme/app#1')
  }
  tracker.remove('1296269/2')
  tracker.setStateType('1296269/1', 'canceled')
  assert.equal((await session.findIssue(newGitHubIdentity()))?.state.type, 'canceled')
  tracker.remove('1296269/1')
  assert.equal(await session.findIssue(newGitHubIdentity()), null)
  tracker.add({ title: 'Edited', description: `Text\r\n\r\nSee also: ${backlink}\r\n\r\n` })
  assert.equal((await session.findIssue(newGitHubIdentity()))?.title, 'Edited')
})

test('ignores issues that only mention the request, and pull requests', async () => {
  const tracker = await startGitHub()
  const others = [
    `Customers ask for ${backlink} again and again.\n\nWhen?`,
    `${backlink}\n\nNo, this one.`,
    `${backlink}/`,
    `${backlink}/comments`,
    `${backlink}#comment`,
    `[Heed](${backlink})`,
    backlinkEnd.slice(1),
    `https://heed.example.com/requests/${backlinkEnd.split('/').at(-1)}`,
    `${backlink.slice(0, -1)}2`,
    backlink.toUpperCase(),
    '',
  ]
  for (const description of others) tracker.add({ title: 'Another', description })
  tracker.add({ title: 'A change', description: backlink, isPull: true })
  const session = openGitHubSession(tracker)
  for (const whole of [backlink, backlinkEnd])
    assert.equal(await session.findIssue(newGitHubIdentity({ backlink: whole })), null)
})

test('finds an issue by the path of its backlink after the origin of Heed has changed', async () => {
  for (const origin of ['https://heed.example.com', 'http://10.0.0.7:8080', 'https://example.com/heed']) {
    const tracker = await startGitHub()
    const description = `Text\n\n---\n3 votes · Ideas · ${origin}${backlinkEnd}`
    const { id } = await openGitHubSession(tracker).createIssue(newGitHubIdentity(), newGitHubIssue({ description }))
    assert.equal((await openGitHubSession(tracker).findIssue(newGitHubIdentity({ backlink: backlinkEnd })))?.id, id)
  }
})

test('finds the oldest of several issues on any page, and none from before the first attempt', async () => {
  const tracker = await startGitHub()
  const add = (createdAt: string) => tracker.add({ title: 'Ours', description: backlink, createdAt })
  add('2026-05-01T11:49:59Z')
  add('2026-05-01T12:00:09Z')
  const id = add('2026-05-01T11:50:00Z')
  add('2026-05-01T11:50:00Z')
  addOthers(tracker, 150, 1)
  add('2026-05-01T13:00:00Z')
  const session = openGitHubSession(tracker)
  assert.equal((await session.findIssue(newGitHubIdentity({ firstAttemptAt })))?.id, id)
  assert.equal(await session.findIssue(newGitHubIdentity({ firstAttemptAt: '2026-05-01T13:10:01.000Z' })), null)
})

test('prefers an issue by its own account over an older one by another author', async () => {
  const tracker = await startGitHub()
  const byOther = tracker.add({ title: 'By Mona', description: backlink })
  for (const [credential, author] of [
    [tracker.credential, 'heed-bot'],
    [tracker.appCredential, 'heed-feedback[bot]'],
  ] as const) {
    const session = openGitHubSession(tracker, { credential })
    assert.equal((await session.findIssue(newGitHubIdentity()))?.id, byOther)
    const { id } = await session.createIssue(newGitHubIdentity(), newGitHubIssue())
    tracker.add({ title: 'Once more', description: backlink, author })
    assert.equal((await session.findIssue(newGitHubIdentity()))?.id, id)
    tracker.remove(id)
    tracker.remove(tracker.issues.at(-1)!.id)
  }
})

test('requests the account only to choose among several issues, and finds one even if GitHub rejects that request', async () => {
  const tracker = await startGitHub()
  const { id } = await openGitHubSession(tracker).createIssue(newGitHubIdentity(), newGitHubIssue())
  await openGitHubSession(tracker).findIssue(newGitHubIdentity())
  assert.equal(tracker.requests.includes('GET /user'), false)
  tracker.add({ title: 'Copy', description: backlink })
  const requestCount = tracker.requests.length
  // An installation token used as a plain token has no user.
  await openGitHubSession(tracker, { credential: tracker.appCredential }).listChoices('team', null)
  const [token] = tracker.app.tokens.keys()
  const session = openGitHubSession(tracker, { credential: { kind: 'token', token: token! } })
  assert.equal((await session.findIssue(newGitHubIdentity()))?.id, id)
  assert.equal(tracker.requests.slice(requestCount).includes('GET /user'), true)
})

test('finds an issue on the last of ten pages', async () => {
  const tracker = await startGitHub()
  const id = tracker.add({ title: 'Ours', description: backlink, createdAt: '2026-05-01T12:00:01Z' })
  addOthers(tracker, 950, 1)
  assert.equal((await openGitHubSession(tracker).findIssue(newGitHubIdentity({ firstAttemptAt })))?.id, id)
  assert.equal(listRequests(tracker), 10)
})

test('stops listing at issues from ten minutes before the first attempt', async () => {
  const tracker = await startGitHub()
  addOthers(tracker, 300, -60)
  addOthers(tracker, 30, 1)
  assert.equal(await openGitHubSession(tracker).findIssue(newGitHubIdentity({ firstAttemptAt })), null)
  assert.equal(listRequests(tracker), 1)
})

test('searches when there are a thousand newer issues, and finds the oldest that ends with the backlink', async () => {
  const tracker = await startGitHub()
  tracker.add({ title: 'Another', description: `${backlink}\n\nThis one`, createdAt: '2026-05-01T12:00:00Z' })
  const id = tracker.add({ title: 'Ours', description: `Text\n\n${backlink}`, createdAt: '2026-05-01T12:00:01Z' })
  addOthers(tracker, 1_000, 1)
  const younger = tracker.add({ title: 'Again', description: backlink, createdAt: '2026-05-01T13:00:00Z' })
  const session = openGitHubSession(tracker)
  assert.equal((await session.findIssue(newGitHubIdentity({ firstAttemptAt })))?.id, id)
  tracker.remove(id)
  assert.equal((await session.findIssue(newGitHubIdentity({ firstAttemptAt })))?.id, younger)
  tracker.remove(younger)
  assert.equal(await session.findIssue(newGitHubIdentity({ firstAttemptAt })), null)
  assert.equal(listRequests(tracker), 33)
})

test('rejects rather than reporting an issue as missing when it cannot be looked up', async () => {
  const tracker = await startGitHub()
  const session = openGitHubSession(tracker)
  for (const fault of ['error', 'limited', 'lost'] as const) {
    tracker.failNext('find', fault)
    await assert.rejects(session.findIssue(newGitHubIdentity()), { kind: 'unavailable' })
  }
  await session.createIssue(newGitHubIdentity(), newGitHubIssue())
  tracker.hideTeam()
  await assert.rejects(openGitHubSession(tracker).findIssue(newGitHubIdentity()), { kind: 'stale' })
  tracker.showTeam()
  assert.notEqual(await openGitHubSession(tracker).findIssue(newGitHubIdentity()), null)
  tracker.close('hasIssues')
  await assert.rejects(openGitHubSession(tracker).findIssue(newGitHubIdentity()), { kind: 'stale' })
  tracker.removeTeam()
  await assert.rejects(openGitHubSession(tracker).findIssue(newGitHubIdentity()), { kind: 'stale' })
})
