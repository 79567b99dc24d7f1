import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { renderMarkdown } from '#server/platform/formats/markdown.ts'
import { openMarkdown, positionInDocument, positionInMarkdown } from './convert.ts'
import { schema } from './extensions.ts'
import { parseMarkdown } from './parse.ts'
import { serializeDocument, serializeKeeping } from './serialize.ts'

const file = '/files/0197c0de-0000-4000-8000-000000000001/photo.png'

/** Returns the HTML that readers get, with line breaks as spaces. */
const rendered = (text: string) => renderMarkdown(text, '/p/acme').replaceAll(/\s+/g, ' ')

const faithful = {
  paragraphs: 'One.\nStill one.\n\nTwo.',
  headings: '# A\n\n## B ##\n\n### C \\#\n\nSetext\n---\n\nText',
  marks: '**bold** _italic_ *also* ~~gone~~ `code` **_both_** **`bold code`** a**b**c',
  'nested lists': '- one\n  - two\n    1. three\n    2. four\n\n       more\n- five\n\n3. six\n4. seven',
  'lists after lists': '- a\n\n* b\n\n+ c\n\n1. d\n\n1) e',
  'loose list': '- a\n\n- b\n\n  second paragraph\n\n  ```\n  code\n  ```',
  'task list': '- [ ] open\n- [x] done',
  'table with pipes':
    '| a \\| b | `c \\| d` |\n| :-- | --: |\n| **x** | [y](https://e.com/a) |\n|  | ![z](https://e.com/z.png) |',
  'code fences': '```js title="a"\nconst a = `b`\n```\n\n````\n```\ninner\n```\n````\n\n    indented\n\n``a ` b``',
  html: '<b>not bold</b> <script>alert(1)</script> &amp; &lt; &amp;amp; \\&copy; <!-- no -->',
  links:
    '[a](https://e.com/x_(y)) [b](<https://e.com/a b> "A title") <https://e.com> https://e.com/bare?a=1&b=2 me@e.com',
  references: '[a][1] and [1] and ![i][1]\n\n[1]: https://e.com/one "One"',
  images: `![alt *text*](${file}) [![linked](https://e.com/i.png)](https://e.com)\n\n[report](${file})`,
  'hard breaks': 'one\\\ntwo  \nthree\\\n\\- four\\\n1\\. five',
  emoji: '🎉 **👩‍👩‍👧‍👦** :tada: e\u0301',
  'right to left': 'שלום **עולם** [קישור](https://e.com)\n\n- مرحبا\n- بالعالم',
  footnotes: 'A note[^1].\n\n[^1]: The note.',
  escapes:
    '\\* \\_a\\_ \\# 1\\. \\[x\\](y) 2 * 3 snake_case __init__ C:\\dir \\\\ ~tilde~ \\~~no\\~~ !\\[x](https://e.com)',
  quote: '> a\n>\n> > b\n>\n> - c\n\n> d',
  dividers: 'a\n\n---\n\n***\n\nb',
  'line starts': '\\# no\n\n\\> no\n\n\\- no\n\n1\\) no\n\n\\+ no\n\n\\| a |\n\n\\=== no',
  'looks like a definition': '\\[a]: https://e.com',
  empty: '',
} as Record<string, string>

suite('Markdown as rich text', () => {
  for (const [name, text] of Object.entries(faithful)) {
    test(`shows and writes ${name} as readers see them`, () => {
      const opened = openMarkdown(text)
      assert.ok('document' in opened, JSON.stringify(serializeDocument(parseMarkdown(text))))
      assert.equal(rendered(serializeDocument(opened.document)), rendered(text))
    })
  }

  test('converts any text without loss, or rejects it', () => {
    const fragments = [
      ...Object.values(faithful).flatMap((text) => text.split(/(?<=\s)/)),
      ...[
        '\n\n',
        '\n',
        '  ',
        '- ',
        '1. ',
        '> ',
        '```\n',
        '**',
        '_',
        '~~',
        '`',
        '|',
        '[',
        '](',
        ')',
        '\\',
        '&',
        '<',
        '!',
      ],
    ]
    const texts = fc.array(fc.constantFrom(...fragments), { maxLength: 25 }).map((parts) => parts.join(''))
    // Without the tags of marks, whose order does not matter.
    const blocks = (text: string) => rendered(text).replaceAll(/<\/?(strong|em|s|code|a)\b[^>]*>|\s/g, '')
    fc.assert(
      fc.property(texts, (text) => {
        const opened = openMarkdown(text)
        if (!('document' in opened)) return opened.line >= 1
        const written = serializeDocument(opened.document)
        assert.equal(blocks(written), blocks(text))
        // A second round trip changes nothing more.
        assert.equal(serializeDocument(parseMarkdown(written)), written)
        return true
      }),
      { numRuns: 2_000 },
    )
  })
})

suite('text that rich text would change', () => {
  test('is reported with its line', () => {
    for (const [text, line] of [
      ['Fine.\n\n- # heading in a list', 3],
      ['a\\\nb\n===', 1],
      ['Fine\n\n\n` code with spaces `  `` ` ``\n\n-     code', 6],
    ] as const) {
      assert.deepEqual(openMarkdown(text), { line })
    }
  })
})

suite('writing what was edited', () => {
  const text = '*One*\nline.\n\n* two\n* three\n\nFour   \n\n***\n\n| a|b |\n|-|-|\n| c | d |'

  test('leaves blocks that have not changed as they were written', () => {
    const opened = openMarkdown(text)
    assert.ok('document' in opened && opened.sources !== null)
    const { document, sources } = opened
    const kept = new WeakMap(document.children.map((block, at) => [block, sources[at]!]))
    const paragraph = parseMarkdown('New').firstChild!
    const changed = document.type.create(null, [paragraph, ...document.children.slice(1)])
    assert.equal(
      serializeKeeping(changed, kept),
      `New\n\n${text.split('\n\n').slice(1).join('\n\n')}`.replace('Four   ', 'Four'),
    )
  })

  test('rewrites the whole text where blocks would join', () => {
    const opened = openMarkdown('- a\n\ntext\n\n- b')
    assert.ok('document' in opened)
    const { document, sources } = opened
    const kept = new WeakMap(document.children.map((block, at) => [block, sources![at]!]))
    const joined = document.type.create(null, [document.child(0), document.child(2)])
    assert.equal(serializeKeeping(joined, kept), '- a\n\n\n* b')
  })
})

suite('content that only the editor can create', () => {
  const text = (text: string, ...marks: string[]) => ({ type: 'text', text, marks: marks.map((type) => ({ type })) })
  const write = (type: string, ...content: object[]) => {
    const attrs = type === 'heading' ? { level: 2 } : {}
    return serializeDocument(schema.nodeFromJSON({ type: 'doc', content: [{ type, attrs, content }] }))
  }
  const reads = (markdown: string) => renderMarkdown(markdown).trim()

  for (const [name, parts, html] of [
    ['an italic part of a word', [text('un'), text('believ', 'italic'), text('able')], 'un<em>believ</em>able'],
    ['an italic word without spaces', [text('日本'), text('語', 'italic'), text('です')], '日本<em>語</em>です'],
    ['bold punctuation', [text('の'), text('「重要」', 'bold'), text('な')], 'の<strong>「重要」</strong>な'],
    ['a bold label', [text('Note:', 'bold'), text('text')], '<strong>Note:</strong>text'],
    ['struck punctuation', [text('a'), text('(b)', 'strike'), text('c')], 'a<s>(b)</s>c'],
    ['bold code', [text('a'), text('b', 'bold', 'code'), text('c')], 'a<strong><code>b</code></strong>c'],
    ['spaces at the beginning', [text('    four')], 'four'],
    [
      'marks that overlap',
      [text('a', 'bold'), text('b', 'bold', 'italic'), text('c', 'italic')],
      '<strong>a<em>b</em></strong><em>c</em>',
    ],
  ] as const) {
    test(`is written as readers can see it: ${name}`, () => {
      assert.equal(reads(write('paragraph', ...parts)), `<p>${html}</p>`)
    })
  }

  test('is written as readers can see it: addresses with spaces, and line breaks', () => {
    const marks = [{ type: 'link', attrs: { href: 'https://e.com/a b<c>', title: 'A\n\ntitle' } }]
    assert.match(
      reads(write('paragraph', { type: 'text', text: 'x', marks })),
      /^<p><a href="https:\/\/e.com\/a%20b%3Cc%3E"/,
    )
    const attrs = { src: 'https://e.com/a b.png', alt: 'one\n\ntwo' }
    assert.match(reads(write('paragraph', { type: 'image', attrs })), /src="https:\/\/e.com\/a%20b.png" alt="one two"/)
    assert.equal(reads(write('heading', text('a'), { type: 'hardBreak' }, text('b'))), '<h2>a b</h2>')
  })
})

test('keeps the cursor at its word', () => {
  const text = '## Title\n\nSome **bold** words\n\n- first\n- second item'
  const document = parseMarkdown(text)
  for (const word of ['Title', 'words', 'second', 'item']) {
    const cursor = text.indexOf(word)
    const position = positionInDocument(document, text, cursor)
    assert.equal(document.textBetween(position, position + word.length), word)
    assert.equal(positionInMarkdown(document, position, text), cursor)
  }
})
