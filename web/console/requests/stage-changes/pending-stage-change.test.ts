import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deriveStage, type StoredStage, toStoredStage } from '#server/feedback/lifecycle/derive-stage.ts'
import { type FeedbackStatus, feedbackStatuses, stages } from '#server/feedback/schema.ts'
import { applyPendingChanges, type PendingStageChange } from './pending-stage-change.ts'

const statusByIntent = { approve: 'approved', reject: 'rejected', spam: 'spam' } as const

const productStages = [null, ...stages.filter((stage) => stage !== 'pending')]
const storedStages: StoredStage[] = feedbackStatuses.flatMap((status) =>
  productStages.map((productStage) => ({ status, productStage })),
)

type ListChange = Pick<PendingStageChange, 'stage'> & { intent: 'stage' | keyof typeof statusByIntent }

/** Applies a change to a list row, and the same update by the server's rule. */
function applyBoth(before: StoredStage, change: ListChange) {
  const row = { id: 'a', status: before.status, stage: deriveStage(before) }
  const { status, stage } = applyPendingChanges(row, [{ ids: ['a'], next: '', ...change }])
  const update =
    change.intent === 'stage'
      ? toStoredStage(change.stage!)
      : { status: statusByIntent[change.intent] as FeedbackStatus }
  const after: StoredStage = { ...before, ...update }
  return { predicted: { status, stage }, expected: { status: after.status, stage: deriveStage(after) } }
}

test('predicts every change of stage as the server derives it', () => {
  for (const before of storedStages) {
    for (const stage of stages) {
      const { predicted, expected } = applyBoth(before, { intent: 'stage', stage })
      assert.deepEqual(predicted, expected, `${JSON.stringify(before)} to ${stage}`)
    }
  }
})

test('predicts every change of status, except for the product stage that only the server knows', () => {
  for (const before of storedStages) {
    for (const intent of ['approve', 'reject', 'spam'] as const) {
      const { predicted, expected } = applyBoth(before, { intent })
      const isHidden = intent === 'approve' && before.status !== 'approved'
      assert.deepEqual(predicted, isHidden ? { ...expected, stage: 'in_review' } : expected)
    }
  }
})

test('applies pending changes in order, and only to the requests they name', () => {
  const row = { id: 'a', status: 'pending', stage: 'pending' } as const
  const changes: PendingStageChange[] = [
    { ids: ['a', 'b'], intent: 'stage', stage: 'planned', next: '' },
    { ids: ['b'], intent: 'spam', next: '' },
    { ids: ['a'], intent: 'approve', next: '' },
  ]
  assert.deepEqual(applyPendingChanges(row, changes), { id: 'a', status: 'approved', stage: 'planned' })
  assert.deepEqual(applyPendingChanges({ ...row, id: 'c' }, changes), { ...row, id: 'c' })
})
