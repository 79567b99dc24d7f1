import assert from 'node:assert/strict'
import { test } from 'node:test'
import { containsLink } from '../../boards/review-policy.ts'
import { renderCustomerMarkdown } from '../../platform/formats/markdown.ts'

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

test('finds no link in plain text', () => {
  const plain = ['Node.js and README.md', 'a [draft] of it', '1: one', 'x < y', '[ ] to do', 'at 10:30 (UTC)', 'C#/F#']
  for (const text of plain) assert.ok(!containsLink(text), text)
})
