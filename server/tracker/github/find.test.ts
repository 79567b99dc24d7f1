import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GitHubStage, startGitHub } from '../../test/trackers/github.ts'
import { backlink, converseWith, identity, proposed } from '../../test/trackers/github-conversation.ts'

const askedAt = '2026-05-01T12:00:00.000Z'

/** Issues of other people, a second apart, beginning so many minutes after it was asked for. */
function addOthers(stage: GitHubStage, count: number, minutesAfter: number): void {
  const first = Date.parse(askedAt) + minutesAfter * 60_000
  for (let i = 0; i < count; i++) {
    stage.add({ title: `Other ${i}`, description: 'x', createdAt: new Date(first + i * 1_000).toISOString() })
  }
}

const lists = ({ requests }: GitHubStage) => requests.filter((one) => /\/issues\?|search/.test(one)).length

test('what was created and never answered for is found, open or closed, also with line ends as GitHub keeps them', async () => {
  const stage = await startGitHub()
  const session = converseWith(stage)
  assert.equal(await session.find(identity()), null)
  stage.fault('create', 'lost')
  await assert.rejects(session.create(identity(), proposed()), { kind: 'unavailable', isSettled: false })
  assert.equal((await session.find(identity()))?.identifier, 'acme/app#1')
  stage.move('1296269/1', 'canceled')
  assert.equal((await session.find(identity()))?.state.type, 'canceled')
  stage.remove('1296269/1')
  assert.equal(await session.find(identity()), null)
  stage.add({ title: 'Edited', description: `Text\r\n\r\nSee also: ${backlink}\r\n\r\n` })
  assert.equal((await session.find(identity()))?.title, 'Edited')
})

test('an issue that only mentions the request is not its issue, and neither is a pull request', async () => {
  const stage = await startGitHub()
  const others = [
    `Customers ask for ${backlink} again and again.\n\nWhen?`,
    `${backlink}\n\nNo, this one.`,
    `${backlink}/`,
    `${backlink}#comment`,
    `${backlink.slice(0, -1)}2`,
    backlink.toUpperCase(),
    '',
  ]
  for (const description of others) stage.add({ title: 'Another', description })
  stage.add({ title: 'A change', description: backlink, isPull: true })
  assert.equal(await converseWith(stage).find(identity()), null)
})

test('it is found on any of ten pages, whatever else was created since', async () => {
  const stage = await startGitHub()
  const id = stage.add({ title: 'Ours', description: backlink, createdAt: '2026-05-01T12:00:01Z' })
  addOthers(stage, 950, 1)
  assert.equal((await converseWith(stage).find(identity({ askedAt })))?.id, id)
  assert.equal(lists(stage), 10)
})

test('nothing is looked for among what was there ten minutes before it was asked for', async () => {
  const stage = await startGitHub()
  addOthers(stage, 300, -60)
  addOthers(stage, 30, 1)
  assert.equal(await converseWith(stage).find(identity({ askedAt })), null)
  assert.equal(lists(stage), 1)
})

test('behind a thousand newer ones, the search finds it, and only when it ends with the backlink', async () => {
  const stage = await startGitHub()
  stage.add({ title: 'Another', description: `${backlink}\n\nThis one`, createdAt: '2026-05-01T12:00:00Z' })
  const id = stage.add({ title: 'Ours', description: `Text\n\n${backlink}`, createdAt: '2026-05-01T12:00:01Z' })
  addOthers(stage, 1_000, 1)
  const session = converseWith(stage)
  assert.equal((await session.find(identity({ askedAt })))?.id, id)
  assert.equal(stage.requests.at(-1)?.startsWith('GET /search/issues?'), true)
  stage.remove(id)
  assert.equal(await session.find(identity({ askedAt })), null)
  assert.equal(lists(stage), 22)
})

test('where it may be but cannot be looked at, nobody says that it is not there', async () => {
  const stage = await startGitHub()
  const session = converseWith(stage)
  for (const fault of ['error', 'limited', 'lost'] as const) {
    stage.fault('find', fault)
    await assert.rejects(session.find(identity()), { kind: 'unavailable' })
  }
  stage.removeTeam()
  await assert.rejects(converseWith(stage).find(identity()), { kind: 'stale' })
})
