import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addsLink } from '../../boards/edit-rule.ts'
import { containsLink } from '../../boards/review-policy.ts'
import { renderCustomerMarkdown } from '../../platform/formats/markdown.ts'
import { createTestApp } from '../test-app.ts'

// Ways to hide a link from the rule that holds comments and requests with links for review.
const address = 'https&colon;&sol;&sol;evil.example'
const disguised = [
  ...['[x](https://evil.example)', '<https://evil.example>', 'HTTPS://EVIL.EXAMPLE', 'a@evil.example'],
  ...[
    '[x](&#104;ttps://evil.example)',
    `[x](${address})`,
    '[m](mailto&colon;a&commat;b.example)',
    '![](&#104;ttps&#58;//e.example)',
  ],
  ...[`[x][1]\n\n[1]: ${address}`, `[1]\n\n[1]:\n${address}`, `[1]\n\n[1\n]: ${address}`],
  ...[`[x][1]\n\n> [1]: ${address}`, `- [1]: ${address}\n\n[1]`, `[x][1]\n\n1. [1]: ${address}`],
  ...[
    `[a\\]b]: ${address}\n\n[a\\]b]`,
    `![x][1]\n\n> > [1]: ${address}`,
    '> [1]: mailto&colon;a&commat;b.c\n\n[Confirm][1]',
  ],
]

test('finds every link that Markdown renders, regardless of its syntax', () => {
  for (const text of disguised) {
    assert.match(renderCustomerMarkdown(text), /<a /, text)
    assert.ok(containsLink(text), text)
  }
})

test('finds addresses that are not links but that readers can see and copy', () => {
  const shown = [
    ...[
      'https&#58;//evil.example',
      'https&colon;&sol;&sol;evil.example',
      'www&period;evil.example',
      'a&commat;b.example',
    ],
    ...[
      'https:\\/\\/evil.example',
      'https:_/_/evil.example',
      'w**w**w.evil.example',
      'https&#58;&#47;&#x200b;/evil.example',
    ],
    ...['w\u200bww.evil.example', 'a\u2060&commat;\u200bevil.example'],
  ]
  for (const text of shown) {
    assert.doesNotMatch(renderCustomerMarkdown(text), /<a /, text)
    assert.ok(containsLink(text), text)
    assert.ok(addsLink(['Hello'], [text]), text)
    assert.ok(!addsLink([text], [`${text} and more`]), text)
  }
})

// A pattern that takes quadratic or cubic time would exceed the test's time limit: the first took six minutes.
test('reads texts that were made to slow it down', () => {
  const parts = ['a@', 'a@b', '@', 'a', 'a.', 'www.a@', 'http:', '!', '://', ` ${'a'.repeat(70)}@${'b'.repeat(70)}`]
  const hasAddress = new Set(['a@b', 'www.a@', '://', parts.at(-1)])
  for (const part of parts) {
    const text = part.repeat(10_000 / part.length)
    assert.ok(addsLink(['Hello'], [text, `https://x${text} x`]), part)
    if (!hasAddress.has(part)) assert.equal(containsLink(text), false, part)
  }
})

test('holds a request with an address in its description, even if its title opens a code block', async () => {
  const app = await createTestApp()
  const acme = await app.workspace()
  await app.database.pool.query(`update boards set reviews_new = 'links' where workspace_id = $1`, [acme.id])
  const submitter = { email: 'ada@example.com' }
  const { id } = await acme.api.create('/feedback', { title: 'First', submitter })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const submit = (title: string, description: string) =>
    acme.api.create('/feedback', { title, description, submitter }).then(({ status }) => status)
  assert.equal(await submit('Second', 'No link'), 'approved')
  assert.equal(await submit('```', 'https&#58;//evil.example'), 'pending')
})

test('finds no link in plain text', () => {
  const plain = ['Node.js and README.md', 'a [draft] of it', '1: one', 'x < y', '[ ] to do', 'at 10:30 (UTC)', 'C#/F#']
  for (const text of plain) assert.ok(!containsLink(text), text)
})
