import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp, type TestWorkspace } from '../../server/test/test-app.ts'

// Runs with `npm run cluster -- citus`.
const app = await createTestApp()
const { pool } = app.database

interface Location {
  shardid: number
  nodename: string
  nodeport: number
}

/** Returns the shard of a workspace's requests, and its node. */
async function locate(workspaceId: string): Promise<Location> {
  const { rows } = await pool.query<Location>(
    `select s.shardid, s.nodename, s.nodeport from citus_shards s
     where s.table_name = 'feedback'::regclass and s.shardid = get_shard_id_for_distribution_column('feedback', $1::uuid)`,
    [workspaceId],
  )
  return rows[0]!
}

/** Creates requests until `work` has ended. @returns the ids of those that were acknowledged */
async function writeDuring(acme: TestWorkspace, work: () => Promise<unknown>): Promise<Set<string>> {
  let isOver = false
  const acknowledged = new Set<string>()
  const write = async (writer: number) => {
    for (let n = 0; !isOver || n < 5; n++) {
      const title = `Request ${n} of writer ${writer}`
      const created = await acme.api.create('/feedback', { title, submitter: { email: `c${n % 7}@example.com` } })
      acknowledged.add(created.id)
    }
  }
  const writers = [1, 2, 3].map(write)
  await work().finally(() => {
    isOver = true
  })
  await Promise.all(writers)
  return acknowledged
}

async function runLong(statement: string, values: unknown[]): Promise<void> {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query(statement, values).finally(() => client.release(true))
}

async function assertComplete(acme: TestWorkspace, acknowledged: Set<string>): Promise<void> {
  const { rows } = await pool.query<{ id: string; votes: number; counted: number; events: number; audited: number }>(
    `select f.id, f.votes,
       (select count(*)::int from votes v where v.workspace_id = $1 and v.feedback_id = f.id) as counted,
       (select count(*)::int from events e where e.workspace_id = $1 and e.resource_id = f.id) as events,
       (select count(*)::int from audit_events a where a.workspace_id = $1 and a.target_id = f.id) as audited
     from feedback f where f.workspace_id = $1`,
    [acme.id],
  )
  assert.deepEqual(new Set(rows.map(({ id }) => id)), acknowledged)
  for (const row of rows) assert.deepEqual([row.votes, row.counted, row.events, row.audited], [1, 1, 1, 1])
}

/** Moves a shard to another worker while it is written to. */
async function moveToOtherWorker({ shardid, nodename, nodeport }: Location): Promise<void> {
  const { rows } = await pool.query<Omit<Location, 'shardid'>>(
    `select nodename, nodeport from pg_dist_node where shouldhaveshards and isactive and nodeport <> $1 limit 1`,
    [nodeport],
  )
  const to = rows[0]!
  await runLong("select citus_move_shard_placement($1, $2, $3, $4, $5, 'force_logical')", [
    shardid,
    nodename,
    nodeport,
    to.nodename,
    to.nodeport,
  ])
}

test('moving a shard to another node loses and duplicates no acknowledged write', async () => {
  const acme = await app.workspace()
  const before = await locate(acme.id)
  const acknowledged = await writeDuring(acme, () => moveToOtherWorker(before))
  assert.notEqual((await locate(acme.id)).nodeport, before.nodeport)
  await assertComplete(acme, acknowledged)
})

test('a large workspace can be isolated in its own shard and moved to another node with all of its rows', async () => {
  const acme = await app.workspace()
  const before = await locate(acme.id)
  const acknowledged = await writeDuring(acme, async () => {})
  // Writes to the shard wait until it has been moved.
  await runLong(
    `select isolate_tenant_to_new_shard('feedback', $1::uuid, 'CASCADE', shard_transfer_mode => 'block_writes')`,
    [acme.id],
  )
  const after = await locate(acme.id)
  assert.notEqual(after.shardid, before.shardid)
  const { rows } = await pool.query(
    'select shardminvalue = shardmaxvalue as is_alone from pg_dist_shard where shardid = $1',
    [after.shardid],
  )
  assert.deepEqual(rows, [{ is_alone: true }])
  await assertComplete(acme, acknowledged)
  const during = await writeDuring(acme, () => moveToOtherWorker(after))
  assert.notEqual((await locate(acme.id)).nodeport, after.nodeport)
  const all = acknowledged.union(during)
  await assertComplete(acme, all)
  const created = await acme.api.create('/feedback', { title: 'After', submitter: { email: 'c1@example.com' } })
  await assertComplete(acme, all.add(created.id))
})
