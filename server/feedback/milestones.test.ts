import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteVotes } from '../customers/deletion/erase.ts'
import { channelDeps } from '../test/fixtures/channels.ts'
import { createTestApp } from '../test/test-app.ts'
import { castVote, withdrawVote } from '../votes/cast.ts'
import { createChannel } from '../webhooks/channels/create.ts'
import { mergeFeedback } from './merge/merge.ts'
import { unmergeFeedback } from './merge/unmerge.ts'
import { passedMilestone } from './milestones.ts'

const app = await createTestApp()

const channel = {
  provider: 'slack' as const,
  name: 'Feedback',
  webhookUrl: 'http://127.0.0.1:1/services/T0/B0/secret',
  kinds: ['request.milestone' as const],
  boardIds: [],
}

test('returns the highest milestone that a change of votes passes', () => {
  assert.equal(passedMilestone(9, 10), 10)
  assert.equal(passedMilestone(10, 11), null)
  assert.equal(passedMilestone(10, 9), null)
  assert.equal(passedMilestone(3, 60), 50)
})

test('reports no milestone that a request had reached before milestones were recorded', async () => {
  const acme = await app.workspace()
  const { pool } = app.database
  await acme.write((tx) => createChannel(channelDeps, tx, channel))
  const id = (await acme.api.create('/feedback', { title: 'Dark mode' })).id
  const source = (await acme.api.create('/feedback', { title: 'Night mode' })).id
  const { rows } = await pool.query<{ id: string }>(
    `insert into customers (workspace_id, id, email, created_at)
     select $1, gen_random_uuid(), n || '@example.com', now() from generate_series(1, 28) n returning id`,
    [acme.id],
  )
  const fans = rows.map((row) => row.id)
  const cast = async (ids: string[], on = id) => {
    for (const fan of ids) await acme.write((tx) => castVote(tx, on, fan))
  }
  /** Sets the votes as if an earlier version had counted them. */
  const forget = () =>
    pool.query(
      'with n as (delete from channel_notices) update feedback set vote_milestone = 0 where workspace_id = $1',
      [acme.id],
    )
  const told = async () => (await pool.query('select from channel_notices where feedback_id = $1', [id])).rows.length

  await cast(fans.slice(0, 12))
  assert.equal(await told(), 1)
  await forget()
  for (const fan of fans.slice(9, 12)) await acme.write((tx) => withdrawVote(tx, id, fan))
  await cast(fans.slice(9, 12))
  assert.equal(await told(), 0)
  await forget()
  for (const fan of fans.slice(0, 3)) await acme.write((tx) => deleteVotes(tx, fan))
  await cast(fans.slice(0, 3))
  assert.equal(await told(), 0)
  await cast(fans.slice(12), source)
  await acme.write((tx) => mergeFeedback(tx, source, id))
  assert.equal(await told(), 1)
  await forget()
  await acme.write((tx) => unmergeFeedback(tx, source))
  await cast(fans.slice(12))
  assert.equal(await told(), 0)
})
