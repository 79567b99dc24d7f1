import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { deleteComment } from '../../comments/delete.ts'
import { deleteFeedback } from '../../feedback/delete.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import { channelDeps, connectChannel, startChat, until } from '../../test/fixtures/channels.ts'
import { createTestApp, testSecretKey } from '../../test/test-app.ts'
import { startTestWorker } from '../../test/test-worker.ts'
import { createChannel, maxChannels } from './create.ts'
import { deleteChannel } from './delete.ts'
import { channelKinds } from './kinds.ts'
import { getChannel, listChannels } from './queries.ts'
import { resendMessage, sendTestMessage } from './send.ts'
import { updateChannel } from './update.ts'

const app = await createTestApp()
const worker = await startTestWorker(app)
after(() => worker.stop())

const ada = { externalId: 'ada', name: 'Ada Chen', email: 'ada@private.example' }

test('reports requests, comments, replies, stages and entries, each as chosen', async () => {
  const [acme, chat] = [await app.workspace(), await startChat()]
  const { skipWaiting } = await connectChannel(app, acme, chat.url, { kinds: [...channelKinds] })
  const request = await acme.api.create('/feedback', {
    title: 'Export as CSV',
    description: 'Every **month** I copy.',
    submitter: ada,
    sourceUrl: 'https://private.example/page',
    metadata: { plan: 'private plan' },
  })
  await acme.api.patch(`/feedback/${request.id}/status`, { status: 'approved' })
  await acme.api.create(`/feedback/${request.id}/comments`, { body: 'Me too', submitter: ada })
  await acme.api.create(`/feedback/${request.id}/comments`, { body: 'Soon', kind: 'staff_reply', authorName: 'Mara' })
  await acme.api.create(`/feedback/${request.id}/comments`, { body: 'A note', kind: 'staff_reply', isInternal: true })
  await acme.api.patch(`/feedback/${request.id}/stage`, { stage: 'planned' })
  const entry = await acme.api.create('/changelog', { title: 'CSV is here', body: 'Download it.' })
  await acme.api.post(`/changelog/${entry.id}/publish`)
  // The review has been decided, so the request no longer waits for it.
  await skipWaiting(6)
  const messages = await until(() => chat.received.length === 5 && chat.received, 'five messages')
  const home = `http://heed.test/console/w/${acme.slug}`
  assert.deepEqual(
    messages.map(({ text }) => text),
    [
      `*New request:* <${home}/requests/${request.id}|Export as CSV>`,
      `*New comment:* <${home}/requests/${request.id}|Export as CSV>`,
      `*Reply from the team:* <${home}/requests/${request.id}|Export as CSV>`,
      `*Moved to Planned:* <${home}/requests/${request.id}|Export as CSV>`,
      `*Published:* <${home}/changelog/${entry.id}|CSV is here>`,
    ],
  )
  const all = JSON.stringify(messages)
  assert.match(all, /Every month I copy\./)
  assert.match(all, /by Ada Chen/)
  assert.doesNotMatch(all, /private|A note/)
})

test('a request that waits for review is reported as such, and nothing is reported that is not chosen', async () => {
  const [acme, chat] = [await app.workspace(), await startChat()]
  const { skipWaiting, log } = await connectChannel(app, acme, chat.url, { kinds: ['request.pending'] })
  const request = await acme.api.create('/feedback', { title: 'CSV' })
  await acme.api.create(`/feedback/${request.id}/comments`, { body: 'Me too' })
  await skipWaiting()
  await until(() => chat.received.length === 1, 'a message')
  assert.match(chat.received[0].text, /^\*Request to review:\*/)
  assert.equal((await log()).length, 1)
})

test('posts only about the boards that a channel is limited to', async () => {
  const [acme, chat] = [await app.workspace(), await startChat()]
  const bugs = await acme.api.create('/boards', { name: 'Bugs', slug: 'bugs' })
  const { skipWaiting, log } = await connectChannel(app, acme, chat.url, {
    kinds: ['request.pending', 'comment.created'],
    boardIds: [bugs.id],
  })
  const other = await acme.api.create('/feedback', { title: 'Idea' })
  await acme.api.create(`/feedback/${other.id}/comments`, { body: 'Idea too' })
  const bug = await acme.api.create('/feedback', { title: 'Crash', boardId: 'bugs' })
  await acme.api.create(`/feedback/${bug.id}/comments`, { body: 'Crash too' })
  await skipWaiting(2)
  await until(() => chat.received.length === 2, 'two messages')
  assert.ok(chat.received.every(({ text }) => text.includes('Crash')))
  assert.equal((await log()).length, 2)
})

test('more than five of a kind become one message, for each stage', async () => {
  const [acme, chat] = [await app.workspace(), await startChat()]
  const ids: string[] = []
  for (let at = 0; at < 9; at += 1) ids.push((await acme.api.create('/feedback', { title: `Idea ${at}` })).id)
  for (const id of ids) await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const { skipWaiting, log } = await connectChannel(app, acme, chat.url, { kinds: ['request.stage_changed'] })
  for (const [at, id] of ids.entries())
    await acme.api.patch(`/feedback/${id}/stage`, { stage: at < 7 ? 'planned' : 'closed' })
  await skipWaiting(9)
  await until(() => chat.received.length === 3, 'three messages')
  const texts = chat.received.map(({ text }) => text.replace(/<.*/, '')).sort()
  assert.deepEqual(texts, ['*Moved to Closed:* ', '*Moved to Closed:* ', '7 requests moved to Planned: '])
  assert.deepEqual((await log()).map(({ eventCount, status }) => `${eventCount} ${status}`).sort(), [
    '1 succeeded',
    '1 succeeded',
    '7 succeeded',
  ])
})

test('does not report what was deleted, erased or taken back before the message was sent', async () => {
  const [acme, chat] = [await app.workspace(), await startChat()]
  const { hold, skipWaiting, logged, log } = await connectChannel(app, acme, chat.url, {
    kinds: ['request.pending', 'comment.created', 'changelog.published'],
  })
  const [gone, kept] = [
    await acme.api.create('/feedback', { title: 'Gone' }),
    await acme.api.create('/feedback', { title: 'Kept' }),
  ]
  const comment = await acme.api.create(`/feedback/${kept.id}/comments`, { body: 'Gone too' })
  const entry = await acme.api.create('/changelog', { title: 'Early', body: '' })
  await acme.api.post(`/changelog/${entry.id}/publish`)
  await hold(4)
  await acme.write((tx) => deleteFeedback(tx, gone.id))
  await acme.write((tx) => deleteComment(tx, comment.id))
  await acme.api.delete(`/changelog/${entry.id}`)
  await skipWaiting(4)
  await until(async () => (await log()).every(({ status }) => status !== 'pending'), 'the end of all')
  assert.deepEqual(
    chat.received.map(({ text }) => /\|(.*)>/.exec(text)![1]),
    ['Kept'],
  )
  const skipped = await logged(({ status }) => status === 'skipped')
  assert.match(skipped.attempts[0]!.error!, /^Nothing was sent, because/)
})

test('sends a test message at once, without an event', async () => {
  const [acme, chat] = [await app.workspace(), await startChat()]
  const { id, logged } = await connectChannel(app, acme, chat.url, { name: 'Team <all>' })
  await acme.write((tx) => sendTestMessage(tx, id))
  const delivery = await logged(({ status }) => status === 'succeeded')
  assert.deepEqual([delivery.kind, delivery.attempts[0]!.responseExcerpt], ['test', 'ok'])
  assert.match(JSON.stringify(chat.received[0].blocks), /“Team &lt;all&gt;” is connected to/)
  assert.deepEqual(
    (await acme.api.get('/events')).body.data.map(({ type }: { type: string }) => type),
    ['board.created'],
  )
})

test('waits as long as a provider asks, then tries again', async () => {
  const acme = await app.workspace()
  const chat = await startChat((response, count) => {
    if (count === 1) response.writeHead(429, { 'retry-after': '7' }).end('{"retry_after": 1800.5, "global": false}')
    else response.end('ok')
  })
  const { id, logged } = await connectChannel(app, acme, chat.url, { provider: 'discord' })
  await acme.write((tx) => sendTestMessage(tx, id))
  const failed = await logged(({ attempts }) => attempts.length === 1)
  assert.equal(failed.status, 'pending')
  assert.ok(Date.parse(failed.nextAttemptAt!) > Date.now() + 1_700_000)
  await acme.write((tx) => resendMessage(tx, id, failed.id))
  await logged(({ status }) => status === 'succeeded')
  assert.equal(chat.received.length, 2)
})

for (const status of [404, 410]) {
  test(`status ${status} disables the channel and tells owners once; it starts again from now`, async () => {
    const acme = await app.workspace()
    let answer = status
    const chat = await startChat((response) => response.writeHead(answer).end('no_service'))
    const { id, channel, skipWaiting, logged } = await connectChannel(app, acme, chat.url)
    await acme.api.create('/feedback', { title: 'One' })
    await skipWaiting()
    await until(async () => (await channel()).disabledReason === 'gone', 'the channel to be disabled')
    await acme.api.create('/feedback', { title: 'Unheard' })
    answer = 200
    await assert.rejects(
      acme.write((tx) => sendTestMessage(tx, id)),
      /This channel is disabled/,
    )
    await acme.write((tx) => updateChannel(channelDeps, tx, id, { enabled: true }))
    await acme.api.create('/feedback', { title: 'Two' })
    await skipWaiting()
    await logged((each) => each.status === 'succeeded')
    assert.deepEqual(
      chat.received.map(({ text }) => /\|(.*)>/.exec(text)![1]),
      ['One', 'Two'],
    )
    const { body } = await acme.api.get('/webhooks')
    assert.deepEqual(body.data, [])
    const audits = await app.database.pool.query(
      `select type from audit_events where workspace_id = $1 and target_id = $2 order by created_at, id`,
      [acme.id, id],
    )
    assert.deepEqual(
      audits.rows.map(({ type }) => type),
      ['channel.created', 'channel.disabled', 'channel.updated'],
    )
  })
}

test('a worker that dies during an attempt leaves the message to the next one', async () => {
  const [acme, chat] = [await app.workspace(), await startChat()]
  const { id, logged } = await connectChannel(app, acme, chat.url)
  // As a claim leaves it: the attempt has begun, and its end was never recorded.
  await app.database.pool.query(
    `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, next_attempt_at, created_at)
     values ($1, gen_random_uuid(), $2, gen_random_uuid(), 'test', now() + interval '1 second', now() - interval '59 seconds')`,
    [acme.id, id],
  )
  await app.database.pool.query(`update webhooks set next_attempt_at = now() + interval '1 second' where id = $1`, [id])
  await logged(({ status }) => status === 'succeeded')
  assert.equal(chat.received.length, 1)
})

test('keeps the URL secret: sealed, and shown only by its host and end', async () => {
  const [acme, chat] = [await app.workspace(), await startChat()]
  const { id, channel } = await connectChannel(app, acme, chat.url)
  const host = new URL(chat.url).host
  assert.equal((await channel()).address, `${host}/…oken`)
  const { rows } = await app.database.pool.query(
    `select to_jsonb(w) - 'secret' as row, secret, (select json_agg(a) from audit_events a where a.target_id = w.id) as audit
     from webhooks w where id = $1`,
    [id],
  )
  assert.doesNotMatch(JSON.stringify(rows[0].row) + JSON.stringify(rows[0].audit), /secret-token/)
  assert.doesNotMatch(rows[0].secret.toString('latin1'), /secret-token/)
  assert.equal(new Vault(testSecretKey).open(rows[0].secret, `channel ${acme.id}/${id}`), chat.url)
})

test('accepts only the provider’s hosts, unless the operator allows the network', async () => {
  const acme = await app.workspace()
  const create = (provider: 'slack' | 'discord' | 'teams', url: string) =>
    acme.write((tx) =>
      createChannel({ ...channelDeps, outbound: { refuse: async () => null } }, tx, {
        provider,
        name: 'x',
        webhookUrl: url,
        kinds: ['request.created'],
        boardIds: [],
      }),
    )
  // The operator allows nothing here.
  const outbound = { refuse: async (url: string) => (url.startsWith('http:') ? 'Only for OUTBOUND_ALLOW' : null) }
  const refused = (provider: 'slack' | 'discord' | 'teams', url: string) =>
    assert.rejects(
      acme.write((tx) =>
        createChannel({ ...channelDeps, outbound }, tx, {
          provider,
          name: 'x',
          webhookUrl: url,
          kinds: ['request.created'],
          boardIds: [],
        }),
      ),
      { code: 'validation_error' },
    )
  await refused('slack', 'https://example.com/services/T/B/x')
  await refused('slack', 'https://hooks.slack.com.example.com/services/T/B/x')
  await refused('slack', 'http://hooks.slack.com/services/T/B/x')
  await refused('discord', 'https://hooks.slack.com/services/T/B/x')
  await refused('teams', 'https://logic.azure.com.evil.example/workflows/x')
  await refused('teams', 'ftp://x.logic.azure.com/workflows/x')
  await create('teams', 'https://prod-1.westeurope.logic.azure.com:443/workflows/x?sig=y')
  await create('discord', 'https://discord.com/api/webhooks/1/x')
  await create('slack', 'https://mattermost.internal/hooks/x')
})

test('channels belong to one workspace, which has at most 20', async () => {
  const [acme, other] = [await app.workspace(), await app.workspace()]
  const { id } = await connectChannel(app, acme, 'http://127.0.0.1:9/x')
  const foreign = await other.api.create('/boards', { name: 'Theirs', slug: 'theirs' })
  const missing = { code: 'not_found' }
  await assert.rejects(
    other.write((tx) => getChannel(tx, id)),
    missing,
  )
  await assert.rejects(
    other.write((tx) => deleteChannel(tx, id)),
    missing,
  )
  await assert.rejects(
    other.write((tx) => sendTestMessage(tx, id)),
    missing,
  )
  await assert.rejects(
    other.write((tx) => updateChannel(channelDeps, tx, id, { name: 'Taken' })),
    missing,
  )
  await assert.rejects(connectChannel(app, acme, 'http://127.0.0.1:9/x', { boardIds: [foreign.id] }), {
    code: 'validation_error',
  })
  for (let at = 1; at < maxChannels; at += 1) await connectChannel(app, acme, 'http://127.0.0.1:9/x')
  await assert.rejects(connectChannel(app, acme, 'http://127.0.0.1:9/x'), /at most 20 channels/)
  assert.equal((await acme.write((tx) => listChannels(tx))).length, maxChannels)
  // Channels are not webhooks and do not count as such.
  assert.equal((await acme.api.get(`/webhooks/${id}`)).status, 404)
  assert.equal((await acme.api.delete(`/webhooks/${id}`)).status, 404)
  assert.equal((await acme.api.get(`/webhooks/${id}/deliveries`)).status, 404)
})
