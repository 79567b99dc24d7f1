import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from '#server/platform/formats/markdown.ts'
import { type BlockName, findSlashCommand, insertBlock } from './commands.ts'

const words = { column: 'Column', cell: 'Cell', code: 'code' }
const at = (text: string, start = text.length, end = start) => findSlashCommand({ text, start, end })

test('finds a command at the beginning of a line only', () => {
  assert.deepEqual(at('/'), { from: 0, query: '' })
  assert.deepEqual(at('Text\n/Ta'), { from: 5, query: 'ta' })
  assert.deepEqual(at('/co\nmore', 3), { from: 0, query: 'co' })
  for (const text of ['a/', 'Text /ta', '/usr/bin', '/1', '//']) assert.equal(at(text), null, text)
  assert.equal(at('/table stays', 3), null)
  assert.equal(at('/ta', 1, 3), null)
})

test('replaces the command by a block that renders as such', () => {
  const insert = (name: BlockName) => {
    const text = 'Text\n\n/ta'
    const edit = insertBlock({ text, start: 9, end: 9 }, { from: 6, query: 'ta' }, name, words)
    const result = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
    const selected = edit.insert.slice(...edit.select)
    return [renderMarkdown(`${result}x`), selected]
  }
  const expected: [BlockName, RegExp, string][] = [
    ['heading', /<h2>x<\/h2>/, ''],
    ['subheading', /<h2>x<\/h2>/, ''],
    ['bullets', /<ul>\s*<li>x/, ''],
    ['numbers', /<ol>\s*<li>x/, ''],
    ['quote', /<blockquote>\s*<p>x/, ''],
    ['code', /<pre><code>code\n<\/code><\/pre>/, 'code'],
    ['table', /<table>.*<th>Column<\/th>.*<td>Cell<\/td>/s, 'Column'],
    ['divider', /<hr \/>\s*<p>x/, ''],
    ['file', /<p>Text<\/p>\s*<p>x<\/p>/, ''],
  ]
  for (const [name, pattern, selection] of expected) {
    const [html, selected] = insert(name)
    assert.match(html!, pattern, name)
    assert.equal(selected, selection, name)
  }
})
