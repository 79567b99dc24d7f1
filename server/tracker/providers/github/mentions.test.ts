import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import MarkdownIt, { type Token } from 'markdown-it'
import { escapeMentions } from './mentions.ts'

/** Escapes mentions and shows each zero-width space as a bar. */
const shown = (text: string): string => escapeMentions(text).replaceAll('\u200b', '|')

const table: [what: string, text: string, expected: string][] = [
  ['people and teams', 'Ask @octocat, (@acme/web) or _@mona_', 'Ask @|octocat, (@|acme/web) or _@|mona_'],
  ['line starts', '@octocat\n> @mona\n- @hubot', '@|octocat\n> @|mona\n- @|hubot'],
  ['backslash-escaped signs, which GitHub still treats as mentions', '\\@octocat \\#12', '\\@|octocat \\#|12'],
  ['issue numbers', '#12 (#13) acme/app#14 GH-15 gh-16 C#7', '#|12 (#|13) acme/app#|14 GH-|15 gh-|16 C#|7'],
  ['character references', '&#64;octocat &#x40;mona &commat;hubot &num;12', '@|octocat @|mona @|hubot #|12'],
  ['mentions partly written as character references', '@&#111;ctocat #&#49;2 &#71;H-3', '@||o|ctocat #||1|2 |G|H-3'],
  ['URLs of issues', 'https://github.com/acme/app/issues/12#x', 'https://redirect.github.com/acme/app/issues/12#x'],
  ['URLs of pull requests', '[x](http://www.GitHub.com/a/b/pull/1)', '[x](https://redirect.github.com/a/b/pull/1)'],
  ['signs in URLs', 'https://medium.com/@ada/post', 'https://medium.com/%40ada/post'],
  ['signs after URLs', '[x](https://a.example)@octocat', '[x](https://a.example)@|octocat'],
  ['signs in URLs that are not links', '[https://a.example/&#64;mona]', '[https://a.example/%40|mona]'],
  ['HTML blocks that look like code', '<div>\n```\n@octocat\n```\n</div>', '<div>\n```\n@|octocat\n```\n</div>'],
  ['attributes that look like code', '<a title="`">@octocat`', '<a title="`">@|octocat`'],
  ['text after code in a list', '- ```\n  @a\n  ```\n@b', '- ```\n  @a\n  ```\n@|b'],
  ['code that ends with its list', '- a\n  ```\n@octocat\n', '- a\n  ```\n@|octocat\n'],
  ['code that ends with its quotation', '> ~~~\n> a\n\n@octocat ~~~', '> ~~~\n> a\n\n@|octocat ~~~'],
  ['backticks in two paragraphs', 'A ` here\n\n@octocat ` there', 'A ` here\n\n@|octocat ` there'],
  ['escaped backticks', '\\`@octocat`', '\\`@|octocat`'],
  ['text after code', '`a` @octocat\n```\nb\n```\n#12', '`a` @|octocat\n```\nb\n```\n#|12'],
]

for (const [what, text, expected] of table) {
  test(`escapes mentions: ${what}`, () => {
    assert.equal(shown(text), expected)
    assert.equal(escapeMentions(escapeMentions(text)), escapeMentions(text))
  })
}

test('leaves text without mentions unchanged', () => {
  for (const text of [
    'Write to ada@example.com or <mailto:ada@example.com>',
    'a @ b, # heading, &#39;quoted&#39; &amp; &copy;, 5 @\n',
    '# 12\n\n## @ ##',
    'https://github.com/acme/app and https://docs.example/guide#12-exports',
    'Run `npm i @acme/sdk` or ``a ` @b``',
    '```ts\n@Injectable()\nclass A {} // #12\n```',
    '~~~\n```\n@a\n~~~\n\n````\n```\n@b\n````',
    'Not closed:\n```\n@octocat #12 https://github.com/a/b/issues/1',
    '```\r\n@octocat\r\n```\r\n',
    '',
  ]) {
    assert.equal(shown(text), text)
  }
})

test('stays fast for text crafted to be slow', () => {
  const unclosed = Array.from({ length: 300 }, (_, i) => `${'`'.repeat(i + 1)} @a `).join('')
  for (const text of [unclosed, '@'.repeat(50_000), '&#'.repeat(50_000), '[`@a`'.repeat(10_000), '> '.repeat(30_000)]) {
    assert.doesNotMatch(escapeMentions(text).replaceAll(/`[^`]*`/g, ''), /(?<![a-z0-9])@[a-z]/)
  }
})

const signs = ['@a', '#1', 'GH-2', '&#64;', '&commat;', '&#96;', '\\', '`', '``', '```', '~~~', '$', '|', '*', '_', 'x']
const blocks = [
  '\n',
  '\n\n',
  '\r\n',
  ' ',
  '    ',
  '\t',
  '> ',
  '- ',
  '1. ',
  '<div>',
  '</div>',
  '<b t="',
  '">',
  '<!--',
  '-->',
  '[',
  '](x)',
]
const markdown = new MarkdownIt({ html: true })
const call = /(?<![a-z0-9])(?:@[a-z]|gh-\d)|#\d/i

/** Whether a Markdown parser still finds a mention, in text or HTML. */
function isCalling({ type, content, children }: Token): boolean {
  if (type === 'inline') return children!.some(isCalling)
  if (type === 'html_block') return call.test(content.replaceAll(/&#\d+;/g, ''))
  return type === 'text' && call.test(content)
}

test('leaves no mention in arbitrary generated text', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...signs, ...blocks), { maxLength: 14 }), (pieces) => {
      const quoted = escapeMentions(pieces.join(''))
      assert.equal(markdown.parse(quoted, {}).some(isCalling), false, quoted)
      assert.equal(escapeMentions(quoted), quoted)
    }),
    { numRuns: 3_000 },
  )
})
