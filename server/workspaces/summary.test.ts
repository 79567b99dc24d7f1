import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultRateLimits } from '../platform/http/rate-limits/rate-limiter.ts'
import { createTestApp } from '../test/test-app.ts'
import { getWorkspaceSummary } from './summary.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const app = await createTestApp({ limits: defaultRateLimits, caps })

test('returns a board and nothing else for a new workspace', async () => {
  const { api, slug } = await app.workspace({ name: 'Acme', plan: 'free' })
  const { status, body } = await api.get('/workspace')
  assert.equal(status, 200)
  assert.deepEqual(body.data, {
    name: 'Acme',
    slug,
    plan: 'free',
    limits: { trackedCustomers: { used: 0, max: 100 }, requestsPerMinute: { key: 120, workspace: 600 } },
    counts: {
      feedback: {
        total: 0,
        byStage: { pending: 0, in_review: 0, planned: 0, in_progress: 0, completed: 0, closed: 0 },
      },
      roadmap: { total: 0, byStatus: { planned: 0, in_progress: 0, done: 0, closed: 0 } },
      changelog: { draft: 0, published: 0 },
    },
    setup: {
      board: true,
      feedback: false,
      roadmap: false,
      changelogPublished: false,
      tracker: false,
      email: false,
      complete: false,
    },
  })
})

test('counts exactly, and only this workspace', async () => {
  const { api } = await app.workspace({ plan: 'starter' })
  const { api: charlie } = await app.workspace()
  await charlie.create('/roadmap', { title: 'Elsewhere' })

  const stages = ['pending', 'in_review', 'in_review', 'completed', 'closed']
  const customers = ['u1', 'u2', 'u1', 'u3', 'u2']
  for (const [index, stage] of stages.entries()) {
    const submitter = { externalId: customers[index] }
    const { id } = await api.create('/feedback', { title: 'Dark mode', submitter })
    if (stage !== 'pending') await api.patch(`/feedback/${id}/stage`, { stage })
  }
  const spam = await api.create('/feedback', { title: 'Cheap watches' })
  await api.patch(`/feedback/${spam.id}/status`, { status: 'spam' })
  for (const status of ['planned', 'planned', 'in_progress', 'done'])
    await api.create('/roadmap', { title: 'Item', status })
  const entries = []
  for (const title of ['One', 'Two', 'Three']) entries.push(await api.create('/changelog', { title }))
  await api.post(`/changelog/${entries[0].id}/publish`)

  const { limits, counts, setup } = (await api.get('/workspace')).body.data
  assert.deepEqual(limits.trackedCustomers, { used: 3, max: 1_000 })
  const byStage = { pending: 1, in_review: 2, planned: 2, in_progress: 1, completed: 2, closed: 2 }
  assert.deepEqual(counts.feedback, { total: 10, byStage })
  assert.deepEqual(counts.roadmap, { total: 4, byStatus: { planned: 2, in_progress: 1, done: 1, closed: 0 } })
  assert.deepEqual(counts.changelog, { draft: 2, published: 1 })
  const isDone = { board: true, feedback: true, roadmap: true, changelogPublished: true }
  assert.deepEqual(setup, { ...isDone, tracker: false, email: false, complete: false })
})

test('returns null for a plan without a limit, and email as set up if it is configured', async () => {
  const acme = await app.workspace({ plan: 'growth' })
  const summary = await acme.write((scope) =>
    getWorkspaceSummary(scope, { caps, limits: defaultRateLimits, isMailConfigured: true }),
  )
  assert.deepEqual([summary.limits.trackedCustomers.max, summary.setup.email], [null, true])
})

test('contains no personal data of members or customers', async () => {
  const { api } = await app.workspace({ ownerEmail: 'alice@example.com' })
  await api.create('/feedback', { title: 'Dark mode', submitter: { email: 'ada@example.com', name: 'Ada' } })
  assert.doesNotMatch(JSON.stringify((await api.get('/workspace')).body), /@|\bAda\b|alice/i)
})
