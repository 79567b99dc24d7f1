import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { excerptOf } from './excerpt.ts'

test('strips markup from an excerpt and cuts it at a word boundary', () => {
  assert.equal(excerptOf('**Bold** and [a link](https://example.com)\n\n- one\n- two'), 'Bold and a link · one · two')
  assert.equal(excerptOf('one two three', 9), 'one two…')
  assert.equal(excerptOf('one two three', 7), 'one two…')
  assert.equal(excerptOf('one\n\ntwo three', 9), 'one · two…')
  assert.equal(excerptOf('one\n\ntwo', 6), 'one…')
  assert.equal(excerptOf('x'.repeat(20), 10), `${'x'.repeat(10)}…`)
  assert.equal(excerptOf('カレンダーを共有', 5), 'カレンダー…')
})

test('keeps the characters of plain text in an excerpt', () => {
  const plain = 'Support C# and F#, issue #123, snake_case_name, 5 > 3 | a * b, 2. <b> & ~x~ [x] f(y)'
  assert.equal(excerptOf(plain), plain)
  assert.equal(excerptOf('See the [wiki](https://example.com/Foo_(bar)) now'), 'See the wiki now')
  assert.equal(excerptOf('![A chart](https://example.com/a.png) `a*b*c` &amp; \\*x\\*'), 'A chart a*b*c & *x*')
  assert.equal(excerptOf('[x]: https://example.com\n\nhttps://example.com/a'), 'https://example.com/a')
})

test('separates paragraphs, lines and list items', () => {
  assert.equal(
    excerptOf('Wei Ling\n\nWhoever connects, waits.\nAlways.\n\n1. one\n2. two'),
    'Wei Ling · Whoever connects, waits. Always. one · two',
  )
  assert.equal(
    excerptOf('# Steps:\n> quoted\n\n```\ncode\nmore\n```\n|a|b|\n|-|-|\n|1|2|'),
    'Steps: quoted · code more · a · b · 1 · 2',
  )
  assert.equal(excerptOf('   \n\n---\n'), '')
})

test('counts characters, not UTF-16 units, for any text and length', () => {
  const piece = fc.constantFrom('a', 'bc', ' ', '😀', '\ud83d', '\ude00', '日', '.', 'e\u0301')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 1, max: 20 }), (pieces, characters) => {
      const text = pieces.join('').replaceAll(/\s+/g, ' ').trim()
      const letters = [...text]
      const excerpt = excerptOf(text, characters)
      if (letters.length <= characters) return assert.equal(excerpt, text)
      assert.ok([...excerpt].length <= characters + 1)
      assert.ok(letters.slice(0, characters).join('').startsWith(excerpt.slice(0, -1)))
    }),
  )
})
