import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileMarkdown, withoutFiles } from './url.ts'

test('shortens a name between two characters, not within an emoji', () => {
  const markdown = fileMarkdown({ id: 'id', name: 'a.png', width: 1 }, `${'a'.repeat(99)}🎉🎉.png`)
  assert.equal(markdown, `![${'a'.repeat(99)}🎉](/files/id/a.png)`)
  assert.ok(markdown.isWellFormed())
})

test('replaces uploaded files by their names, and nothing else', () => {
  const path = '/files/0b9f1c1e-7c1d-4b63-9d6c-1d1f6f3f2a10/a.png'
  for (const [before, after] of [
    [`![x \\] y](${path})`, 'x \\] y'],
    [`[![x](${path})](https://example.com)`, '[x](https://example.com)'],
    [`![x](${path} "title")`, 'x'],
    ['![x](https://example.com/files/a.png)', '![x](https://example.com/files/a.png)'],
    ['[x](/other)', '[x](/other)'],
  ] as const)
    assert.equal(withoutFiles(before), after)
})

test('replaces files in time that grows with the text', () => {
  const hostile = '!['.repeat(100_000) + '\\'.repeat(100_000)
  assert.equal(withoutFiles(hostile), hostile)
})
