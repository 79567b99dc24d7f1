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

/** Issues of other people, a second apart, beginning so many minutes after it was asked for. */
function addOthers(tracker: FakeGitHub, count: number, minutesAfter: number): void {
  const first = Date.parse(firstAttemptAt) + minutesAfter * 60_000
  for (let i = 0; i < count; i++) {
    tracker.add({ title: `Other ${i}`, description: 'x', createdAt: new Date(first + i * 1_000).toISOString() })
  }
}

const listRequests = ({ requests }: FakeGitHub) => requests.filter((one) => /\/issues\?|search/.test(one)).length

test('what was created and never answered for is found, open or closed, also with line ends as GitHub keeps them', async () => {
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

test('an issue that only mentions the request is not its issue, and neither is a pull request', async () => {
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

test('by the end of the address it is found under whatever address Heed had when it was created', async () => {
  for (const origin of ['https://heed.example.com', 'http://10.0.0.7:8080', 'https://example.com/heed']) {
    const tracker = await startGitHub()
    const description = `Text\n\n---\n3 votes · Ideas · ${origin}${backlinkEnd}`
    const { id } = await openGitHubSession(tracker).createIssue(newGitHubIdentity(), newGitHubIssue({ description }))
    assert.equal((await openGitHubSession(tracker).findIssue(newGitHubIdentity({ backlink: backlinkEnd })))?.id, id)
  }
})

test('of several the oldest is found, on whichever page, and none that was there before it was asked for', async () => {
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

test('one by the credential itself comes before an older one by somebody else, who is found where there is no other', async () => {
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

test('who the credential is, is asked only where there are several; that GitHub does not say keeps none from being found', async () => {
  const tracker = await startGitHub()
  const { id } = await openGitHubSession(tracker).createIssue(newGitHubIdentity(), newGitHubIssue())
  await openGitHubSession(tracker).findIssue(newGitHubIdentity())
  assert.equal(tracker.requests.includes('GET /user'), false)
  tracker.add({ title: 'Copy', description: backlink })
  const requestCount = tracker.requests.length
  // A token of an installation that was put in by hand is nobody.
  await openGitHubSession(tracker, { credential: tracker.appCredential }).listChoices('team', null)
  const [token] = tracker.app.tokens.keys()
  const session = openGitHubSession(tracker, { credential: { kind: 'token', token: token! } })
  assert.equal((await session.findIssue(newGitHubIdentity()))?.id, id)
  assert.equal(tracker.requests.slice(requestCount).includes('GET /user'), true)
})

test('it is found on any of ten pages, whatever else was created since', async () => {
  const tracker = await startGitHub()
  const id = tracker.add({ title: 'Ours', description: backlink, createdAt: '2026-05-01T12:00:01Z' })
  addOthers(tracker, 950, 1)
  assert.equal((await openGitHubSession(tracker).findIssue(newGitHubIdentity({ firstAttemptAt })))?.id, id)
  assert.equal(listRequests(tracker), 10)
})

test('nothing is looked for among what was there ten minutes before it was asked for', async () => {
  const tracker = await startGitHub()
  addOthers(tracker, 300, -60)
  addOthers(tracker, 30, 1)
  assert.equal(await openGitHubSession(tracker).findIssue(newGitHubIdentity({ firstAttemptAt })), null)
  assert.equal(listRequests(tracker), 1)
})

test('behind a thousand newer ones, the search finds it: the oldest, and only when it ends with the backlink', async () => {
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

test('where it may be but cannot be looked at, nobody says that it is not there', async () => {
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
