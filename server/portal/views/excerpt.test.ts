import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerptOf } from './excerpt.ts'

test('strips markup from an excerpt and cuts it at a word boundary', () => {
  assert.equal(excerptOf('**Bold** and [a link](https://example.com)\n\n- one\n- two'), 'Bold and a link one two')
  assert.equal(excerptOf('one two three', 9), 'one two…')
  assert.equal(excerptOf('one two three', 7), 'one two…')
  assert.equal(excerptOf('x'.repeat(20), 10), `${'x'.repeat(10)}…`)
  assert.equal(excerptOf('カレンダーを共有', 5), 'カレンダー…')
})
