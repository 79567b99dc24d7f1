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
const askedAt = '2026-05-01T12:00:00.000Z'

/** Issues of other people, a second apart, beginning so many minutes after it was asked for. */
function addOthers(stage: FakeGitHub, count: number, minutesAfter: number): void {
  const first = Date.parse(askedAt) + minutesAfter * 60_000
  for (let i = 0; i < count; i++) {
    stage.add({ title: `Other ${i}`, description: 'x', createdAt: new Date(first + i * 1_000).toISOString() })
  }
}

const lists = ({ requests }: FakeGitHub) => requests.filter((one) => /\/issues\?|search/.test(one)).length

test('what was created and never answered for is found, open or closed, also with line ends as GitHub keeps them', async () => {
  const stage = await startGitHub()
  const session = openGitHubSession(stage)
  assert.equal(await session.findIssue(newGitHubIdentity()), null)
  for (const fault of ['lost', 'broken'] as const) {
    stage.failNext('create', fault)
    await assert.rejects(session.createIssue(newGitHubIdentity(), newGitHubIssue()), {
      kind: 'unavailable',
      isOutcomeKnown: false,
    })
    assert.equal((await session.findIssue(newGitHubIdentity()))?.identifier, 'acme/app#1')
  }
  stage.remove('1296269/2')
  stage.setStateType('1296269/1', 'canceled')
  assert.equal((await session.findIssue(newGitHubIdentity()))?.state.type, 'canceled')
  stage.remove('1296269/1')
  assert.equal(await session.findIssue(newGitHubIdentity()), null)
  stage.add({ title: 'Edited', description: `Text\r\n\r\nSee also: ${backlink}\r\n\r\n` })
  assert.equal((await session.findIssue(newGitHubIdentity()))?.title, 'Edited')
})

test('an issue that only mentions the request is not its issue, and neither is a pull request', async () => {
  const stage = await startGitHub()
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
  for (const description of others) stage.add({ title: 'Another', description })
  stage.add({ title: 'A change', description: backlink, isPull: true })
  const session = openGitHubSession(stage)
  for (const whole of [backlink, backlinkEnd])
    assert.equal(await session.findIssue(newGitHubIdentity({ backlink: whole })), null)
})

test('by the end of the address it is found under whatever address Heed had when it was created', async () => {
  for (const origin of ['https://heed.example.com', 'http://10.0.0.7:8080', 'https://example.com/heed']) {
    const stage = await startGitHub()
    const description = `Text\n\n---\n3 votes · Ideas · ${origin}${backlinkEnd}`
    const { id } = await openGitHubSession(stage).createIssue(newGitHubIdentity(), newGitHubIssue({ description }))
    assert.equal((await openGitHubSession(stage).findIssue(newGitHubIdentity({ backlink: backlinkEnd })))?.id, id)
  }
})

test('of several the oldest is found, on whichever page, and none that was there before it was asked for', async () => {
  const stage = await startGitHub()
  const add = (createdAt: string) => stage.add({ title: 'Ours', description: backlink, createdAt })
  add('2026-05-01T11:49:59Z')
  add('2026-05-01T12:00:09Z')
  const id = add('2026-05-01T11:50:00Z')
  add('2026-05-01T11:50:00Z')
  addOthers(stage, 150, 1)
  add('2026-05-01T13:00:00Z')
  const session = openGitHubSession(stage)
  assert.equal((await session.findIssue(newGitHubIdentity({ firstAttemptAt: askedAt })))?.id, id)
  assert.equal(await session.findIssue(newGitHubIdentity({ firstAttemptAt: '2026-05-01T13:10:01.000Z' })), null)
})

test('one by the credential itself comes before an older one by somebody else, who is found where there is no other', async () => {
  const stage = await startGitHub()
  const byOther = stage.add({ title: 'By Mona', description: backlink })
  for (const [credential, author] of [
    [stage.credential, 'heed-bot'],
    [stage.appCredential, 'heed-feedback[bot]'],
  ] as const) {
    const session = openGitHubSession(stage, { credential })
    assert.equal((await session.findIssue(newGitHubIdentity()))?.id, byOther)
    const { id } = await session.createIssue(newGitHubIdentity(), newGitHubIssue())
    stage.add({ title: 'Once more', description: backlink, author })
    assert.equal((await session.findIssue(newGitHubIdentity()))?.id, id)
    stage.remove(id)
    stage.remove(stage.issues.at(-1)!.id)
  }
})

test('who the credential is, is asked only where there are several; that GitHub does not say keeps none from being found', async () => {
  const stage = await startGitHub()
  const { id } = await openGitHubSession(stage).createIssue(newGitHubIdentity(), newGitHubIssue())
  await openGitHubSession(stage).findIssue(newGitHubIdentity())
  assert.equal(stage.requests.includes('GET /user'), false)
  stage.add({ title: 'Copy', description: backlink })
  const asked = stage.requests.length
  // A token of an installation that was put in by hand is nobody.
  await openGitHubSession(stage, { credential: stage.appCredential }).listChoices('team', null)
  const [token] = stage.app.tokens.keys()
  const session = openGitHubSession(stage, { credential: { kind: 'token', token: token! } })
  assert.equal((await session.findIssue(newGitHubIdentity()))?.id, id)
  assert.equal(stage.requests.slice(asked).includes('GET /user'), true)
})

test('it is found on any of ten pages, whatever else was created since', async () => {
  const stage = await startGitHub()
  const id = stage.add({ title: 'Ours', description: backlink, createdAt: '2026-05-01T12:00:01Z' })
  addOthers(stage, 950, 1)
  assert.equal((await openGitHubSession(stage).findIssue(newGitHubIdentity({ firstAttemptAt: askedAt })))?.id, id)
  assert.equal(lists(stage), 10)
})

test('nothing is looked for among what was there ten minutes before it was asked for', async () => {
  const stage = await startGitHub()
  addOthers(stage, 300, -60)
  addOthers(stage, 30, 1)
  assert.equal(await openGitHubSession(stage).findIssue(newGitHubIdentity({ firstAttemptAt: askedAt })), null)
  assert.equal(lists(stage), 1)
})

test('behind a thousand newer ones, the search finds it: the oldest, and only when it ends with the backlink', async () => {
  const stage = await startGitHub()
  stage.add({ title: 'Another', description: `${backlink}\n\nThis one`, createdAt: '2026-05-01T12:00:00Z' })
  const id = stage.add({ title: 'Ours', description: `Text\n\n${backlink}`, createdAt: '2026-05-01T12:00:01Z' })
  addOthers(stage, 1_000, 1)
  const younger = stage.add({ title: 'Again', description: backlink, createdAt: '2026-05-01T13:00:00Z' })
  const session = openGitHubSession(stage)
  assert.equal((await session.findIssue(newGitHubIdentity({ firstAttemptAt: askedAt })))?.id, id)
  stage.remove(id)
  assert.equal((await session.findIssue(newGitHubIdentity({ firstAttemptAt: askedAt })))?.id, younger)
  stage.remove(younger)
  assert.equal(await session.findIssue(newGitHubIdentity({ firstAttemptAt: askedAt })), null)
  assert.equal(lists(stage), 33)
})

test('where it may be but cannot be looked at, nobody says that it is not there', async () => {
  const stage = await startGitHub()
  const session = openGitHubSession(stage)
  for (const fault of ['error', 'limited', 'lost'] as const) {
    stage.failNext('find', fault)
    await assert.rejects(session.findIssue(newGitHubIdentity()), { kind: 'unavailable' })
  }
  await session.createIssue(newGitHubIdentity(), newGitHubIssue())
  stage.hideTeam()
  await assert.rejects(openGitHubSession(stage).findIssue(newGitHubIdentity()), { kind: 'stale' })
  stage.showTeam()
  assert.notEqual(await openGitHubSession(stage).findIssue(newGitHubIdentity()), null)
  stage.close('hasIssues')
  await assert.rejects(openGitHubSession(stage).findIssue(newGitHubIdentity()), { kind: 'stale' })
  stage.removeTeam()
  await assert.rejects(openGitHubSession(stage).findIssue(newGitHubIdentity()), { kind: 'stale' })
})
