import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeChanges } from './describe-changes.ts'

test('describes a changed value with its value before and after', () => {
  assert.deepEqual(describeChanges({ name: ['Ideas', 'Wishes'], isPublic: [true, false], replyTo: [null, 'a@b.c'] }), [
    { name: 'Name', from: 'Ideas', to: 'Wishes' },
    { name: 'Public', from: 'yes', to: 'no' },
    { name: 'Reply-to address', from: 'nothing', to: 'a@b.c' },
  ])
})

test('treats two API scopes as a list, not as before and after, and leaves out ids', () => {
  assert.deepEqual(describeChanges({ scopes: ['feedback:read', 'roadmap:read'], boardId: 'x', ids: [['a'], ['b']] }), [
    { name: 'Scopes', to: 'feedback:read, roadmap:read' },
  ])
})

test('describes only the differences between two complete settings', () => {
  const before = { sendsContext: false, mapping: { backlog: 'planned', canceled: null } }
  const after = { sendsContext: false, mapping: { backlog: 'planned', canceled: 'closed' } }
  assert.deepEqual(describeChanges({ from: before, to: after }), [
    { name: 'Mapping, canceled', from: 'nothing', to: 'closed' },
  ])
})
