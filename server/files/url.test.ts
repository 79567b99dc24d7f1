import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileMarkdown, safeFileName } from './url.ts'

test('shortens a name between two characters, not within an emoji', () => {
  const markdown = fileMarkdown({ id: 'id', name: 'a.png', width: 1 }, `${'a'.repeat(99)}🎉🎉.png`)
  assert.equal(markdown, `![${'a'.repeat(99)}🎉](/files/id/a.png)`)
  assert.ok(markdown.isWellFormed())
})

test('removes characters from a link text that would end it, start code or markup, or reverse it', () => {
  const name = '../photo\u202egnp.](javascript:x)`<b>\r\nSet-Cookie: a\u0000.png'
  const markdown = fileMarkdown({ id: 'id', name: 'a.png', width: 1 }, name)
  assert.equal(markdown, '![photo gnp. (javascript:x)  b   Set-Cookie: a .png](/files/id/a.png)')
  assert.equal(safeFileName(name, 'png'), 'photo-gnp-javascript-x-b-Set-Cookie-a.png')
})
