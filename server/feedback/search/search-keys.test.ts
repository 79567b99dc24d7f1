import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { queryKeys, searchKeys } from './search-keys.ts'

const words = fc.stringMatching(/^[ab ÄσΣςİ日本😀.,\n-]{0,40}$/u)

const workspaceId = '0195e7a0-0000-7000-8000-000000000001'
const elsewhere = '0195e7a0-0000-7000-8000-000000000002'

test('whatever holds a text has all its keys', () => {
  fc.assert(
    fc.property(words, words, fc.nat(), fc.nat(), (title, description, from, length) => {
      const keys = new Set(searchKeys(workspaceId, title, description))
      for (const whole of [title, description]) {
        const letters = [...whole]
        const start = letters.length === 0 ? 0 : from % letters.length
        const part = letters.slice(start, start + 1 + (length % 20)).join('')
        for (const variant of [part, part.toUpperCase(), part.toLowerCase()]) {
          // Only what means the same to the database, which folds letter by letter.
          if (variant === '' || variant.length !== part.length) continue
          for (const key of queryKeys(workspaceId, variant)) assert.ok(keys.has(key), variant)
        }
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a junction needs three letters of a word that may go on, and takes any number of one that cannot', () => {
  // Of less than eight letters there are the triples, two less than letters, and the junctions.
  const junctions = (text: string) => queryKeys(workspaceId, text).length - (text.length - 2)
  assert.equal(junctions('abc def'), 1)
  assert.equal(junctions('ab def'), 0)
  assert.equal(junctions('(ab) cd'), 0)
  assert.equal(junctions('(ab) c.'), 1)
  assert.equal(junctions('to be'), 0)
  assert.equal(junctions('word'), 0)
})

test('one text has other keys in another workspace', () => {
  const keys = new Set(searchKeys(workspaceId, 'Export the board', ''))
  assert.deepEqual(
    searchKeys(elsewhere, 'Export the board', '').filter((key) => keys.has(key)),
    [],
  )
})
