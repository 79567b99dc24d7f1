import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countEdits, lettersOf, missingLetters } from './edits.ts'

/** The whole table of optimal string alignment. */
function countAllEdits(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const isEqual = one[row - 1] === other[column - 1]
      const isSwap = row > 1 && column > 1 && one[row - 2] === other[column - 1] && one[row - 1] === other[column - 2]
      table[row]![column] = Math.min(
        table[row - 1]![column - 1]! + (isEqual ? 0 : 1),
        table[row - 1]![column]! + 1,
        table[row]![column - 1]! + 1,
        isSwap ? table[row - 2]![column - 2]! + 1 : Infinity,
      )
    }
  }
  return table[one.length]![other.length]!
}

// Few letters, so that many words are alike.
const anyWord = fc.oneof(fc.stringMatching(/^[abcé]{0,12}$/u), fc.stringMatching(/^[a-z日本]{0,60}$/u))

test('counts the same edits as the whole table, up to a limit', () => {
  fc.assert(
    fc.property(anyWord, anyWord, fc.integer({ min: 0, max: 60 }), (one, other, most) => {
      assert.equal(countEdits(one, other, most), Math.min(countAllEdits(one, other), most + 1))
    }),
    { numRuns: 20_000 },
  )
})

test('never counts more missing letters than edits', () => {
  fc.assert(
    fc.property(anyWord, anyWord, (one, other) => {
      assert.ok(missingLetters(lettersOf(one), lettersOf(other)) <= countAllEdits(one, other))
    }),
    { numRuns: 5_000 },
  )
})

test('counts a swap of adjacent letters as one edit', () => {
  assert.equal(countEdits('calnedar', 'calendar', 4), 1)
  assert.equal(countEdits('calnedar', 'calendar', 1), 1)
  assert.equal(countEdits('calnedar', 'calendar', 0), 1)
})
