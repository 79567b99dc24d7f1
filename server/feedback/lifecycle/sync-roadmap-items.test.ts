import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type RoadmapStatus, roadmapStatuses } from '../../roadmap/schema.ts'
import { createTestApp } from '../../test/test-app.ts'
import { type FeedbackStatus, feedbackStatuses, type Stage, stages } from '../schema.ts'

const app = await createTestApp()
const { api } = await app.workspace()

type Operation =
  | { name: 'stage'; to: Stage }
  | { name: 'status'; to: FeedbackStatus }
  | { name: 'promote' | 'item'; to: RoadmapStatus }

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ name: fc.constant('stage' as const), to: fc.constantFrom(...stages) }),
  fc.record({ name: fc.constant('status' as const), to: fc.constantFrom(...feedbackStatuses) }),
  fc.record({ name: fc.constant('promote' as const), to: fc.constantFrom(...roadmapStatuses) }),
  fc.record({ name: fc.constant('item' as const), to: fc.constantFrom(...roadmapStatuses) }),
)

/** A second implementation of contract §4: the state of a request and its item after each operation. */
interface Model {
  status: FeedbackStatus
  product: Stage | null
  item: RoadmapStatus | null
}

const stageByItemStatus = {
  planned: 'planned',
  in_progress: 'in_progress',
  done: 'completed',
  closed: 'closed',
} as const
const itemStatusByStage = {
  planned: 'planned',
  in_progress: 'in_progress',
  completed: 'done',
  closed: 'closed',
} as const

const itemStatusOf = (stage: Stage): RoadmapStatus | null =>
  itemStatusByStage[stage as keyof typeof itemStatusByStage] ?? null

function stageOf({ status, product }: Model): Stage {
  if (status === 'pending') return 'pending'
  if (status !== 'approved') return 'closed'
  return product ?? 'in_review'
}

function after(before: Model, { name, to }: Operation): Model {
  if (name === 'item' && before.item === null) return before
  const next = { ...before }
  if (name === 'status') next.status = to
  else if (to === 'pending') next.status = 'pending'
  else {
    next.status = 'approved'
    next.product = name === 'stage' ? to : stageByItemStatus[to]
  }
  if (name === 'promote') next.item ??= to
  if (next.item !== null) next.item = itemStatusOf(stageOf(next)) ?? next.item
  return next
}

async function execute(id: string, { name, to }: Operation): Promise<void> {
  const item = name === 'item' ? (await api.get(`/feedback/${id}`)).body.data.roadmapItemId : null
  if (name === 'item' && item === null) return
  const { status } = await {
    stage: () => api.patch(`/feedback/${id}/stage`, { stage: to }),
    status: () => api.patch(`/feedback/${id}/status`, { status: to }),
    promote: () => api.post(`/feedback/${id}/promote`, { status: to }),
    item: () => api.patch(`/roadmap/${item}/status`, { status: to }),
  }[name]()
  assert.equal(status, 200, `${name} to ${to}`)
}

async function read(id: string) {
  const request = (await api.get(`/feedback/${id}`)).body.data
  const item = request.roadmapItemId && (await api.get(`/roadmap/${request.roadmapItemId}`)).body.data
  return { status: request.status, stage: request.stage as Stage, item: item && (item.status as RoadmapStatus) }
}

const createRequest = async (): Promise<string> => (await api.create('/feedback', { title: 'Dark mode' })).id

test('puts request and item into the states of contract §4 after each operation of any sequence', async () => {
  const sequences = fc.array(operation, { minLength: 1, maxLength: 15 })
  await fc.assert(
    fc.asyncProperty(sequences, async (operations) => {
      const id = await createRequest()
      let model: Model = { status: 'pending', product: null, item: null }
      for (const each of operations) {
        await execute(id, each)
        model = after(model, each)
        const { status, item } = model
        assert.deepEqual(await read(id), { status, stage: stageOf(model), item })
      }
    }),
    { seed: 20_260_301, numRuns: 60 },
  )
})

test('keeps request and item consistent when sequences run concurrently', async () => {
  const sequences = fc.array(fc.array(operation, { minLength: 2, maxLength: 6 }), { minLength: 2, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(sequences, async (concurrent) => {
      const id = await createRequest()
      const run = async (operations: Operation[]) => {
        for (const each of operations) await execute(id, each)
      }
      await Promise.all(concurrent.map(run))
      const { stage, item } = await read(id)
      if (item !== null) assert.equal(item, itemStatusOf(stage) ?? item)
    }),
    { seed: 20_260_302, numRuns: 30 },
  )
})

test('leaves every request with at most one item, in a matching state', async () => {
  const { rows } = await app.database.pool.query(`
    select f.stage, r.status from feedback f join roadmap_items r
      on r.workspace_id = f.workspace_id and r.feedback_id = f.id
    where f.stage in ('planned', 'in_progress', 'completed', 'closed')
      and r.status <> case f.stage when 'completed' then 'done' else f.stage end`)
  assert.deepEqual(rows, [])
  const items = await api.listAll('/roadmap')
  assert.ok(items.length > 30)
  assert.equal(new Set(items.map(({ feedbackId }) => feedbackId)).size, items.length)
})
