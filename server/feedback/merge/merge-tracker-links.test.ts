import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../test/test-app.ts'
import { deleteFeedback } from '../delete.ts'
import { mergeFeedback } from './merge.ts'
import { unmergeFeedback } from './unmerge.ts'

const app = await createTestApp()
const acme = await app.workspace()
const connection = newId()

await app.database.pool.query(
  `insert into tracker_connections (workspace_id, id, provider, api_url, credential, account_id, account_name, account_url,
     checked_at, connected_by_type, connected_at)
   values ($1, $2, 'linear', 'https://linear.example', '\\x00', 'o', 'Acme', 'https://linear.example', now(), 'system', now())`,
  [acme.id, connection],
)

const createRequest = async (title: string): Promise<string> => (await acme.api.create('/feedback', { title })).id
const merge = (from: string, into: string) => acme.write((tx) => mergeFeedback(tx, from, into))
const unmerge = (id: string) => acme.write((tx) => unmergeFeedback(tx, id))

/** Creates a request with an issue, or one whose issue is being created. */
async function createLinkedRequest(
  title: string,
  state: 'active' | 'creating' = 'active',
): Promise<{ id: string; link: string }> {
  const [id, link] = [await createRequest(title), newId()]
  const issue =
    state === 'active' ? [`issue of ${title}`, title, `https://linear.example/${title}`] : [null, null, null]
  await app.database.pool.query(
    `insert into tracker_links (workspace_id, id, feedback_id, connection_id, state, issue_id, identifier, url, remote_title,
       remote_state, remote_state_type, checked_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $7, $7, case when $5 = 'active' then 'started' end, now(), now())`,
    [acme.id, link, id, connection, state, ...issue],
  )
  return { id, link }
}

async function linksOf(...ids: string[]): Promise<Record<string, string>> {
  const { rows } = await app.database.pool.query(
    'select feedback_id, identifier, state from tracker_links where feedback_id = any($1) order by identifier',
    [ids],
  )
  return Object.fromEntries(rows.map((row) => [row.identifier, `${row.state} ${ids.indexOf(row.feedback_id)}`]))
}

test('moves the issue to the target, or parks it if the target has one, and unmerging restores both', async () => {
  const [one, two] = [await createLinkedRequest('ONE-1'), await createLinkedRequest('TWO-1')]
  const ids = [one.id, two.id, await createRequest('Target')] as const
  await merge(one.id, ids[2])
  await merge(two.id, ids[2])
  assert.deepEqual(await linksOf(...ids), { 'ONE-1': 'active 2' })
  await unmerge(one.id)
  assert.deepEqual(await linksOf(...ids), { 'ONE-1': 'active 0', 'TWO-1': 'active 2' })
  await unmerge(two.id)
  assert.deepEqual(await linksOf(...ids), { 'ONE-1': 'active 0', 'TWO-1': 'active 1' })
})

test('restores a parked issue as ended if its tracker was disconnected or its link ended', async () => {
  const [one, two] = [await createLinkedRequest('ONE-2'), await createLinkedRequest('TWO-2')]
  const target = await createRequest('Target')
  await merge(one.id, target)
  await merge(two.id, target)
  await app.database.pool.query(
    `update tracker_connections set disconnected_at = now(), credential = null where id = $1`,
    [connection],
  )
  await app.database.pool.query(
    `update tracker_links set state = 'ended', ended_at = now(), end_reason = 'replaced' where id = $1`,
    [one.link],
  )
  await unmerge(two.id)
  await unmerge(one.id)
  assert.deepEqual(await linksOf(one.id, two.id), { 'ONE-2': 'ended 0', 'TWO-2': 'ended 1' })
  await app.database.pool.query(
    `update tracker_connections set disconnected_at = null, credential = '\\x00' where id = $1`,
    [connection],
  )
})

test('rejects merging or deleting a request that is being sent, and records the issue of a deleted one', async () => {
  const [sending, issued, target] = [
    await createLinkedRequest('A', 'creating'),
    await createLinkedRequest('ONE-3'),
    await createRequest('Target'),
  ]
  for (const attempt of [merge(sending.id, target), acme.write((tx) => deleteFeedback(tx, sending.id))]) {
    await assert.rejects(attempt, { code: 'validation_error', message: /being sent/ })
  }
  await merge(target, sending.id)
  await acme.write((tx) => deleteFeedback(tx, issued.id))
  const { rows } = await app.database.pool.query(`select changes from audit_events where type = 'feedback.deleted'`)
  assert.deepEqual(
    rows.map(({ changes }) => changes),
    [{ title: 'ONE-3', linkId: issued.link, issue: 'ONE-3', issueUrl: 'https://linear.example/ONE-3' }],
  )
})
