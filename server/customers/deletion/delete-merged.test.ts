import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeFeedback } from '../../feedback/merge/merge.ts'
import { unmergeFeedback } from '../../feedback/merge/unmerge.ts'
import { newId } from '../../platform/ids.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { removeVote } from '../../votes/on-behalf.ts'
import { deleteCustomer } from './delete.ts'

const app = await createTestApp()
const { pool } = app.database

const ada = { email: 'ada@acme.test', name: 'Ada Lovelace' }
const bea = { email: 'bea@acme.test' }

const createRequest = async ({ api }: TestWorkspace, title: string, submitter?: object): Promise<string> =>
  (await api.create('/feedback', { title, ...(submitter && { submitter, sourceUrl: `https://${title}.test/` }) })).id

const idOf = async ({ id }: TestWorkspace, { email }: { email: string }): Promise<string> =>
  (await pool.query('select id from customers where workspace_id = $1 and email = $2', [id, email])).rows[0].id

const merge = (acme: TestWorkspace, from: string, into: string) => acme.write((tx) => mergeFeedback(tx, from, into))

const deleteWithRequests = async (acme: TestWorkspace, customer: { email: string }) => {
  const id = await idOf(acme, customer)
  await acme.write((tx) => deleteCustomer(tx, id, { withRequests: true }))
  return id
}

const statuses = ({ api }: TestWorkspace, ids: string[]) =>
  Promise.all(ids.map(async (id) => (await api.get(`/feedback/${id}`)).status))

/** Lists the merges that can still be undone. */
const mergesOf = async ({ id }: TestWorkspace) =>
  (await pool.query('select feedback_id, into_id from feedback_merges where workspace_id = $1', [id])).rows

test('unmerges other customers’ requests with votes, comments and links, and deletes the customer’s own', async () => {
  const acme = await app.workspace()
  const beasRequest = await createRequest(acme, 'beas-request', bea)
  const anonymous = await createRequest(acme, 'anonymous')
  const [own, ownToo] = [await createRequest(acme, 'own', ada), await createRequest(acme, 'own-too', ada)]
  const entry = await acme.api.create('/changelog', { title: 'E', linkedFeedbackIds: [beasRequest] })
  await acme.api.create(`/feedback/${beasRequest}/comments`, { body: 'Bea here', submitter: bea })
  await merge(acme, anonymous, beasRequest)
  for (const id of [beasRequest, ownToo]) await merge(acme, id, own)
  const adaId = await deleteWithRequests(acme, ada)
  assert.deepEqual(await statuses(acme, [own, ownToo]), [404, 404])
  const { title, votes, comments } = (await acme.api.get(`/feedback/${beasRequest}`)).body.data
  assert.deepEqual([title, votes, comments], ['beas-request', 1, 1])
  assert.deepEqual((await acme.api.get(`/changelog/${entry.id}`)).body.data.linkedFeedbackIds, [beasRequest])
  assert.deepEqual(await mergesOf(acme), [{ feedback_id: anonymous, into_id: beasRequest }])
  const { rows } = await pool.query(`select changes from audit_events where target_id = $1 order by id desc limit 1`, [
    adaId,
  ])
  assert.deepEqual(rows[0].changes.requestIds, [own])
  assert.deepEqual(rows[0].changes.mergedIds, [ownToo])
})

test('unmerges other customers’ requests through a chain of the customer’s own merged requests', async () => {
  const acme = await app.workspace()
  const [beasRequest, between, own] = [
    await createRequest(acme, 'a', bea),
    await createRequest(acme, 'b', ada),
    await createRequest(acme, 'c', ada),
  ]
  await merge(acme, beasRequest, between)
  await merge(acme, between, own)
  await deleteWithRequests(acme, ada)
  assert.deepEqual(await statuses(acme, [beasRequest, between, own]), [200, 404, 404])
  assert.deepEqual(await mergesOf(acme), [])
})

test('rejects deleting requests while one is being sent to the tracker, and still deletes the customer without them', async () => {
  const acme = await app.workspace()
  const [own, connection] = [await createRequest(acme, 'own', ada), newId()]
  await pool.query(
    `insert into tracker_connections (workspace_id, id, provider, api_url, credential, account_id, account_name, account_url,
       checked_at, connected_by_type, connected_at)
     values ($1, $2, 'linear', 'https://linear.example', '\\x00', 'o', 'Acme', 'https://linear.example', now(), 'system', now())`,
    [acme.id, connection],
  )
  await pool.query(
    `insert into tracker_links (workspace_id, id, feedback_id, connection_id, state, checked_at, created_at)
     values ($1, $2, $3, $4, 'creating', now(), now())`,
    [acme.id, newId(), own, connection],
  )
  await assert.rejects(deleteWithRequests(acme, ada), { code: 'validation_error', message: /being sent/ })
  const id = await idOf(acme, ada)
  await acme.write((tx) => deleteCustomer(tx, id))
  assert.deepEqual(await statuses(acme, [own]), [200])
})

/** Merges one of Ada's requests, so that only the merge snapshot names her. */
async function setUpMergedRequest() {
  const acme = await app.workspace()
  const [own, target] = [await createRequest(acme, 'lovelace', ada), await createRequest(acme, 'target')]
  await merge(acme, own, target)
  const adaId = await idOf(acme, ada)
  await acme.write((tx) => removeVote(tx, target, adaId))
  return { acme, own, target, adaId }
}

async function assertErased({ id }: TestWorkspace, adaId: string): Promise<void> {
  const { rows } = await pool.query(
    `select snapshot::text as text from feedback_merges where workspace_id = $1
     union all select source_url from feedback_context where workspace_id = $1`,
    [id],
  )
  for (const { text } of rows) assert.ok(!text?.includes('lovelace.test') && !text?.includes(adaId), text)
}

test('erases the customer from a snapshot that a concurrent merge is rewriting', async () => {
  const { acme, target, adaId } = await setUpMergedRequest()
  const { roadmapItem } = await acme.api.create(`/feedback/${target}/promote`, { status: 'planned' })
  const last = await createRequest(acme, 'last')
  // A merge reads the snapshots before the roadmap item, so it stops here with the old snapshot.
  const itemLock = await startBlockingTransaction(app, 'select from roadmap_items where id = $1 for update', [
    roadmapItem.id,
  ])
  const merging = merge(acme, target, last)
  await waitForBlockedConnections(app)
  const deletion = acme.write((tx) => deleteCustomer(tx, adaId))
  await Promise.race([deletion, waitForBlockedConnections(app, 2)])
  await itemLock.release()
  await Promise.all([merging, deletion])
  await assertErased(acme, adaId)
  assert.equal((await mergesOf(acme)).length, 2)
})

test('erases the customer without deadlocks while requests are merged and unmerged', async () => {
  const countDeadlocks = async () =>
    (await pool.query('select deadlocks from pg_stat_database where datname = current_database()')).rows[0].deadlocks
  const before = await countDeadlocks()
  for (let round = 0; round < 8; round++) {
    const { acme, own, target, adaId } = await setUpMergedRequest()
    const last = await createRequest(acme, 'last', bea)
    const outcomes = await Promise.allSettled([
      merge(acme, target, last),
      acme.write((tx) => unmergeFeedback(tx, own)),
      acme.write((tx) => deleteCustomer(tx, adaId, { withRequests: round % 2 === 1 })),
      acme.write((tx) => unmergeFeedback(tx, target)),
    ])
    for (const outcome of outcomes) if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'not_found')
    assert.equal(outcomes[2]!.status, 'fulfilled')
    await assertErased(acme, adaId)
  }
  assert.equal(await countDeadlocks(), before)
})
