import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Vault } from '../platform/crypto/vault.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import { createDataDir } from '../test/fixtures/files.ts'
import { createFullWorkspace } from '../test/fixtures/full-workspace.ts'
import { exportToFile, readArchive } from '../test/support/archives.ts'
import { createTestApp, testSecretKey } from '../test/test-app.ts'
import { createChannel } from '../webhooks/channels/create.ts'

const host = { app: await createTestApp({ checksEvents: false }), dataDir: await createDataDir() }
const { pool } = host.app.database

test('an archive of a workspace with keys, webhooks, trackers and channels contains no secret in any form', async () => {
  const { workspace } = await createFullWorkspace(host.app, host.dataDir)
  const webhook = (
    await workspace.api.post('/webhooks', { url: 'https://hooks.example.com/two', events: ['feedback.created'] })
  ).body.data
  assert.match(webhook.secret, /^whsec_/)
  const outbound = createOutbound([])
  const channelUrl = 'https://hooks.slack.com/services/T0000/B0000/aBcDeFgHiJkLmNoP'
  await workspace.write((tx) =>
    createChannel({ vault: new Vault(testSecretKey), outbound } as never, tx, {
      ...{ provider: 'slack', name: 'Team', webhookUrl: channelUrl, kinds: ['feedback.created'], boardIds: [] },
    } as never),
  )
  await outbound.close()

  const secrets = new Map<string, string>([
    ['API key', workspace.key],
    ['secret of a webhook', webhook.secret.slice('whsec_'.length)],
    ['token of a channel', 'aBcDeFgHiJkLmNoP'],
    ['channel', 'hooks.slack.com'],
  ])
  // Values that are stored as bytes are encrypted, or hashes.
  const { rows: columns } = await pool.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     where c.table_schema = 'public' and c.data_type = 'bytea' and exists (select from information_schema.columns w
       where w.table_schema = 'public' and w.table_name = c.table_name and w.column_name = 'workspace_id')`,
  )
  for (const { table, column } of columns) {
    const { rows } = await pool.query<{ value: Buffer | null }>(
      `select "${column}" as value from "${table}" where workspace_id = $1 and length("${column}") >= 8`,
      [workspace.id],
    )
    for (const { value } of rows)
      for (const encoding of ['hex', 'base64', 'base64url', 'latin1'] as const)
        secrets.set(`${table}.${column} as ${encoding}`, value!.toString(encoding))
  }
  for (const expected of ['api_keys.', 'webhooks.secret', 'tracker_connections.credential'])
    assert.ok(
      [...secrets.keys()].some((name) => name.startsWith(expected)),
      expected,
    )

  const entries = await readArchive((await exportToFile(host, workspace)).path)
  for (const [entry, text] of Object.entries(entries))
    for (const [name, secret] of secrets) assert.ok(!text.includes(secret), `${entry} holds ${name}`)
})
