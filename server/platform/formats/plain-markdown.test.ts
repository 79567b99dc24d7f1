import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { joinBlocks, parseBlocks } from './markdown.ts'
import { splitPlainParagraphs } from './plain-markdown.ts'

const lineOf = (paragraphs: string[] | null) => paragraphs && joinBlocks(paragraphs)

test('reads plain prose without the parser', () => {
  const prose =
    'We export it every week (by hand): that takes R&D an hour, 5 > 3.\nAlways!\n \t\n  Then we “share” it; 1.5 MB.'
  assert.equal(lineOf(splitPlainParagraphs(prose)), joinBlocks(parseBlocks(prose)))
  assert.equal(splitPlainParagraphs(prose)?.length, 2)
})

test('leaves text with markup to the parser', () => {
  const samples = [
    '# a',
    'a\n===',
    '- a',
    '1. a',
    '> a',
    '    a',
    '\ta',
    '*a*',
    '`a`',
    '[a]',
    'a\\*b',
    '&amp;',
    '~~a~~',
    '|a|',
  ]
  for (const source of [...samples, 'a_b', '<b>', 'http://a.test', 'a@b.test', 'mailto:a', 'a\0b']) {
    assert.equal(splitPlainParagraphs(source), null, source)
  }
})

test('returns the same line as the parser for any text that it accepts', () => {
  const pieces = [
    ...[
      'a',
      'B2',
      'é',
      '😀',
      '日本',
      '.',
      ',',
      ':',
      ';',
      '!',
      '?',
      '"',
      "'",
      '(',
      ')',
      '%',
      '$',
      '^',
      '{',
      '}',
      '…',
      '–',
    ],
    ...[' ', '  ', '    ', '\t', '\n', '\n\n', '\r', '\r\n', '\u00a0', '\u2028', '\f', '\v', '\ufeff', '\u200b'],
    ...[
      '-',
      '+',
      '=',
      '===',
      '---',
      '#',
      '>',
      '/',
      '&',
      '1.',
      '2)',
      '1234567890.',
      ':-',
      'http:',
      'www.a.test',
      'x.md',
    ],
    ...['*', '_', '`', '[', ']', '<', '|', '~', '@', '\\', '&amp;', '&#65;', '//', 'mailto:', '\0', ']:', '](a)'],
  ]
  // Most pieces of a text are plain, so that most texts are.
  const plain = fc.constantFrom(...pieces.slice(0, 36))
  const piece = fc.oneof({ arbitrary: plain, weight: 60 }, { arbitrary: fc.constantFrom(...pieces), weight: 2 })
  let accepted = 0
  fc.assert(
    fc.property(fc.oneof(fc.array(piece, { maxLength: 30 }), fc.array(fc.string(), { maxLength: 4 })), (parts) => {
      const source = parts.join('')
      const line = lineOf(splitPlainParagraphs(source))
      if (line === null) return
      accepted += 1
      assert.equal(line, joinBlocks(parseBlocks(source)))
    }),
    { numRuns: 5_000 },
  )
  assert.ok(accepted > 1_000, `${accepted} texts were accepted`)
})
