import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import MarkdownIt, { type Token } from 'markdown-it'
import { escapeUntrustedMarkdown, withoutFiles } from './markdown.ts'

const markdown = new MarkdownIt({ html: true })

const kindsIn = (tokens: Token[]): string[] =>
  tokens.flatMap(({ type, children }) => [type, ...kindsIn(children ?? [])])

/** Whether a footer below the text is still parsed correctly, and no part of the text as HTML. */
function isContained(text: string): boolean {
  const tokens = markdown.parse(`${text}\n\n---\nThe end`, {})
  const [rule, , inline] = tokens.slice(-4)
  const isApart = rule?.type === 'hr' && rule.level === 0 && inline?.content === 'The end'
  return isApart && !kindsIn(tokens).some((kind) => kind.startsWith('html_'))
}

const table: [what: string, text: string, expected: string][] = [
  ['an unclosed fence', 'Look:\n```ts\nconst a = 1', 'Look:\n```ts\nconst a = 1\n```'],
  ['a fence followed by a shorter one', '~~~~\na\n~~~', '~~~~\na\n~~~\n~~~~'],
  ['a comment', 'a\n<!-- b', 'a\n&lt;!-- b'],
  ['an element that hides everything after it', '<details>\n<summary>a', '&lt;details>\n&lt;summary>a'],
  ['HTML elements', '<b>a</b> <img src=x>', '&lt;b>a&lt;/b> &lt;img src=x>'],
  ['elements next to code', '`<b>` <b>', '`<b>` &lt;b>'],
  ['instructions and declarations', '<?php\n\n<!DOCTYPE\n\n<![CDATA[', '&lt;?php\n\n&lt;!DOCTYPE\n\n&lt;![CDATA['],
  ['elements that continue after an empty line', '<script>\n\n<pre>\n\na', '&lt;script>\n\n&lt;pre>\n\na'],
  ['a fence inside an HTML element', '<pre>\n\n```\n<b>', '&lt;pre>\n\n```\n&lt;b>\n```'],
]

for (const [what, text, expected] of table) {
  test(`keeps ${what} from affecting the text below`, () => {
    assert.equal(escapeUntrustedMarkdown(text), expected)
    assert.ok(isContained(escapeUntrustedMarkdown(text)))
  })
}

test('leaves harmless text unchanged', () => {
  for (const text of [
    '',
    'a < b, c > d, <3 and x<y',
    'See <https://example.com/a?b=c> or <ada@example.com>',
    '# A\n\n- b\n  - c\n\n> d\n\n| e |\n|---|\n| f |\n\n![g](https://example.com/g.png)',
    '```html\n<div>\n<!-- a -->\n```\n\nUse `<br>` there.',
    '    <pre>',
    '- ```\n  <b>',
    '> ~~~\n> <b>',
    '[a]: https://example.com "b',
  ]) {
    assert.equal(escapeUntrustedMarkdown(text), text)
    assert.ok(isContained(text))
  }
})

test('keeps arbitrary generated text from affecting the text below', () => {
  const pieces = [
    '```',
    '~~~',
    '`',
    '``',
    '<',
    '>',
    '<!--',
    '-->',
    '<pre>',
    '</pre>',
    '<b ',
    '="',
    '<?',
    '<a@b>',
    '&lt;',
  ]
  const others = ['\n', '\n\n', ' ', '    ', '- ', '> ', '1. ', 'x', '\\', '|', '---', '===', '[', ']:', '\r\n', '\t']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces, ...others), { maxLength: 30 }), (written) => {
      const text = escapeUntrustedMarkdown(written.join(''))
      assert.ok(isContained(text), JSON.stringify(text))
      assert.equal(escapeUntrustedMarkdown(text), text)
    }),
    { numRuns: 5_000, seed: 20_261_121 },
  )
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
