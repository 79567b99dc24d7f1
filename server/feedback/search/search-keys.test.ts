import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { queryKeys, searchKeys } from './search-keys.ts'

const anyText = fc.stringMatching(/^[ab ÄσΣςİ日本😀.,\n-]{0,40}$/u)

const workspaceId = '0195e7a0-0000-7000-8000-000000000001'
const otherWorkspaceId = '0195e7a0-0000-7000-8000-000000000002'

test('includes all keys of a text in the keys of any text that contains it', () => {
  fc.assert(
    fc.property(anyText, anyText, fc.nat(), fc.nat(), (title, description, from, length) => {
      const keys = new Set(searchKeys(workspaceId, title, description))
      for (const text of [title, description]) {
        const letters = [...text]
        const start = letters.length === 0 ? 0 : from % letters.length
        const part = letters.slice(start, start + 1 + (length % 20)).join('')
        for (const variant of [part, part.toUpperCase(), part.toLowerCase()]) {
          // Skips variants whose length changes: the database folds case letter by letter.
          if (variant === '' || variant.length !== part.length) continue
          for (const key of queryKeys(workspaceId, variant)) assert.ok(keys.has(key), variant)
        }
      }
    }),
    { numRuns: 2_000 },
  )
})

test('creates a junction key from words cut off after at least three letters, or from complete words', () => {
  // A text of n < 8 letters has n - 2 triples and its junctions as keys.
  const junctions = (text: string) => queryKeys(workspaceId, text).length - (text.length - 2)
  assert.equal(junctions('abc def'), 1)
  assert.equal(junctions('ab def'), 0)
  assert.equal(junctions('(ab) cd'), 0)
  assert.equal(junctions('(ab) c.'), 1)
  assert.equal(junctions('to be'), 0)
  assert.equal(junctions('word'), 0)
})

test('gives the same text different keys in another workspace', () => {
  const keys = new Set(searchKeys(workspaceId, 'Export the board', ''))
  assert.deepEqual(
    searchKeys(otherWorkspaceId, 'Export the board', '').filter((key) => keys.has(key)),
    [],
  )
})
