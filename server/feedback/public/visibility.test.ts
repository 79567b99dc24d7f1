import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../boards/create.ts'
import { createTestApp } from '../../test/test-app.ts'
import { filterVisibleIds } from './visibility.ts'

const app = await createTestApp()
const acme = await app.workspace()

test('shows only requests that are approved, not closed and on a public board', async () => {
  const privateBoard = await acme.write((tx) => createBoard(tx, { name: 'Team', slug: 'team', isPublic: false }))
  const ids: string[] = []
  for (const [stage, boardId] of [
    ['planned', undefined],
    ['planned', privateBoard.id],
    ['pending', undefined],
    ['closed', undefined],
  ] as const) {
    const { id } = await acme.api.create('/feedback', { title: 'CSV export', ...(boardId && { boardId }) })
    await acme.api.patch(`/feedback/${id}/stage`, { stage })
    ids.push(id)
  }
  assert.deepEqual([...(await acme.write((tx) => filterVisibleIds(tx, ids)))], [ids[0]])
})
