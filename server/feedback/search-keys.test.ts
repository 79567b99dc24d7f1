import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { junctionsOf, pairsOf, searchKeys } from './search-keys.ts'

const words = fc.stringMatching(/^[ab ÄσΣςİ日本😀.,\n-]{0,40}$/u)

test('whatever holds a text has all its pairs and junctions among its keys', () => {
  fc.assert(
    fc.property(words, words, fc.nat(), fc.nat(), (title, description, from, length) => {
      const keys = new Set(searchKeys(title, description))
      for (const whole of [title, description]) {
        const letters = [...whole]
        const start = letters.length === 0 ? 0 : from % letters.length
        const part = letters.slice(start, start + 1 + (length % 20)).join('')
        for (const variant of [part, part.toUpperCase(), part.toLowerCase()]) {
          // Only what means the same to the database, which folds letter by letter.
          if (variant.length !== part.length) continue
          for (const key of [...pairsOf(variant), ...junctionsOf(variant)]) assert.ok(keys.has(key), variant)
        }
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a junction needs three letters of a word that may go on, and takes any number of one that cannot', () => {
  const count = (text: string) => junctionsOf(text).length
  assert.equal(count('export the board'), 2)
  assert.equal(count('ex the board'), 1)
  assert.equal(count('(ex) to bo'), 1)
  assert.equal(count('to be'), 0)
  assert.equal(count('word'), 0)
})
