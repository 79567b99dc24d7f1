import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { newId } from '../../platform/ids.ts'
import type { MailMessage } from '../../platform/mail/mailer.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import type { ClaimedDelivery } from '../deliveries/repository.ts'
import { readUnsubscribeToken, unsubscribeTokenPurpose } from '../preferences/unsubscribe-token.ts'
import { createAnnouncementComposerLoader } from './announcement-composer.ts'

const world = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const secretKey = 'a secret key that only the tests have, 48 long'
const publicUrl = 'https://feedback.example.com'
const composerFor = createAnnouncementComposerLoader({ database: world.database, secretKey, publicUrl })

const ada: ClaimedDelivery = {
  customerId: newId(),
  attempt: 1,
  address: 'ada@example.com',
  name: 'Ada',
  requestTitles: [],
  includesStage: false,
  replyIds: [],
}

async function published({ api }: TestWorkspace, entry: object): Promise<string> {
  const { id } = await api.create('/changelog', entry)
  await api.post(`/changelog/${id}/publish`)
  return id
}

async function messageOf(
  acme: TestWorkspace,
  entryId: string,
  claim: Partial<ClaimedDelivery> = {},
): Promise<MailMessage> {
  const compose = await composerFor(acme.id, entryId)
  assert.ok(compose)
  return compose({ ...ada, ...claim })
}

const signed = (acme: TestWorkspace, name: string | null, replyTo: string | null) =>
  world.database.pool.query('update workspaces set sender_name = $2, reply_to = $3 where workspace_id = $1', [
    acme.id,
    name,
    replyTo,
  ])

test('a message says what is new, of whom, since when, where, why, and how to hear no more', async () => {
  const acme = await world.workspace({ name: 'Acme & Sons' })
  const tags = [await acme.tag('Zebra', '#112233'), await acme.tag('Exports', '#22aa55')]
  const id = await published(acme, {
    title: 'CSV export',
    body: 'Every **table**.',
    versionLabel: 'v2.4',
    tagIds: tags.map((tag) => tag.id),
  })
  const message = await messageOf(acme, id, { requestTitles: ['Export'] })
  const url = `${publicUrl}/p/${acme.slug}/changelog/${id}`
  const unsubscribe = message.headers['List-Unsubscribe']!.slice(1, -1)
  assert.equal(
    message.text,
    [
      'Acme & Sons\n\nCSV export\n1 March 2026 · v2.4 · Zebra, Exports\n\nYou asked for “Export”.\n\nEvery table.\n',
      `On the web:\n${url}\n`,
      `-- \nYou get this message because you have given feedback to Acme & Sons, or asked for its news.\nUnsubscribe: ${unsubscribe}\n`,
    ].join('\n'),
  )
  const parts = ['Acme &amp; Sons<', '>CSV export</h1>', '1 March 2026', '<bdi>v2.4</bdi>', 'You asked for “Export”.']
  const more = ['Every <strong>table</strong>.', `href="${url}"`, `href="${unsubscribe}"`, 'color:#22aa55']
  for (const part of [...parts, ...more]) assert.ok(message.html.includes(part), part)
  assert.ok(message.html.indexOf('Zebra') < message.html.indexOf('Exports'))
  assert.deepEqual([message.subject, message.senderName, message.replyTo], ['CSV export', 'Acme & Sons', null])
})

test('headers let mail programs group, unsubscribe and leave unanswered', async () => {
  const acme = await world.workspace()
  const id = await published(acme, { title: 'CSV export' })
  const { headers, messageId } = await messageOf(acme, id)
  const { 'List-Unsubscribe': unsubscribe, ...rest } = headers
  assert.deepEqual(rest, {
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': `<changelog.${acme.slug}.feedback.example.com>`,
    'Auto-Submitted': 'auto-generated',
    Precedence: 'bulk',
  })
  assert.equal(messageId, `${id}.${ada.customerId}@feedback.example.com`)
  const [, token] = /^<https:\/\/feedback\.example\.com\/unsubscribe\/([\w-]+)>$/.exec(unsubscribe!)!
  const recipient = readUnsubscribeToken(new Signer(secretKey, unsubscribeTokenPurpose), token!)
  assert.deepEqual(recipient, { workspaceId: acme.id, customerId: ada.customerId, kinds: ['changelog'] })
})

test('the same message is made for the same customer again, another for another', async () => {
  const acme = await world.workspace()
  const id = await published(acme, { title: 'CSV export' })
  const [first, again] = [await messageOf(acme, id), await messageOf(acme, id)]
  assert.deepEqual(first, again)
  const other = await messageOf(acme, id, { customerId: newId() })
  assert.notEqual(other.messageId, first.messageId)
  assert.notEqual(other.headers['List-Unsubscribe'], first.headers['List-Unsubscribe'])
})

test('the workspace signs with its own name, and gets the replies, when it says so', async () => {
  const acme = await world.workspace()
  await signed(acme, 'Acme Product Team', 'team@acme.example')
  const message = await messageOf(acme, await published(acme, { title: 'CSV export' }))
  assert.deepEqual([message.senderName, message.replyTo], ['Acme Product Team', 'team@acme.example'])
})

test('who asked for something hears what, up to three', async () => {
  const acme = await world.workspace()
  const id = await published(acme, { title: 'CSV export' })
  const sentence = async (...requestTitles: string[]) =>
    /You asked for .*/.exec((await messageOf(acme, id, { requestTitles })).text)?.[0]
  assert.equal(await sentence(), undefined)
  assert.equal(await sentence('A'), 'You asked for “A”.')
  assert.equal(await sentence('A', 'B'), 'You asked for “A” and “B”.')
  assert.equal(await sentence('A', 'B', 'C'), 'You asked for “A”, “B” and “C”.')
  assert.equal(await sentence('A', 'B', 'C', 'D'), 'You asked for “A”, “B”, “C” and more.')
})

test('a draft, an unknown entry and one of another workspace have no message', async () => {
  const [acme, other] = [await world.workspace(), await world.workspace()]
  const draft = await acme.api.create('/changelog', { title: 'CSV export' })
  assert.equal(await composerFor(acme.id, draft.id), null)
  assert.equal(await composerFor(acme.id, newId()), null)
  assert.equal(await composerFor(other.id, await published(acme, { title: 'CSV export' })), null)
})

const evil = '"><img src=x onerror=alert(1)></title><script>alert(1)</script>\r\nBcc: eve@example.com\r\n\r\n<b'

test('no name, title, label or tag can add markup, a header or a line', async () => {
  const acme = await world.workspace({ name: evil.slice(0, 100) })
  await signed(acme, evil.slice(0, 100), null)
  const tag = await acme.tag(evil.slice(0, 50))
  const id = await published(acme, { title: evil, versionLabel: evil.slice(0, 64), tagIds: [tag.id] })
  const message = await messageOf(acme, id, { name: evil, requestTitles: [evil, evil, evil, evil] })
  const singles = [message.subject, message.senderName, message.to.name!, message.messageId, message.to.address]
  for (const text of [...singles, ...Object.values(message.headers)]) assert.doesNotMatch(text, /[\p{Cc}\p{Zl}\p{Zp}]/u)
  assert.doesNotMatch(message.html, /<img|<script|<b[^dor]|onerror=alert\(1\)>/)
  assert.equal(message.html.match(/<\/title>/g)!.length, 1)
  assert.doesNotMatch(message.text, /^Bcc/m)
})

test('no Markdown can add what a reader has not been shown', async () => {
  const acme = await world.workspace()
  const body = [
    '<script>alert(1)</script> <!-- <img src=x onerror=alert(1)>',
    '[a](javascript:alert(1)) ![b](data:image/svg+xml;base64,AAAA) [c](https://example.com" onclick="x)',
    '</td></tr></table></body> <style>* { display: none }</style>',
    '![d](https://example.com/a.png "x" onerror=alert(1)) <https://example.com/"><script>>',
    '# Larger than the title?',
  ].join('\n\n')
  const { html } = await messageOf(acme, await published(acme, { title: 'CSV export', body }))
  for (const tag of html.match(/<[^>]*>/g)!) assert.doesNotMatch(tag, /<script|<!-- |javascript:|data:|\son\w+=/)
  for (const [tag, count] of [
    ['h1', 1],
    ['style', 1],
    ['body', 1],
    ['td', 3],
    ['img', 0],
  ] as const) {
    assert.equal(html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length ?? 0, count, tag)
  }
})

test('a long entry is cut between paragraphs, before mail programs cut off the link for unsubscribing', async () => {
  const acme = await world.workspace()
  const body = Array.from({ length: 400 }, (_, index) => `Paragraph ${index}, ${'ü'.repeat(200)}.`).join('\n\n')
  const message = await messageOf(acme, await published(acme, { title: 'CSV export', body }))
  assert.ok(Buffer.byteLength(message.html) < 70_000)
  assert.match(message.html, /ü\.<\/p>\n*<\/div>\n<p [^>]*><a [^>]*>Read the rest on the web/)
  assert.match(message.html, /Unsubscribe<\/a>/)
  assert.match(message.text, /ü\.\n\nThe rest is on the web:\nhttps/)
  assert.ok(!message.text.includes('Paragraph 399'))
  const hugeFirst = await messageOf(acme, await published(acme, { title: 'CSV export', body: 'a '.repeat(50_000) }))
  assert.match(hugeFirst.text, /CSV export\n1 March 2026\n\nThe rest is on the web:/)
})

test('an instance that is known by its number has well-formed identifiers too', async () => {
  const acme = await world.workspace()
  const id = await published(acme, { title: 'CSV export' })
  for (const [url, host, list] of [
    ['http://127.0.0.1:3000', '127.0.0.1', '127.0.0.1'],
    ['http://[::1]:3000/heed', '[::1]', 'localhost'],
  ] as const) {
    const compose = await createAnnouncementComposerLoader({ database: world.database, secretKey, publicUrl: url })(
      acme.id,
      id,
    )
    const { messageId, headers } = compose!(ada)
    assert.equal(messageId, `${id}.${ada.customerId}@${host}`)
    assert.equal(headers['List-Id'], `<changelog.${acme.slug}.${list}>`)
    assert.ok(headers['List-Unsubscribe']!.startsWith(`<${url}/unsubscribe/`))
  }
})
