import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { newId } from '../../platform/ids.ts'
import type { MailMessage } from '../../platform/mail/mailer.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import type { ClaimedDelivery } from '../deliveries/repository.ts'
import { readUnsubscribeToken, unsubscribeTokenPurpose } from '../preferences/unsubscribe-token.ts'
import { createAnnouncementComposerLoader } from './composers.ts'

const app = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const secretKey = 'a secret key that only the tests have, 48 long'
const publicUrl = 'https://feedback.example.com'
const composerFor = createAnnouncementComposerLoader({ database: app.database, secretKey, publicUrl })

const ada: ClaimedDelivery = {
  customerId: newId(),
  attempt: 1,
  address: 'ada@example.com',
  name: 'Ada',
  requestTitles: [],
  includesStage: false,
  replyIds: [],
}

async function publishEntry({ api }: TestWorkspace, entry: object): Promise<string> {
  const { id } = await api.create('/changelog', entry)
  await api.post(`/changelog/${id}/publish`)
  return id
}

async function composeMessage(
  acme: TestWorkspace,
  entryId: string,
  claim: Partial<ClaimedDelivery> = {},
): Promise<MailMessage> {
  const compose = await composerFor(acme.id, entryId)
  assert.ok(compose)
  return compose({ ...ada, ...claim })
}

const setSender = (acme: TestWorkspace, name: string | null, replyTo: string | null) =>
  app.database.pool.query('update workspaces set sender_name = $2, reply_to = $3 where workspace_id = $1', [
    acme.id,
    name,
    replyTo,
  ])

test('includes the entry, workspace, date, link, reason and unsubscribe link', async () => {
  const acme = await app.workspace({ name: 'Acme & Sons' })
  const tags = [await acme.tag('Zebra', '#112233'), await acme.tag('Exports', '#22aa55')]
  const id = await publishEntry(acme, {
    title: 'CSV export',
    body: 'Every **table**.',
    versionLabel: 'v2.4',
    tagIds: tags.map((tag) => tag.id),
  })
  const message = await composeMessage(acme, id, { requestTitles: ['Export'] })
  const url = `${publicUrl}/p/${acme.slug}/changelog/${id}`
  const unsubscribe = message.headers['List-Unsubscribe']!.slice(1, -1)
  assert.equal(
    message.text,
    [
      'Acme & Sons\n\nCSV export\n1 March 2026 · v2.4 · Zebra, Exports\n\nYou asked for “Export”.\n\nEvery table.\n',
      `Read it online:\n${url}\n`,
      `-- \nYou’re receiving this email because you gave feedback to Acme & Sons or subscribed to its updates.\nUnsubscribe: ${unsubscribe}\n`,
    ].join('\n'),
  )
  const parts = ['Acme &amp; Sons<', '>CSV export</h1>', '1 March 2026', '<bdi>v2.4</bdi>', 'You asked for “Export”.']
  const more = ['Every <strong>table</strong>.', `href="${url}"`, `href="${unsubscribe}"`, 'color:#22aa55']
  for (const part of [...parts, ...more]) assert.ok(message.html.includes(part), part)
  assert.ok(message.html.indexOf('Zebra') < message.html.indexOf('Exports'))
  assert.deepEqual([message.subject, message.senderName, message.replyTo], ['CSV export', 'Acme & Sons', null])
})

test('sets headers for mailing lists, one-click unsubscribing and auto-responders', async () => {
  const acme = await app.workspace()
  const id = await publishEntry(acme, { title: 'CSV export' })
  const { headers, messageId } = await composeMessage(acme, id)
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

test('composes the same message for the same customer, and a different one for another', async () => {
  const acme = await app.workspace()
  const id = await publishEntry(acme, { title: 'CSV export' })
  const [first, again] = [await composeMessage(acme, id), await composeMessage(acme, id)]
  assert.deepEqual(first, again)
  const other = await composeMessage(acme, id, { customerId: newId() })
  assert.notEqual(other.messageId, first.messageId)
  assert.notEqual(other.headers['List-Unsubscribe'], first.headers['List-Unsubscribe'])
})

test('uses the sender name and reply-to address of the workspace', async () => {
  const acme = await app.workspace()
  await setSender(acme, 'Acme Product Team', 'team@acme.example')
  const message = await composeMessage(acme, await publishEntry(acme, { title: 'CSV export' }))
  assert.deepEqual([message.senderName, message.replyTo], ['Acme Product Team', 'team@acme.example'])
})

test('names up to three of the customer’s requests', async () => {
  const acme = await app.workspace()
  const id = await publishEntry(acme, { title: 'CSV export' })
  const reasonFor = async (...requestTitles: string[]) =>
    /You asked for .*/.exec((await composeMessage(acme, id, { requestTitles })).text)?.[0]
  assert.equal(await reasonFor(), undefined)
  assert.equal(await reasonFor('A'), 'You asked for “A”.')
  assert.equal(await reasonFor('A', 'B'), 'You asked for “A” and “B”.')
  assert.equal(await reasonFor('A', 'B', 'C'), 'You asked for “A”, “B”, and “C”.')
  assert.equal(await reasonFor('A', 'B', 'C', 'D'), 'You asked for “A”, “B”, “C”, and more.')
})

test('composes nothing for a draft, an unknown entry or another workspace’s entry', async () => {
  const [acme, other] = [await app.workspace(), await app.workspace()]
  const draft = await acme.api.create('/changelog', { title: 'CSV export' })
  assert.equal(await composerFor(acme.id, draft.id), null)
  assert.equal(await composerFor(acme.id, newId()), null)
  assert.equal(await composerFor(other.id, await publishEntry(acme, { title: 'CSV export' })), null)
})

const evil = '"><img src=x onerror=alert(1)></title><script>alert(1)</script>\r\nBcc: eve@example.com\r\n\r\n<b'

test('prevents names, titles, labels and tags from adding markup, headers or lines', async () => {
  const acme = await app.workspace({ name: evil.slice(0, 100) })
  await setSender(acme, evil.slice(0, 100), null)
  const tag = await acme.tag(evil.slice(0, 50))
  const id = await publishEntry(acme, { title: evil, versionLabel: evil.slice(0, 64), tagIds: [tag.id] })
  const message = await composeMessage(acme, id, { name: evil, requestTitles: [evil, evil, evil, evil] })
  const singles = [message.subject, message.senderName, message.to.name!, message.messageId, message.to.address]
  for (const text of [...singles, ...Object.values(message.headers)]) assert.doesNotMatch(text, /[\p{Cc}\p{Zl}\p{Zp}]/u)
  assert.doesNotMatch(message.html, /<img|<script|<b[^dor]|onerror=alert\(1\)>/)
  assert.equal(message.html.match(/<\/title>/g)!.length, 1)
  assert.doesNotMatch(message.text, /^Bcc/m)
})

test('prevents Markdown from adding scripts, styles or elements outside the body', async () => {
  const acme = await app.workspace()
  const body = [
    '<script>alert(1)</script> <!-- <img src=x onerror=alert(1)>',
    '[a](javascript:alert(1)) ![b](data:image/svg+xml;base64,AAAA) [c](https://example.com" onclick="x)',
    '</td></tr></table></body> <style>* { display: none }</style>',
    '![d](https://example.com/a.png "x" onerror=alert(1)) <https://example.com/"><script>>',
    '# Larger than the title?',
  ].join('\n\n')
  const { html } = await composeMessage(acme, await publishEntry(acme, { title: 'CSV export', body }))
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

test('truncates a long entry between paragraphs, below the size at which mail clients clip the unsubscribe link', async () => {
  const acme = await app.workspace()
  const body = Array.from({ length: 400 }, (_, index) => `Paragraph ${index}, ${'ü'.repeat(200)}.`).join('\n\n')
  const message = await composeMessage(acme, await publishEntry(acme, { title: 'CSV export', body }))
  assert.ok(Buffer.byteLength(message.html) < 70_000)
  assert.match(message.html, /ü\.<\/p>\n*<\/div>\n<p [^>]*><a [^>]*>Read the rest online/)
  assert.match(message.html, /Unsubscribe<\/a>/)
  assert.match(message.text, /ü\.\n\nRead the rest online:\nhttps/)
  assert.ok(!message.text.includes('Paragraph 399'))
  const hugeFirst = await composeMessage(
    acme,
    await publishEntry(acme, { title: 'CSV export', body: 'a '.repeat(50_000) }),
  )
  assert.match(hugeFirst.text, /CSV export\n1 March 2026\n\nRead the rest online:/)
})

test('builds valid identifiers for an instance with an IP address', async () => {
  const acme = await app.workspace()
  const id = await publishEntry(acme, { title: 'CSV export' })
  for (const [url, host, list] of [
    ['http://127.0.0.1:3000', '127.0.0.1', '127.0.0.1'],
    ['http://[::1]:3000/heed', '[::1]', 'localhost'],
  ] as const) {
    const compose = await createAnnouncementComposerLoader({ database: app.database, secretKey, publicUrl: url })(
      acme.id,
      id,
    )
    const { messageId, headers } = compose!(ada)
    assert.equal(messageId, `${id}.${ada.customerId}@${host}`)
    assert.equal(headers['List-Id'], `<changelog.${acme.slug}.${list}>`)
    assert.ok(headers['List-Unsubscribe']!.startsWith(`<${url}/unsubscribe/`))
  }
})
