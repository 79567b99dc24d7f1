import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMentions } from './find.ts'

const members = [
  { id: '1', name: 'Ada' },
  { id: '2', name: 'Ada Lovelace' },
  { id: '3', name: 'Zoë (QA)' },
  { id: '4', name: 'Sam' },
  { id: '5', name: 'Sam' },
]
const found = (text: string, ...chosen: string[]) => findMentions(text, members, new Set(chosen))

test('finds the longest name that fits, in any case, each member once', () => {
  assert.deepEqual(found('@ada lovelace and @Ada, @ADA'), [
    { id: '2', name: 'ada lovelace' },
    { id: '1', name: 'Ada' },
  ])
  assert.deepEqual(found('(@Zoë (QA)): thoughts?'), [{ id: '3', name: 'Zoë (QA)' }])
  assert.deepEqual(found('@Ada\nLovelace'), [{ id: '1', name: 'Ada' }])
})

test('ignores addresses, longer words and unknown names', () => {
  for (const text of ['mail me@Ada.example', 'x@ada', '@Adam', '@Ada2', '@Bob', '@', 'Ada'])
    assert.deepEqual(found(text), [], text)
})

test('names all members of one name, unless the author has picked one', () => {
  assert.deepEqual(
    found('@Sam').map(({ id }) => id),
    ['4', '5'],
  )
  assert.deepEqual(
    found('@Sam', '5', '1').map(({ id }) => id),
    ['5'],
  )
})
