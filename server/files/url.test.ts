import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileMarkdown } from './url.ts'

test('shortens a name between two characters, not within an emoji', () => {
  const markdown = fileMarkdown({ id: 'id', name: 'a.png', width: 1 }, `${'a'.repeat(99)}🎉🎉.png`)
  assert.equal(markdown, `![${'a'.repeat(99)}🎉](/files/id/a.png)`)
  assert.ok(markdown.isWellFormed())
})
