import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from '../../platform/formats/markdown.ts'
import { highlightMentions } from './highlight.ts'
import { mentioningText } from './text-parts.ts'

const mentions = [
  { id: '1', name: 'Ada' },
  { id: '2', name: 'Ada Lovelace' },
  { id: '3', name: `Q "&" O'<b>` },
]
const shown = (markdown: string) => highlightMentions(renderMarkdown(markdown), mentions, '2').trim()

test('marks names in text, the longest first, and the reader’s own', () => {
  assert.equal(
    shown('**@ada lovelace** and @Ada'),
    '<p><strong><span class="mention" data-me="">@ada lovelace</span></strong> and <span class="mention">@Ada</span></p>',
  )
  assert.equal(shown(`@Q "&" O'<b>!`), `<p><span class="mention">@Q "&amp;" O'&lt;b&gt;</span>!</p>`)
})

test('leaves code, links, quotations and texts without mentions as they are', () => {
  for (const text of ['`@Ada`', '[@Ada](https://example.com/@Ada)', '```\n@Ada\n```', '> @Ada said', '<i>x</i>'])
    assert.equal(shown(text), renderMarkdown(text).trim())
})

test('returns the text that can mention members as it was typed', () => {
  const text = mentioningText(`Hi **@Ada** & \`@Bob\`\n\n> @Cleo\n\n@Q "&" O'<b>!`)
  assert.deepEqual(text.split(/\n+/), ['Hi ', '@Ada', ' & ', `@Q "&" O'<b>!`, ''])
})
