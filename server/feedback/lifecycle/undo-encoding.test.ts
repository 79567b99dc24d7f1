import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import type { UndoableTransition } from './set-stages.ts'
import { decodeUndo, encodeUndo } from './undo-encoding.ts'

const waiting = { status: 'pending', productStage: null } as const
const planned = { status: 'approved', productStage: 'planned' } as const
const spam = { status: 'spam', productStage: 'planned' } as const

test('a bulk operation that was written down is read again as it was', () => {
  const moves: UndoableTransition[] = [
    { id: newId(), from: waiting, to: planned },
    { id: newId(), from: planned, to: spam },
    { id: newId(), from: waiting, to: planned },
  ]
  const byId = (all: UndoableTransition[]) => all.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  assert.deepEqual(byId(decodeUndo(encodeUndo(moves))), byId(moves))
})

test('a hundred moves fit into a cookie', () => {
  const moves = Array.from({ length: 100 }, () => ({ id: newId(), from: waiting, to: planned }))
  assert.ok(encodeURIComponent(encodeUndo(moves)).length < 2_500)
})

test('a text that is none of ours is refused', () => {
  const good = encodeUndo([{ id: newId(), from: waiting, to: planned }])
  for (const text of [
    '',
    'x',
    good.slice(0, -1),
    good.replace('pending', 'gone'),
    good.replace('planned', 'pending'),
  ]) {
    assert.throws(() => decodeUndo(text), { code: 'validation_error' }, text)
  }
})
