import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeChanges } from './describe-changes.ts'

test('a change is told with what it was and what it became', () => {
  assert.deepEqual(describeChanges({ name: ['Ideas', 'Wishes'], isPublic: [true, false], replyTo: [null, 'a@b.c'] }), [
    { name: 'Name', from: 'Ideas', to: 'Wishes' },
    { name: 'Public', from: 'yes', to: 'no' },
    { name: 'Answers go to', from: 'nothing', to: 'a@b.c' },
  ])
})

test('two permissions are a list, and no before and after; ids are left out', () => {
  assert.deepEqual(describeChanges({ scopes: ['feedback:read', 'roadmap:read'], boardId: 'x', ids: [['a'], ['b']] }), [
    { name: 'Scopes', to: 'feedback:read, roadmap:read' },
  ])
})

test('of two whole settings only what differs is told', () => {
  const before = { sendsContext: false, mapping: { backlog: 'planned', canceled: null } }
  const after = { sendsContext: false, mapping: { backlog: 'planned', canceled: 'closed' } }
  assert.deepEqual(describeChanges({ from: before, to: after }), [
    { name: 'Mapping, canceled', from: 'nothing', to: 'closed' },
  ])
})
