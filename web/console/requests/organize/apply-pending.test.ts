import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyPendingOrganizing, type Organized } from './apply-pending.ts'
import type { OrganizeChoices } from './load-choices.ts'
import { formatTagChange, nobody, parseTagChange } from './values.ts'

const tag = (id: string, name: string) => ({ id, name, color: '#0d9488' })
const choices: OrganizeChoices = {
  members: [
    { id: 'ada', name: 'Ada' },
    { id: 'bob', name: 'Bob' },
  ],
  boards: [
    { id: 'bugs', name: 'Bugs', acceptsRequests: true },
    { id: 'ideas', name: 'Ideas', acceptsRequests: true },
  ],
  tags: [tag('x', 'X'), tag('y', 'Y')],
  me: 'ada',
  canCreateTags: true,
}
const stored: Organized = { owner: null, board: { id: 'bugs', name: 'Bugs' }, tags: [tag('y', 'Y')] }

const apply = (...changes: [intent: 'owner' | 'board' | 'tag', value: string, id?: string][]) =>
  applyPendingOrganizing(
    'a',
    stored,
    changes.map(([intent, value, id = 'a']) => ({ ids: [id], intent, value, next: '' })),
    choices,
  )

test('shows owner, board and tags as the pending changes leave them, in order', () => {
  const { owner, board, tags } = apply(
    ['owner', 'ada'],
    ['owner', 'bob'],
    ['board', 'ideas'],
    ['tag', 'add:x'],
    ['tag', 'add:x'],
    ['tag', 'remove:y'],
    ['tag', 'create:New: one'],
  )
  assert.equal(owner?.name, 'Bob')
  assert.equal(board.name, 'Ideas')
  assert.deepEqual(
    tags.map(({ name }) => name),
    ['New: one', 'X'],
  )
  assert.equal(apply(['owner', 'ada'], ['owner', nobody]).owner, null)
})

test('ignores changes of other requests and choices that no longer exist', () => {
  assert.deepEqual(apply(['owner', 'ada', 'b'], ['owner', 'gone'], ['board', 'gone'], ['tag', 'add:gone']), stored)
})

test('reads back a change of tags, and takes anything else for an unknown tag', () => {
  for (const kind of ['add', 'remove', 'create'] as const) {
    assert.deepEqual(parseTagChange(formatTagChange({ kind, value: 'a: b\nc' })), { kind, value: 'a: b\nc' })
  }
  assert.deepEqual(parseTagChange('drop:x'), { kind: 'add', value: '' })
})
