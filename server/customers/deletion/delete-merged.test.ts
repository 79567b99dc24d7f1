import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeFeedback } from '../../feedback/merge/merge.ts'
import { unmergeFeedback } from '../../feedback/merge/unmerge.ts'
import { newId } from '../../platform/ids.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { removeVote } from '../../votes/on-behalf.ts'
import { deleteCustomer } from './delete.ts'

const world = await createTestApp()
const { pool } = world.database

const ada = { email: 'ada@acme.test', name: 'Ada Lovelace' }
const bea = { email: 'bea@acme.test' }

const file = async ({ api }: TestWorkspace, title: string, submitter?: object): Promise<string> =>
  (await api.create('/feedback', { title, ...(submitter && { submitter, sourceUrl: `https://${title}.test/` }) })).id

const idOf = async ({ id }: TestWorkspace, { email }: { email: string }): Promise<string> =>
  (await pool.query('select id from customers where workspace_id = $1 and email = $2', [id, email])).rows[0].id

const merge = (acme: TestWorkspace, from: string, into: string) => acme.write((tx) => mergeFeedback(tx, from, into))

const deleteWhole = async (acme: TestWorkspace, who: { email: string }) => {
  const id = await idOf(acme, who)
  await acme.write((tx) => deleteCustomer(tx, id, { withRequests: true }))
  return id
}

const statuses = ({ api }: TestWorkspace, ids: string[]) =>
  Promise.all(ids.map(async (id) => (await api.get(`/feedback/${id}`)).status))

/** Once a merge is undone nothing of it is left; what cannot be undone is gone. */
const mergesOf = async ({ id }: TestWorkspace) =>
  (await pool.query('select feedback_id, into_id from feedback_merges where workspace_id = $1', [id])).rows

test('requests of others that were merged into one that goes come back, with what was theirs; one’s own go', async () => {
  const acme = await world.workspace()
  const theirs = await file(acme, 'theirs', bea)
  const nobodys = await file(acme, 'nobodys')
  const [own, ownToo] = [await file(acme, 'own', ada), await file(acme, 'own-too', ada)]
  const entry = await acme.api.create('/changelog', { title: 'E', linkedFeedbackIds: [theirs] })
  await acme.api.create(`/feedback/${theirs}/comments`, { body: 'Bea here', submitter: bea })
  await merge(acme, nobodys, theirs)
  for (const id of [theirs, ownToo]) await merge(acme, id, own)
  const adaId = await deleteWhole(acme, ada)
  assert.deepEqual(await statuses(acme, [own, ownToo]), [404, 404])
  const { title, votes, comments } = (await acme.api.get(`/feedback/${theirs}`)).body.data
  assert.deepEqual([title, votes, comments], ['theirs', 1, 1])
  assert.deepEqual((await acme.api.get(`/changelog/${entry.id}`)).body.data.linkedFeedbackIds, [theirs])
  assert.deepEqual(await mergesOf(acme), [{ feedback_id: nobodys, into_id: theirs }])
  const { rows } = await pool.query(`select changes from audit_events where target_id = $1 order by id desc limit 1`, [
    adaId,
  ])
  assert.deepEqual(rows[0].changes.requestIds, [own])
  assert.deepEqual(rows[0].changes.mergedIds, [ownToo])
})

test('what was merged into one’s own before that was merged into another comes back as well', async () => {
  const acme = await world.workspace()
  const [theirs, between, own] = [await file(acme, 'a', bea), await file(acme, 'b', ada), await file(acme, 'c', ada)]
  await merge(acme, theirs, between)
  await merge(acme, between, own)
  await deleteWhole(acme, ada)
  assert.deepEqual(await statuses(acme, [theirs, between, own]), [200, 404, 404])
  assert.deepEqual(await mergesOf(acme), [])
})

test('a customer whose request is being sent to the tracker is not deleted with their requests, but without', async () => {
  const acme = await world.workspace()
  const [own, connection] = [await file(acme, 'own', ada), newId()]
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
  await assert.rejects(deleteWhole(acme, ada), { code: 'validation_error', message: /being sent/ })
  const id = await idOf(acme, ada)
  await acme.write((tx) => deleteCustomer(tx, id))
  assert.deepEqual(await statuses(acme, [own]), [200])
})

/** A request of Ada's that is merged; nothing but what that merge keeps names her. */
async function mergedAway() {
  const acme = await world.workspace()
  const [own, target] = [await file(acme, 'lovelace', ada), await file(acme, 'target')]
  await merge(acme, own, target)
  const adaId = await idOf(acme, ada)
  await acme.write((tx) => removeVote(tx, target, adaId))
  return { acme, own, target, adaId }
}

async function assertForgotten({ id }: TestWorkspace, adaId: string): Promise<void> {
  const { rows } = await pool.query(
    `select snapshot::text as text from feedback_merges where workspace_id = $1
     union all select source_url from feedback_context where workspace_id = $1`,
    [id],
  )
  for (const { text } of rows) assert.ok(!text?.includes('lovelace.test') && !text?.includes(adaId), text)
}

test('a merge that has read what is kept of a customer does not write it again after they were deleted', async () => {
  const { acme, target, adaId } = await mergedAway()
  const { roadmapItem } = await acme.api.create(`/feedback/${target}/promote`, { status: 'planned' })
  const last = await file(acme, 'last')
  // A merge reads the item after what is kept.
  const item = await startBlockingTransaction(world, 'select from roadmap_items where id = $1 for update', [
    roadmapItem.id,
  ])
  const merging = merge(acme, target, last)
  await waitForBlockedConnections(world)
  const deletion = acme.write((tx) => deleteCustomer(tx, adaId))
  await Promise.race([deletion, waitForBlockedConnections(world, 2)])
  await item.release()
  await Promise.all([merging, deletion])
  await assertForgotten(acme, adaId)
  assert.equal((await mergesOf(acme)).length, 2)
})

test('while requests are merged and parted nothing of a deleted customer comes back, and nothing deadlocks', async () => {
  const deadlocks = async () =>
    (await pool.query('select deadlocks from pg_stat_database where datname = current_database()')).rows[0].deadlocks
  const before = await deadlocks()
  for (let round = 0; round < 8; round++) {
    const { acme, own, target, adaId } = await mergedAway()
    const last = await file(acme, 'last', bea)
    const outcomes = await Promise.allSettled([
      merge(acme, target, last),
      acme.write((tx) => unmergeFeedback(tx, own)),
      acme.write((tx) => deleteCustomer(tx, adaId, { withRequests: round % 2 === 1 })),
      acme.write((tx) => unmergeFeedback(tx, target)),
    ])
    for (const outcome of outcomes) if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'not_found')
    assert.equal(outcomes[2]!.status, 'fulfilled')
    await assertForgotten(acme, adaId)
  }
  assert.equal(await deadlocks(), before)
})
