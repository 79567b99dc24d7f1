import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestResponse } from '../../test/clients/api-client.ts'
import { createTestApp, type TestWorkspace, testSecretKey } from '../../test/test-app.ts'
import { startTestWorker } from '../../test/test-worker.ts'
import { connectionContextFor, connectWorkspace, fakeTrackers, outbound } from '../../test/trackers/connect.ts'
import { openWebhookSecret } from '../../tracker/connection/queries.ts'
import type { Credential } from '../../tracker/tracker.ts'
import { systemClock } from '../clock.ts'
import { logTo } from '../log.ts'
import { Vault } from './vault.ts'

const secret = JSON.stringify({ kind: 'token', token: 'lin_api_é😀' })
const context = 'workspace/connection'
const vault = new Vault('a secret key that is long enough for this, 46')
const sealed = vault.seal(secret, context)

test('opens a sealed secret in its context, unchanged', () => {
  for (const text of [secret, '', 'x', 'x'.repeat(100_000), '\0']) {
    assert.equal(vault.open(vault.seal(text, context), context), text)
  }
  assert.equal(new Vault('a secret key that is long enough for this, 46').open(sealed, context), secret)
})

test('seals the same secret differently each time, without readable parts', () => {
  const other = vault.seal(secret, context)
  assert.notDeepEqual(other.subarray(1, 13), sealed.subarray(1, 13))
  assert.notDeepEqual(other.subarray(29), sealed.subarray(29))
  assert.ok(!sealed.includes('lin_api_') && !sealed.includes('token'))
})

test('rejects another key and another context', () => {
  assert.equal(new Vault('a secret key that is long enough for this, 47').open(sealed, context), null)
  for (const other of ['', 'workspace', 'workspace/connection/hook', 'other/connection', 'Workspace/connection']) {
    assert.equal(vault.open(sealed, other), null, other)
  }
})

test('rejects a sealed secret that is altered, truncated or extended, and arbitrary bytes', () => {
  for (let at = 0; at < sealed.length * 8; at++) {
    const changed = Buffer.from(sealed)
    changed[at >> 3]! ^= 1 << (at & 7)
    assert.equal(vault.open(changed, context), null, `bit ${at}`)
  }
  for (let length = 0; length < sealed.length; length++) {
    assert.equal(vault.open(sealed.subarray(0, length), context), null, `${length} bytes`)
  }
  const others = [Buffer.concat([sealed, Buffer.of(0)]), Buffer.alloc(29), Buffer.alloc(29, 1), Buffer.from(secret)]
  for (const other of others) assert.equal(vault.open(other, context), null)
})

// A sealed secret must not appear anywhere else either.

const lines: string[] = []
const log = logTo({ write: (line) => lines.push(line) }, 'trace')
const testApp = await createTestApp({ log })
const { pool } = testApp.database
after(() => outbound.close())

/** Dumps every row of every table as text; bytes as hexadecimal and decoded. */
async function dump(): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )
  assert.ok(tables.some(({ name }) => name === 'pgboss.job'))
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} as t`)
    for (const { row } of rows) {
      const bytes = row.match(/(?<=\\x)(?:[0-9a-f]{2})+/g) ?? []
      texts.push(row, ...bytes.map((hex) => Buffer.from(hex, 'hex').toString('latin1')))
    }
  }
  return texts.join('\n')
}

/** Returns the secret parts of a credential, as stored and as sent. None of them may be found. */
function secretPartsOf(credential: Credential): string[] {
  const { kind: _, ...rest } = credential
  const isPublic = new Set(['email', 'appId', 'installationId', 'expiresAt'])
  const parts = Object.entries(rest).flatMap(([name, value]) => (isPublic.has(name) ? [] : String(value).split('\n')))
  const basic = credential.kind === 'basic' ? [btoa(`${credential.email}:${credential.token}`)] : []
  return [...parts, ...basic].filter((part) => part.length > 8)
}

for (const [name, startTracker] of Object.entries(fakeTrackers)) {
  describe(name, async () => {
    const tracker = await startTracker()
    const credentials: Credential[] = [
      tracker.credential,
      ...('appCredential' in tracker ? [tracker.appCredential] : []),
    ]

    for (const credential of credentials) {
      test(`never exposes a credential (${credential.kind}) in the database, jobs, log or responses`, async () => {
        const acme = await testApp.workspace()
        const { api } = acme
        const context = connectionContextFor(testApp, acme)
        const { connection } = await connectWorkspace(context, { ...tracker, credential })
        const hookSecret = openWebhookSecret(context, connection)!
        const seen: TestResponse[] = []
        const send = async () => {
          const id = await approved(acme)
          seen.push(await api.get(path(id)), await api.post(path(id), {}, { 'idempotency-key': `send-${id}` }))
          return id
        }
        const worker = await startTestWorker(testApp, log)
        const id = await send()
        while (!(await isAttached(acme.id))) await sleep(20)
        for (const fault of ['unauthorized', 'error', 'lost', 'limited'] as const) {
          tracker.failNext(fault === 'lost' ? 'create' : 'any', fault)
          await send()
          await pool.query('update tracker_connections set rate_limited_until = null')
        }
        const [{ issue_id }] = (await pool.query('select issue_id from tracker_links where feedback_id = $1', [id]))
          .rows
        const { headers, body } = tracker.signWebhook(issue_id, { secret: hookSecret, now: systemClock() })
        const hook = `${testApp.origin}/hooks/tracker/${connection.id}`
        tracker.failNext('read', 'lost')
        await fetch(hook, { method: 'POST', headers: {}, body })
        await fetch(hook, { method: 'POST', headers, body })
        while (!(await isInBackoff(acme.id))) await sleep(20)
        await worker.stop()
        for (const listed of ['/workspace', '/feedback']) seen.push(await api.get(listed))

        const places = { database: await dump(), log: lines.join('\n'), responses: JSON.stringify(seen) }
        assert.ok(places.log.includes('"msg":"request"') && places.responses.includes(issue_id))
        assert.ok(places.database.includes(connection.account_name), 'The dump is empty.')
        const parts = [...secretPartsOf(credential), hookSecret, testSecretKey]
        assert.ok(parts.length >= 3)
        for (const [where, text] of Object.entries(places)) {
          for (const part of parts) assert.ok(!text.includes(part), `${where} holds ${part}`)
        }
      })
    }
  })
}

const path = (id: string) => `/feedback/${id}/send-to-tracker`

async function approved({ api }: TestWorkspace): Promise<string> {
  const { id } = await api.create('/feedback', { title: 'Dark mode' })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id
}

const isAttached = (workspaceId: string) => isJob(workspaceId, `name = 'tracker-attach' and state = 'completed'`)
/** Returns whether a job has failed and its tracker is in backoff. */
const isInBackoff = async (workspaceId: string): Promise<boolean> => {
  const { rows } = await pool.query('select backoff_until from tracker_connections where workspace_id = $1', [
    workspaceId,
  ])
  return rows[0].backoff_until !== null
}

const isJob = async (workspaceId: string, condition: string): Promise<boolean> =>
  (await pool.query(`select from pgboss.job where data->>'workspaceId' = $1 and ${condition}`, [workspaceId]))
    .rowCount! > 0
