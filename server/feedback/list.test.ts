import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../boards/create.ts'
import { createTestApp } from '../test/test-app.ts'
import { stages } from './schema.ts'

const app = await createTestApp()
const acme = await app.workspace()
const { api } = acme
const bugs = await acme.write((scope) => createBoard(scope, { name: 'Bugs', slug: 'bugs' }))
const charlie = await app.workspace()
await charlie.api.create('/feedback', { title: 'Elsewhere' })

// One request in each stage, one of them on the second board. Newest last.
const requests: { id: string; stage: string; board: string }[] = []
for (const stage of stages) {
  const board = stage === 'planned' ? 'bugs' : 'feature-requests'
  const { id } = await api.create('/feedback', { title: `Request ${stage}`, boardId: board })
  await api.patch(`/feedback/${id}/stage`, { stage })
  requests.unshift({ id, stage, board })
}

const idsOf = async (query: string) => (await api.listAll(`/feedback${query}`)).map(({ id }) => id)
const idsWhere = (matches: (request: (typeof requests)[number]) => boolean) =>
  requests.filter(matches).map(({ id }) => id)

test('lists the requests of this workspace only, newest first', async () => {
  assert.deepEqual(
    await idsOf(''),
    idsWhere(() => true),
  )
  assert.equal((await charlie.api.listAll('/feedback')).length, 1)
})

test('filters by the derived stage', async () => {
  for (const stage of stages) {
    assert.deepEqual(
      await idsOf(`?stage=${stage}`),
      idsWhere((each) => each.stage === stage),
      stage,
    )
  }
  const [pending] = idsWhere(({ stage }) => stage === 'pending')
  await api.patch(`/feedback/${pending}/status`, { status: 'spam' })
  assert.deepEqual(
    await idsOf('?stage=closed'),
    idsWhere(({ stage }) => stage === 'closed' || stage === 'pending'),
  )
  await api.patch(`/feedback/${pending}/status`, { status: 'pending' })
})

test('filters by board UUID or slug, and combines filters', async () => {
  const onBugs = idsWhere(({ board }) => board === 'bugs')
  assert.deepEqual(await idsOf(`?board=${bugs.id}`), onBugs)
  assert.deepEqual(await idsOf('?board=bugs'), onBugs)
  assert.deepEqual(await idsOf('?board=bugs&stage=planned&search=planned'), onBugs)
  assert.deepEqual(await idsOf('?board=bugs&stage=closed'), [])
})

test('returns the same 400 for a foreign and an unknown board', async () => {
  const foreign = (await charlie.api.listAll('/feedback'))[0].board.id
  const responses = [foreign, '0198c0de-0000-7000-8000-000000000000', 'nowhere'].map((board) =>
    api.get(`/feedback?board=${board}`),
  )
  const [one, ...others] = (await Promise.all(responses)).map(({ status, body }) => ({
    status,
    message: body.error.message,
    details: body.error.details,
  }))
  assert.deepEqual([one!.status, one!.details[0].path], [400, 'query.board'])
  for (const other of others) assert.deepEqual(other, one)
})

test('rejects invalid filters, naming each, instead of ignoring them', async () => {
  for (const [name, value] of [
    ['stage', 'done'],
    ['stage', ''],
    ['board', ''],
    ['search', ''],
    ['search', '%20'],
    ['status', 'approved'],
    ['boardId', 'bugs'],
  ]) {
    const { status, body } = await api.get(`/feedback?${name}=${value}`)
    assert.equal(status, 400, `${name}=${value}`)
    assert.deepEqual(
      body.error.details.map(({ path }: { path: string }) => path),
      [`query.${name}`],
    )
  }
  assert.equal((await api.get('/feedback?stage=planned&stage=closed')).status, 400)
})
