import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanLine, removeUnsafe } from './visible-text.ts'

test('returns the same line with and without the shortcut for ASCII', () => {
  const piece = fc.constantFrom(
    'a',
    'Z',
    '0',
    '~',
    '!',
    ' ',
    '  ',
    '\t',
    '\n',
    '\x7f',
    '\0',
    'é',
    '\u200d',
    '\u202e',
    '❤️',
  )
  fc.assert(
    fc.property(fc.oneof(fc.array(piece, { maxLength: 12 }), fc.array(fc.string())), (parts) => {
      const text = parts.join('')
      assert.equal(cleanLine(text), removeUnsafe(text))
    }),
    { numRuns: 2_000 },
  )
})
