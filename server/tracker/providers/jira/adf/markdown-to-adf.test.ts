import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adfProblems, adfText } from '../../../../test/trackers/jira/adf.ts'
import { buildDescription, isDescriptionFor, toSummary } from './description.ts'
import { markdownToAdf } from './markdown-to-adf.ts'
import type { AdfNode } from './types.ts'

const backlink = 'https://heed.test/console/requests/5f0c6c7e-3a51-4b0e-9d55-0f4d6a1b2c3d'

const text = (text: string, ...marks: (string | AdfNode['marks'])[]): AdfNode => ({
  type: 'text',
  text,
  ...(marks.length > 0 && { marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark![0]!)) }),
})
const link = (href: string): AdfNode['marks'] => [{ type: 'link', attrs: { href } }]
const node = (type: string, ...content: AdfNode[]): AdfNode => ({ type, content })
const paragraph = (...content: AdfNode[]): AdfNode => node('paragraph', ...content)

const conversions: [string, AdfNode[]][] = [
  ['', []],
  ['One\ntwo  \nthree', [paragraph(text('One two'), { type: 'hardBreak' }, text('three'))]],
  ['## Why\n***', [{ ...node('heading', text('Why')), attrs: { level: 2 } }, { type: 'rule' }]],
  [
    '**bold *both*** ~~gone~~ `a*b`',
    [
      paragraph(
        text('bold ', 'strong'),
        text('both', 'strong', 'em'),
        text(' '),
        text('gone', 'strike'),
        text(' '),
        text('a*b', 'code'),
      ),
    ],
  ],
  ['**`code` in bold**', [paragraph(text('code', 'code'), text(' in bold', 'strong'))]],
  [
    '[**a** `b`](https://a.test/x)',
    [
      paragraph(
        text('a', link('https://a.test/x'), 'strong'),
        text(' ', link('https://a.test/x')),
        text('b', link('https://a.test/x'), 'code'),
      ),
    ],
  ],
  [
    'see https://a.test/b?c=1.',
    [paragraph(text('see '), text('https://a.test/b?c=1', link('https://a.test/b?c=1')), text('.'))],
  ],
  ['![a cat](https://a.test/cat.png)', [paragraph(text('a cat', link('https://a.test/cat.png')))]],
  [
    '```TypeScript x\na < b\n\nc\n```',
    [{ ...node('codeBlock', text('a < b\n\nc')), attrs: { language: 'typescript' } }],
  ],
  ['```\n```', [node('codeBlock')]],
  [
    '3. a\n4. b',
    [
      {
        ...node('orderedList', node('listItem', paragraph(text('a'))), node('listItem', paragraph(text('b')))),
        attrs: { order: 3 },
      },
    ],
  ],
  [
    '- [x] done\n- [ ] open',
    [node('bulletList', node('listItem', paragraph(text('[x] done'))), node('listItem', paragraph(text('[ ] open'))))],
  ],
  [
    '> quoted\n> > twice\n> # loud',
    [node('blockquote', paragraph(text('quoted')), paragraph(text('twice')), paragraph(text('loud')))],
  ],
  [
    '- - a',
    [node('bulletList', node('listItem', paragraph(), node('bulletList', node('listItem', paragraph(text('a'))))))],
  ],
  ['-\n- > b\n  ***', [node('bulletList', node('listItem', paragraph()), node('listItem', paragraph(text('b'))))]],
  [
    'a | b\n-|-\n1 | **2**\n3',
    [
      node(
        'table',
        node('tableRow', node('tableHeader', paragraph(text('a'))), node('tableHeader', paragraph(text('b')))),
        node('tableRow', node('tableCell', paragraph(text('1'))), node('tableCell', paragraph(text('2', 'strong')))),
        node('tableRow', node('tableCell', paragraph(text('3'))), node('tableCell', paragraph())),
      ),
    ],
  ],
  [
    '> a | b\n> -|-\n> 1 | 2',
    [node('blockquote', paragraph(text('a'), text(' | '), text('b')), paragraph(text('1'), text(' | '), text('2')))],
  ],
]

for (const [markdown, expected] of conversions) {
  test(`${JSON.stringify(markdown)} is converted to its ADF equivalent`, () => {
    assert.deepEqual(markdownToAdf(markdown), expected)
    assert.deepEqual(adfProblems(buildDescription(markdown, backlink)), [])
  })
}

test('the ADF validator rejects documents that Jira rejects', () => {
  const item = node('listItem', paragraph(text('a')))
  for (const wrong of [
    paragraph(text('')),
    paragraph(text('a\nb')),
    paragraph(text('a', link('javascript:alert(1)'))),
    paragraph(text('a', 'code', 'em')),
    node('bulletList'),
    node('bulletList', node('listItem', node('bulletList', item))),
    node('listItem', paragraph()),
    node('blockquote', node('heading', text('a'))),
    node('heading', text('a')),
    node('table', node('tableRow')),
    { type: 'mediaSingle', attrs: { layout: 'center' }, content: [] },
  ]) {
    assert.ok(adfProblems({ type: 'doc', version: 1, content: [wrong] }).length > 0, JSON.stringify(wrong))
  }
})

const hostile: [string, string][] = [
  ['a mention in an element', '<adf>{"type":"mention","attrs":{"id":"5b10a2844c20165700ede21g"}}</adf>'],
  ['a mention in wiki markup', '[~accountid:5b10a2844c20165700ede21g] and @alice'],
  ['raw HTML', '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> <!-- '],
  ['script and data links', '[a](javascript:alert(1)) [b](data:text/html,x) <vbscript:x> ![c](file:///etc/passwd)'],
  ['invalid URLs', '[a](http://[) ![](https://%) http://['],
  ['control characters', 'a\u0000b\u0001c\u000b\u001b[31m\ufffe \ud800 `\u0002` \n\n```\n\u0007\n```'],
  ['only control characters', '\u0001\n\n# \u0002\n\n- \u0003\n\n> \u0004'],
  ['empty emphasis', '**** __ __ `` ` ` ~~~~ [](https://a.test) ![]()'],
  ['an unclosed fence', '```\nnever closed'],
  ['definitions', '[a]: https://a.test/a\n[a] [a][] [b][a]'],
  ['nested lists', Array.from({ length: 60 }, (_, depth) => `${' '.repeat(2 * depth)}- ${depth}`).join('\n')],
  ['nested quotes', `${'>'.repeat(20_000)} a`],
  ['alternating lists and quotes', `${'- > '.repeat(500)} a | b\n`],
  ['unclosed brackets', '['.repeat(29_000)],
  ['unclosed emphasis', '*a **b '.repeat(4_000)],
  ['many links', '[a](https://a.test/) '.repeat(1_300)],
  ['a long URL', `<https://a.test/${'x'.repeat(28_000)}>`],
  ['one URL, many times', `[a]: https://a.test/${'x'.repeat(1_900)}\n${'[a] '.repeat(6_900)}`],
  ['one long word', 'x'.repeat(29_000)],
  ['surrogate pairs', '🙂'.repeat(14_500)],
  ['many lines', 'a\n\n'.repeat(9_000)],
  ['many columns', `${'a|'.repeat(1_500)}\n${'-|'.repeat(1_500)}\n${'b|'.repeat(1_500)}`],
  ['many rows', `a|b\n-|-\n${'c|d\n'.repeat(5_000)}`],
  ['much code', `\`\`\`\n${'code\n'.repeat(5_700)}\`\`\``],
]

for (const [name, markdown] of hostile) {
  test(`builds a valid document without mentions that ends with the backlink: ${name}`, () => {
    for (const source of [markdown, `${markdown}\n\n${backlink}`]) {
      const document = buildDescription(source, backlink)
      assert.deepEqual(adfProblems(document), [])
      assert.ok(!JSON.stringify(document).includes('"mention"'))
      assert.ok(isDescriptionFor(document, backlink))
    }
  })
}

test('keeps the last line of a description that ends with the backlink', () => {
  const { content } = buildDescription(`At night.\n\n---\n3 votes · Ideas · ${backlink}\n`, backlink)
  assert.deepEqual(content.at(-1), paragraph(text('3 votes · Ideas · '), text(backlink, link(backlink))))
  assert.equal(content.length, 3)
})

test('keeps a long description complete', () => {
  const long = 'word '.repeat(19_999).concat('word')
  const { content } = buildDescription(`First.\n\n${long}\n\nLast.\n\n2 votes · ${backlink}`, backlink)
  assert.deepEqual(content.map(adfText), ['First.', long, 'Last.', `2 votes · ${backlink}`])
})

test('keeps lists and quotes of any nesting depth complete', () => {
  for (const depth of [5, 19, 20, 21, 60]) {
    const lists = Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- level ${level}.`).join('\n')
    const quotes = Array.from({ length: depth * 2 }, (_, level) => `${'>'.repeat(level + 1)} level ${level}.\n`).join(
      '',
    )
    for (const [source, levels] of [
      [lists, depth],
      [quotes, depth * 2],
    ] as const) {
      const document = buildDescription(`${source}\n\nLast.`, backlink)
      assert.deepEqual(adfProblems(document), [])
      for (let level = 0; level < levels; level += 1) assert.ok(adfText(document).includes(`level ${level}.`))
      assert.ok(adfText(document).endsWith(`Last.\n${backlink}`))
    }
  }
})

test('does not recognize a description that contains the backlink anywhere but at its end', () => {
  for (const markdown of [
    `${backlink}\n\nSeen there.`,
    `${backlink} is the one`,
    `https://other.test/?of=${backlink}`,
    `- ${backlink}`,
    `    ${backlink}`,
    '',
  ]) {
    assert.equal(
      isDescriptionFor({ type: 'doc', version: 1, content: markdownToAdf(markdown) }, backlink),
      false,
      markdown,
    )
  }
})

test('recognizes a description edited in Jira by its last line', () => {
  const card = { type: 'inlineCard', attrs: { url: backlink } }
  const content = [paragraph(text('3 votes · '), card), paragraph(), paragraph(text(' '))]
  assert.ok(isDescriptionFor({ type: 'doc', version: 1, content }, backlink))
})

test('does not recognize malformed documents', () => {
  for (const value of [null, undefined, 'text', 7, [], {}, { content: 'x' }, { content: [null] }, { content: [7] }]) {
    assert.equal(isDescriptionFor(value, backlink), false)
  }
  assert.equal(
    isDescriptionFor({ content: [{ type: 'paragraph', content: [null, 7, { text: {} }] }] }, backlink),
    false,
  )
})

test('replaces only line breaks in a title', () => {
  assert.equal(toSummary('Dark\r\nmode\u2028at\tnight\r!'), 'Dark mode at\tnight !')
  for (const title of ['x'.repeat(300), '🙂'.repeat(200)]) assert.equal(toSummary(title), title)
})
