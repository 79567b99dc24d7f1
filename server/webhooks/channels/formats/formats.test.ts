import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelMessage } from '../message.ts'
import { formatForDiscord } from './discord.ts'
import { formatForSlack } from './slack.ts'
import { formatForTeams } from './teams.ts'

const url = 'https://heed.example/console/w/acme/requests/1'

/** Texts with which customers could try to notify a team, or to disguise a link. */
const hostile =
  '<!channel> <@U123> @here @everyone <@&1> [Sign in](https://evil.example) <https://evil.example|x> **b** & `c`'

const message = (fields: Partial<ChannelMessage> = {}): ChannelMessage => ({
  headline: 'New request',
  title: 'Export as CSV',
  excerpt: 'Every month I copy.',
  details: ['Ideas', 'by Ada', '3 votes'],
  link: { label: 'Open request', url },
  ...fields,
})
const attack = message({ title: hostile, excerpt: hostile, details: [hostile, hostile] })
const long = message({
  headline: 'x'.repeat(100),
  title: '*'.repeat(200),
  excerpt: `${'&'.repeat(300)}…`,
  details: ['&'.repeat(100), '*'.repeat(100), '3 votes'],
})
const summary = message({ title: null, excerpt: null, details: [] })
const all = [message(), attack, long, summary]

type Json = Record<string, unknown>
const members = (object: object) => Object.keys(object).sort()

/** Checks a message by Slack's reference of Block Kit: known blocks and members, and their limits. */
function assertSlack(payload: object): void {
  const { text, blocks, ...rest } = payload as { text: string; blocks: Json[] }
  assert.deepEqual(rest, { unfurl_links: false, unfurl_media: false })
  assert.ok(text.length > 0 && text.length <= 4_000)
  assert.ok(blocks.length > 0 && blocks.length <= 50)
  const assertText = (object: Json, max: number) => {
    assert.deepEqual([members(object), object.type, object.verbatim], [['text', 'type', 'verbatim'], 'mrkdwn', true])
    const { length } = object.text as string
    assert.ok(length > 0 && length <= max, `${length} characters`)
  }
  for (const block of blocks) {
    if (block.type === 'section') assertText(block.text as Json, 3_000)
    else {
      assert.equal(block.type, 'context')
      const elements = block.elements as Json[]
      assert.ok(elements.length > 0 && elements.length <= 10)
      for (const element of elements) assertText(element, 3_000)
    }
  }
}

/** Checks a message by Discord's reference of webhooks and embeds. */
function assertDiscord(payload: object): void {
  const {
    embeds,
    allowed_mentions: mentions,
    username,
    ...rest
  } = payload as Record<string, never> & { embeds: Json[] }
  assert.deepEqual([rest, mentions, username], [{}, { parse: [] }, 'Heed'])
  assert.equal(embeds.length, 1)
  const known = ['author', 'color', 'description', 'footer', 'title', 'url']
  const [embed] = embeds as [Record<string, never>]
  assert.ok(members(embed).every((member) => known.includes(member)))
  const {
    author,
    title,
    description = '',
    footer = { text: '' },
    color,
  } = embed as unknown as {
    author: { name: string }
    title: string
    description?: string
    footer?: { text: string }
    color: number
  }
  const lengths = [author.name.length, title.length, description.length, footer.text.length]
  assert.ok(
    lengths.every((length, index) => length <= [256, 256, 4_096, 2_048][index]!),
    lengths.join(),
  )
  assert.ok(lengths.reduce((sum, length) => sum + length) <= 6_000)
  assert.ok(Number.isInteger(color) && color <= 0xffffff)
}

/** Checks a message by the schema of adaptive cards 1.5, as far as Heed uses it. */
function assertTeams(payload: object): void {
  const { type, attachments } = payload as { type: string; attachments: Json[] }
  assert.equal(type, 'message')
  const [{ contentType, contentUrl, content }] = attachments as [Json & { content: Record<string, never> }]
  assert.deepEqual([contentType, contentUrl], ['application/vnd.microsoft.card.adaptive', null])
  const { body, actions, ...card } = content as unknown as Json & { body: Json[]; actions: Json[] }
  assert.deepEqual([card.type, card.version], ['AdaptiveCard', '1.5'])
  for (const { type: block, inlines, ...rest } of body) {
    assert.deepEqual([block, rest], ['RichTextBlock', {}])
    for (const run of inlines as Json[]) {
      assert.equal(run.type, 'TextRun')
      assert.equal(typeof run.text, 'string')
      assert.ok(['small', 'default', 'medium', undefined].includes(run.size as string))
      assert.ok(['bolder', undefined].includes(run.weight as string))
      assert.ok(['accent', undefined].includes(run.color as string))
    }
  }
  assert.deepEqual(actions, [{ type: 'Action.OpenUrl', title: 'Open request', url }])
  // The limit of a message in Teams.
  assert.ok(Buffer.byteLength(JSON.stringify(payload)) < 28_000)
}

test('messages have the published formats, whatever customers write', () => {
  for (const each of all) {
    assertSlack(formatForSlack(each))
    assertDiscord(formatForDiscord(each))
    assertTeams(formatForTeams(each))
  }
})

test('Slack gets no mention and no link other than to the request', () => {
  const { text, blocks } = formatForSlack(attack) as { text: string; blocks: object[] }
  const texts = [text, ...[...JSON.stringify(blocks).matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].map(([, each]) => each!)]
  for (const each of texts) {
    assert.doesNotMatch(each.replace(`<${url}|`, ''), /<|@[a-z]/)
    assert.doesNotMatch(each, /&(?!amp;|lt;|gt;)/)
  }
  // The vertical bar of an address would end it.
  assert.match(text, new RegExp(`^\\*New request:\\* <${url}\\|[^<>|]*>$`))
})

test('Discord shows what customers write as it is', () => {
  const [{ title, description }] = (formatForDiscord(attack) as { embeds: [{ title: string; description: string }] })
    .embeds
  for (const each of [title, description]) assert.doesNotMatch(each, /(?<!\\)[[\]()<>*`_~|]/)
  assert.equal(description.replaceAll(/\\(.)/g, '$1'), hostile)
})

test('Teams gets what customers write in text runs only, which are not Markdown', () => {
  const { attachments } = formatForTeams(attack) as { attachments: [{ content: { body: object[] } }] }
  const runs = JSON.stringify(attachments[0].content.body)
  assert.equal(runs.split(JSON.stringify(hostile).slice(1, -1)).length - 1, 4)
  assert.doesNotMatch(runs, /"TextBlock"/)
})
