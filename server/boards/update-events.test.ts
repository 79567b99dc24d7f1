import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'
import { updateBoard } from './update.ts'

const app = await createTestApp()

test('records an event only if members that the API shows have changed, and includes no others', async () => {
  const acme = await app.workspace()
  const [board] = (await acme.api.get('/boards')).body.data
  const update = (changes: Parameters<typeof updateBoard>[2]) => acme.write((tx) => updateBoard(tx, board.id, changes))
  const updates = async () => (await acme.api.get('/events?type=board.updated')).body.data
  const { reviewsComments } = (await update({ isPublic: board.isPublic })).board
  const [first, second] = (['none', 'all', 'links'] as const).filter((policy) => policy !== reviewsComments)
  await update({ reviewsComments: first! })
  assert.deepEqual(await updates(), [])
  await update({ reviewsComments: second!, name: 'Ideas' })
  const [event, ...others] = await updates()
  assert.deepEqual(others, [])
  assert.deepEqual(event.changes, { name: { from: board.name, to: 'Ideas' } })
  assert.deepEqual(event.data, { ...board, name: 'Ideas' })
})
