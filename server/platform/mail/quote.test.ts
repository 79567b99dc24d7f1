import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inertText, quoteCustomer } from './quote.ts'

test('writes addresses so that mail clients do not link them', () => {
  const addresses = {
    'https://evil.example/a.b?c=d.ef': 'https[:]//evil[.]example/a.b?c=d[.]ef',
    'HTTP://EVIL.EXAMPLE': 'HTTP[:]//EVIL[.]EXAMPLE',
    'www.evil.co.uk, evil.рф, a@b.de': 'www[.]evil[.]co[.]uk, evil[.]рф, a@b[.]de',
    'mailto:a@b.de tel:+49123': 'mailto[:]a@b[.]de tel[:]+49123',
    'evil．com http://127.0.0.1:80/': 'evil[.]com http[:]//127.0.0.1:80/',
    'evil.js.org evil.ts/x': 'evil[.]js[.]org evil[.]ts/x',
  }
  for (const [address, inert] of Object.entries(addresses)) assert.equal(inertText(address), inert)
})

test('leaves text alone that no mail client links', () => {
  const text = 'Node.js 2.0, e.g. main.ts. Done. One... “5:30”, C:/x and です。カレンダー'
  assert.equal(inertText(text), text)
})

test('marks every line as a quotation, and keeps blocks apart', () => {
  const { text, markup, line, isComplete } = quoteCustomer(
    `# One\n\n${'word '.repeat(20)}\n\n- a\n- <b>\n\n> -- \n> c`,
    1_000,
  )
  assert.equal(
    text,
    `> One\n>\n> ${'word '.repeat(15)}`
      .trimEnd()
      .replace(/$/, `\n> ${'word '.repeat(5)}`)
      .trimEnd() + '\n>\n>  - a\n>  - <b>\n>\n> > -- c'.replaceAll('>  -', '> -'),
  )
  assert.ok(text.split('\n').every((each) => each.startsWith('>') && each.length <= 76))
  assert.match(markup.text, /<p dir="auto"[^>]*>- a<br>- &lt;b&gt;<\/p>/)
  assert.ok(line.startsWith('One word'))
  assert.ok(isComplete)
})

test('cuts a long text', () => {
  const { line, isComplete } = quoteCustomer('x'.repeat(50), 10)
  assert.deepEqual([line, isComplete], ['x'.repeat(10), false])
})
