import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMentionQuery } from './mention-query.ts'

test('finds the name that is being typed', () => {
  assert.deepEqual(findMentionQuery('@'), { start: 0, text: '' })
  assert.deepEqual(findMentionQuery('Hi @Ada'), { start: 3, text: 'Ada' })
  assert.deepEqual(findMentionQuery('Hi\n(@Ada L'), { start: 4, text: 'Ada L' })
})

test('finds none in addresses, after the name, and in a longer text', () => {
  for (const text of ['', 'me@example', '@Ada ', '@Ada, and', '@Ada\n', '@one two three four']) {
    assert.equal(findMentionQuery(text), null, text)
  }
})
