import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { htmlToText, renderCustomerMarkdown, renderMarkdown, renderMarkdownBlocks } from './markdown.ts'

const rel = 'rel="noopener nofollow ugc"'

test('renders common Markdown as the matching elements', () => {
  assert.equal(
    renderMarkdown('**Bold** *soft* ~~gone~~ `code`').trim(),
    '<p><strong>Bold</strong> <em>soft</em> <s>gone</s> <code>code</code></p>',
  )
  assert.equal(renderMarkdown('3. a\n4. b').trim(), '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>')
  assert.match(renderMarkdown('|a|b|\n|-|-:|\n|1|2|'), /<th>a<\/th>\n<th align="right">b<\/th>/)
  assert.match(
    renderMarkdown('![A chart](https://example.com/a.png "tip")'),
    /<img src="https:\/\/example\.com\/a\.png" alt="A chart" \/>/,
  )
})

test('starts headings one level below the title, whatever their level in the source', () => {
  assert.equal(renderMarkdown('# a\n## b\n###### c').replaceAll('\n', ''), '<h2>a</h2><h3>b</h3><h6>c</h6>')
  assert.equal(renderMarkdown('### a\n#### b').replaceAll('\n', ''), '<h2>a</h2><h3>b</h3>')
})

test('links to the web and to email addresses, marked as user content', () => {
  for (const address of ['https://example.com/a?b=1', 'http://example.com/', 'mailto:ada@example.com']) {
    assert.equal(renderMarkdown(`[x](${address})`).trim(), `<p><a href="${address}" ${rel}>x</a></p>`)
  }
  assert.match(
    renderMarkdown('See https://example.com/a.'),
    /See <a href="https:\/\/example\.com\/a" rel="[^"]*">https:\/\/example\.com\/a<\/a>\./,
  )
  assert.doesNotMatch(renderMarkdown('README.md and www.example.com'), /<a/)
})

test('leaves other URLs as text', () => {
  const schemes = ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java&#115;cript:alert(1)', '&#x6a;avascript:alert(1)']
  const others = [
    'vbscript:x',
    'data:text/html,x',
    'file:///etc/passwd',
    '//example.com',
    '/local',
    '#id',
    'https:example',
  ]
  for (const address of [...schemes, ...others]) {
    for (const source of [`[x](${address})`, `![x](${address})`, `<${address}>`, `[x]\n\n[x]: ${address}`]) {
      assert.doesNotMatch(renderMarkdown(source), /<(a|img)/, source)
    }
  }
  assert.equal(renderMarkdown('![the chart](mailto:a@example.com)').trim(), '<p>the chart</p>')
  assert.equal(renderMarkdown('![the chart](data:image/png;base64,AAAA)').includes('<img'), false)
})

const tags = 'p|h[2-6]|ul|ol|li|blockquote|pre|code|em|strong|s|a|table|thead|tbody|tr|th|td'
const safe = new RegExp(
  [
    `</?(${tags})>`,
    `<a href="(https?://|mailto:)[^"<>]*" ${rel}>`,
    '<img src="https://[^"<>]*" alt="[^"<>]*" />',
    '<ol start="\\d+">',
    '<t[hd] align="(left|center|right)">',
    '<[bh]r />',
  ].join('|'),
  'g',
)
function assertSafe(source: string): void {
  assert.doesNotMatch(renderMarkdown(source).replaceAll(safe, ''), /</, source)
  const markup = renderCustomerMarkdown(source)
  assert.doesNotMatch(markup, /<img/, source)
  assert.doesNotMatch(markup.replaceAll(safe, ''), /</, source)
}

test('renders images of a customer as links, and images of the team over https only', () => {
  const link = (address: string, text: string) => `<p><a href="${address}" ${rel}>${text}</a></p>`
  const [https, http] = ['https://evil.example/p.png', 'http://127.0.0.1/p.png']
  assert.equal(renderCustomerMarkdown(`![A chart](${https} "tip")`).trim(), link(https, 'A chart'))
  assert.equal(renderCustomerMarkdown(`![](${http})`).trim(), link(http, http))
  assert.equal(renderCustomerMarkdown(`[![A chart](${https})](${http})`).trim(), link(http, 'A chart'))
  assert.equal(renderCustomerMarkdown('![A chart](data:image/png;base64,AAAA)').includes('<a'), false)
  assert.equal(renderCustomerMarkdown(`**b** [x](${https})`), renderMarkdown(`**b** [x](${https})`))
  assert.equal(renderMarkdown(`![A chart](${http})`).trim(), '<p>A chart</p>')
})

test('shows raw HTML as text', () => {
  const sources = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<!-- a comment --> <!--',
    '<b>never closed',
    '</div></td></table><style>* { display: none }</style>',
    '<a href="javascript:alert(1)">x</a>',
    '`<b>` <b onclick="x">',
    '```html"><script>alert(1)</script>\n</code></pre><script>alert(1)</script>\n```',
    '[x](https://example.com/"onmouseover="alert(1))',
    '![" onerror="alert(1)](https://example.com/a.png)',
    '[<img src=x onerror=alert(1)>](https://example.com)',
    '![<script>](https://example.com/a.png)',
    '|<script>|\n|-|\n|</table><script>|',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ]
  for (const source of sources) assertSafe(source)
})

test('outputs only allowed elements and attributes for any input', () => {
  const fragments = [
    '<',
    '>',
    '"',
    "'",
    '`',
    '```',
    '*',
    '_',
    '[',
    '](',
    ')',
    '![',
    '&',
    '#',
    '\n',
    '\n\n',
    '    ',
    '> ',
    '- ',
    '|',
    '|-|\n',
  ]
  const pieces = [
    'javascript:',
    'https://a.b',
    'data:',
    '<script>',
    '</p>',
    '<img src=x onerror=x>',
    ' onload=x',
    '<!--',
    '-->',
    'a@b.de',
    '[a]: ',
    '&lt;',
    '\u202e',
    '<a href=',
  ]
  const text = fc.array(
    fc.oneof(fc.constantFrom(...fragments, ...pieces), fc.string({ maxLength: 5, unit: 'grapheme' })),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(text, (parts) => assertSafe(parts.join(''))),
    { numRuns: 2_000 },
  )
})

test('renders the same HTML block by block', () => {
  const source =
    '# a\n\ntext [x]\n\n- a\n\n  b\n- c\n\n> q\n\n```\ncode\n```\n\n---\n\n|a|\n|-|\n|b|\n\n[x]: https://example.com'
  const blocks = [...renderMarkdownBlocks(source)]
  assert.equal(blocks.length, 7)
  assert.equal(blocks.join(''), renderMarkdown(source))
})

const characters = 100_000
const filled = (piece: string) => piece.repeat(Math.floor(characters / piece.length))

// Inputs that have overloaded parsers of Markdown, HTML or URLs.
const hostile: Record<string, string> = {
  'opening brackets': filled('['),
  'unclosed images': filled('!['),
  'unclosed links': filled('[a]('),
  'nested links': '['.repeat(20_000) + 'a'.repeat(20) + '](b)'.repeat(19_000),
  'unclosed emphasis': filled('*a_ '),
  'nested emphasis': `${'*a **a '.repeat(7_000)}b${' a** a*'.repeat(7_000)}`,
  'runs of backticks': Array.from({ length: 440 }, (_, index) => '`'.repeat(index)).join(' '),
  'nested quotes': filled('> '),
  'nested quotes on each line': `${'>'.repeat(100)}a\n`.repeat(990),
  'a deep quote with lazy continuation lines': `${'>'.repeat(99)}a\n${filled('a\n')}`.slice(0, characters),
  'nested lists': Array.from({ length: 400 }, (_, index) => `${' '.repeat(index)}- a`).join('\n'),
  'a very long list': filled('- a\n'),
  'less-than signs': filled('<'),
  'unclosed comments': filled('<!--'),
  'unclosed declarations': filled('<!['),
  'unclosed autolinks': filled('<http:'),
  ampersands: filled('&'),
  backslashes: filled('\\'),
  'URLs within URLs': filled('http://a.com/?'),
  'ftp URLs within URLs': filled('ftp://a.com/?'),
  'invalid URLs': filled('http://[a.com/?'),
  'very many URLs': filled('https://a.b '),
  'at signs': filled('a@'),
  'one long word': filled('a'),
  'one long URL': `http://a.com/${filled('"')}`,
  'a long URL, used very often': `[a]: http://${'h'.repeat(1_900)}\n\n${'[a]'.repeat(32_000)}`,
  'a very long URL, used often': `[a]: http://${'h'.repeat(50_000)}\n\n${'[a]'.repeat(16_000)}`,
  'a long tooltip, used often': `[a]: http://a "${'t'.repeat(50_000)}"\n\n${'[a]'.repeat(16_000)}`,
  'a long image, used often': `[a]: http://${'h'.repeat(1_900)}\n\n${'![a]'.repeat(24_000)}`,
  'a wide table with empty rows': `${'|a'.repeat(250)}|\n${'|-'.repeat(250)}|\n${'|\n'.repeat(49_000)}`,
  'a table with one long cell': `|${'x'.repeat(50_000)}|b|\n|-|-|\n${'|a|b|\n'.repeat(8_000)}`,
  'horizontal rules': filled('---\n'),
  headings: filled('# a\n'),
  'empty lines': filled('\n'),
  'right-to-left text': filled('ا'),
}

for (const [name, source] of Object.entries(hostile)) {
  test(`bounds the HTML and text of 100,000 characters of ${name}`, () => {
    const html = renderMarkdown(source)
    const text = htmlToText(html)
    assert.ok(html.length < 15 * characters, String(html.length))
    assert.ok(text.length < 15 * characters, String(text.length))
    assert.doesNotMatch(html.replaceAll(safe, ''), /</)
    assert.equal([...renderMarkdownBlocks(source)].join('').length > 0, html.length > 0)
  })
}

test('converts to text with short lines and the URLs of links and images', () => {
  const source = [
    '## Exports',
    `See [the guide](https://example.com/guide) ${'and so on '.repeat(20)}`,
    '- a\n- b\n  - c',
    '![A chart](https://example.com/chart.png)',
    '|Plan|Rows|\n|-|-|\n|Free|1,000|',
    'https://example.com/bare &amp; <b>',
  ].join('\n\n')
  const text = htmlToText(renderMarkdown(source))
  assert.match(text, /^Exports\n\nSee the guide <https:\/\/example\.com\/guide> and so on/)
  assert.match(text, /\n- a\n- b\n {2}- c\n/)
  assert.match(text, /A chart <https:\/\/example\.com\/chart\.png>/)
  assert.match(text, /\| Plan \| Rows\n\| Free \| 1,000\n/)
  assert.match(text, /\nhttps:\/\/example\.com\/bare & <b>$/)
  assert.ok(text.split('\n').every((line) => line.length <= 76))
})
