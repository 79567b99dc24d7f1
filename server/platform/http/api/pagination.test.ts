import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Signer } from '../../crypto/secret-key.ts'
import { Problem } from '../../problems.ts'
import { createCursors, paginate } from './pagination.ts'

const signer = new Signer('a secret key that only this test has', 'cursors')
const cursors = createCursors(signer, 'feedback', 'workspace-1', { stage: 'planned', board: undefined })

const isCursorRejection = (error: unknown) =>
  error instanceof Problem && error.extra.details?.[0]?.path === 'query.cursor'

test('decodes any position as it was encoded', () => {
  for (const position of [
    ['2026-03-01T09:00:00.000Z', 'id'],
    [1024.5, 'id'],
    ['"\\\n', '字😀', ''],
    [-0.1, 0],
  ]) {
    const cursor = cursors.encode(position)
    assert.match(cursor, /^[A-Za-z0-9_-]+$/)
    assert.deepEqual(cursors.decode(cursor), position)
  }
})

test('decodes a missing cursor as no position', () => {
  assert.equal(cursors.decode(undefined), undefined)
})

test('rejects a cursor of another list, workspace, filter or secret', () => {
  const cursor = cursors.encode(['2026-03-01T09:00:00.000Z', 'id'])
  const filters = { stage: 'planned' }
  const others = [
    createCursors(signer, 'roadmap', 'workspace-1', filters),
    createCursors(signer, 'feedback', 'workspace-2', filters),
    createCursors(signer, 'feedback', 'workspace-1', {}),
    createCursors(signer, 'feedback', 'workspace-1', { ...filters, search: 'x' }),
    createCursors(new Signer('another secret key', 'cursors'), 'feedback', 'workspace-1', filters),
    createCursors(new Signer('a secret key that only this test has', 'links'), 'feedback', 'workspace-1', filters),
  ]
  for (const other of others) assert.throws(() => other.decode(cursor), isCursorRejection)
})

test('ignores the order of filters', () => {
  const one = createCursors(signer, 'feedback', 'workspace-1', { stage: 'planned', search: 'x' })
  const two = createCursors(signer, 'feedback', 'workspace-1', { search: 'x', stage: 'planned' })
  assert.deepEqual(two.decode(one.encode(['id'])), ['id'])
})

test('rejects a cursor with any bit changed or with another spelling', () => {
  const cursor = cursors.encode(['2026-03-01T09:00:00.000Z', 'id'])
  const bytes = Buffer.from(cursor, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    assert.throws(() => cursors.decode(changed.toString('base64url')), isCursorRejection)
  }
  for (const other of [`${cursor}=`, ` ${cursor}`, `${cursor}\n`, bytes.toString('hex'), cursor.slice(0, 21), '']) {
    assert.throws(() => cursors.decode(other), isCursorRejection)
  }
})

test('uses the row beyond the limit only to report another page', () => {
  const page = (rows: number[], limit: number) =>
    paginate(
      rows,
      limit,
      cursors,
      (row) => [row],
      (row) => row * 10,
    )
  const { data, pagination } = page([1, 2, 3], 2)
  assert.deepEqual([data, pagination.hasMore], [[10, 20], true])
  assert.deepEqual(cursors.decode(pagination.nextCursor!), [2])
  assert.deepEqual(page([1, 2], 2), { data: [10, 20], pagination: { nextCursor: null, hasMore: false } })
  assert.deepEqual(page([], 2), { data: [], pagination: { nextCursor: null, hasMore: false } })
})
