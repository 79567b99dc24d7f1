import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Vault } from '../../server/platform/crypto/vault.ts'
import { createOutbound } from '../../server/platform/outbound/outbound.ts'
import { afterFile } from '../../server/test/lifetime.ts'
import { testSecretKey } from '../../server/test/test-app.ts'
import { createChannel } from '../../server/webhooks/channels/create.ts'
import { createWebhook } from '../../server/webhooks/create.ts'
import type { WebhookCreate } from '../../server/webhooks/schema.ts'
import type { ConsoleWorkspace } from './browser-app.ts'

interface ReceivedRequest {
  headers: IncomingMessage['headers']
  body: string
}

export interface Receiver {
  url: string
  received: ReceivedRequest[]
  /** The status of the next responses. */
  status: number
  /** Milliseconds before the next responses. */
  delay: number
}

/** Starts a server on loopback that records the requests that it gets. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', received: [], status: 200, delay: 0 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      const { status, delay } = receiver
      setTimeout(() => response.writeHead(status).end(status === 200 ? 'Got it' : '<b>Out of order</b>'), delay)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}

/** Creates a webhook with the verb. @returns its id */
export async function addWebhook({ write }: ConsoleWorkspace, input: WebhookCreate): Promise<string> {
  const outbound = createOutbound([])
  const { id } = await write((tx) => createWebhook({ vault: new Vault(testSecretKey), outbound }, tx, input))
  return id
}

const attempt = (at: string, responseStatus: number | null, error: string | null, responseExcerpt: string | null) => ({
  at,
  durationMs: 184,
  responseStatus,
  error,
  responseExcerpt,
})

/** Creates webhooks in every state, with deliveries of the latest events. No worker has to run. */
export async function seedWebhooks(workspace: ConsoleWorkspace): Promise<{ webhook: string; delivery: string }> {
  const webhook = await addWebhook(workspace, {
    url: 'https://hooks.example.com/heed/production?source=feedback',
    description: 'Sync with the CRM',
    events: ['feedback.created', 'feedback.stage_changed', 'comment.created', 'vote.created'],
  })
  const long = `https://${'very-long-name'.repeat(4)}.example.com/${'path/'.repeat(40)}`
  const gone = await addWebhook(workspace, { url: long, events: ['*'] })
  const manual = await addWebhook(workspace, { url: 'https://example.org/hook', events: ['changelog.published'] })
  const failedAt = new Date(Date.now() - 3_600_000).toISOString()
  const succeeded = [attempt(failedAt, 200, null, 'ok')]
  const failed = [
    attempt(
      new Date(Date.parse(failedAt) - 5_400).toISOString(),
      null,
      'hooks.example.com didn’t respond in time',
      null,
    ),
    attempt(failedAt, 503, 'The receiver responded with status 503', '<html><h1>Service Unavailable</h1></html>'),
  ]
  const delivery = await workspace.write(async (tx) => {
    const update = (id: string, fields: object) =>
      tx.db.updateTable('webhooks').set(fields).where('workspace_id', '=', workspace.id).where('id', '=', id).execute()
    await update(webhook, { failing_since: failedAt, last_success_at: failedAt })
    await update(gone, { disabled_reason: 'gone' })
    await update(manual, { disabled_reason: 'manual', last_success_at: failedAt })
    const { rows } = await sql<{ id: string }>`
      insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, status, next_attempt_at,
        attempt_count, attempts, created_at)
      select e.workspace_id, gen_random_uuid(), ${webhook}, e.id, e.type, s.status, s.next_attempt_at,
        jsonb_array_length(s.attempts), s.attempts, now() - make_interval(mins => s.at::int)
      from (select e.*, row_number() over (order by e.type <> 'feedback.created', e.id desc) as at
        from events e where workspace_id = ${workspace.id} limit 30) e
      join (values
        (0, 'pending', now() + interval '5 minutes', ${JSON.stringify(failed)}::jsonb),
        (1, 'failed', null, ${JSON.stringify(failed)}::jsonb),
        (2, 'succeeded', null, ${JSON.stringify(succeeded)}::jsonb)) s(at, status, next_attempt_at, attempts)
        on s.at = e.at % 3
      order by e.at
      returning id`.execute(tx.db)
    return rows[0]!.id
  })
  return { webhook, delivery }
}

/** Creates a channel of each product, with a log. No worker has to run. */
export async function seedChannels({ id: workspaceId, write }: ConsoleWorkspace): Promise<{ channel: string }> {
  const deps = { vault: new Vault(testSecretKey), outbound: createOutbound([]) }
  const urls = {
    slack: 'https://hooks.slack.com/services/T024BE7LD/B024BE7LH/8sd7fhs9d8fh',
    discord: 'https://discord.com/api/webhooks/1029384756/s8d7fhs9d8fh',
    teams: 'https://prod-08.westeurope.logic.azure.com/workflows/8f7s6d/triggers/manual/paths/invoke?sig=s8d7f',
  }
  const kinds = ['request.created', 'comment.created'] as const
  const create = (provider: keyof typeof urls, name: string) =>
    write((tx) =>
      createChannel(deps, tx, { provider, name, webhookUrl: urls[provider], kinds: [...kinds], boardIds: [] }),
    )
  const { id: channel } = await create('slack', '#product-feedback')
  const { id: failing } = await create('discord', '#feedback')
  const { id: gone } = await create('teams', `Product team ${'and everyone else '.repeat(3)}`)
  const at = new Date(Date.now() - 3_600_000).toISOString()
  const entries = [
    ['request.created', 'succeeded', null, 1, [attempt(at, 200, null, 'ok')]],
    [
      'request.created',
      'pending',
      new Date(Date.now() + 300_000).toISOString(),
      1,
      [attempt(at, 429, 'The receiver responded with status 429', 'rate_limited')],
    ],
    [
      'comment.created',
      'failed',
      null,
      1,
      [attempt(at, 400, 'The receiver responded with status 400', 'invalid_payload')],
    ],
    ['request.stage_changed', 'succeeded', null, 100, [attempt(at, 200, null, 'ok')]],
    ['test', 'skipped', null, 1, [attempt(at, null, 'Nothing was sent, because it was deleted', null)]],
  ] as const
  await write(async (tx) => {
    const update = (id: string, fields: object) =>
      tx.db.updateTable('webhooks').set(fields).where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
    await update(channel, { last_success_at: at })
    await update(failing, { failing_since: at, last_success_at: at })
    await update(gone, { disabled_reason: 'gone' })
    for (const [kind, status, next, count, attempts] of entries) {
      await sql`insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, status, next_attempt_at,
          attempt_count, attempts, event_count, created_at)
        values (${workspaceId}, gen_random_uuid(), ${channel}, gen_random_uuid(), ${kind}, ${status}, ${next},
          ${attempts.length}, ${JSON.stringify(attempts)}, ${count}, ${at})`.execute(tx.db)
    }
  })
  return { channel }
}
