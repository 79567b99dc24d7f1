import type { FeedbackStatus, Stage } from '../schema.ts'

/** The two stored columns of a request that its stage is derived from (contract §4). */
export interface StoredStage {
  status: FeedbackStatus
  productStage: Exclude<Stage, 'pending'> | null
}

/** The columns to write; an omitted product stage stays as it is. */
export type StoredStageUpdate = Pick<StoredStage, 'status'> & Partial<StoredStage>

/** Returns the columns to write for this stage. The product stage survives a return to `pending`. */
export const toStoredStage = (stage: Stage): StoredStageUpdate =>
  stage === 'pending' ? { status: 'pending' } : { status: 'approved', productStage: stage }

/** Derives a stage by the same rule as the generated column `feedback.stage` (migrations/0001_baseline.sql). */
export function deriveStage({ status, productStage }: StoredStage): Stage {
  if (status === 'pending') return 'pending'
  return status === 'approved' ? (productStage ?? 'in_review') : 'closed'
}
