import type { RoadmapItem, RoadmapStatus } from './schema.ts'

export interface RoadmapRow {
  id: string
  title: string
  description: string
  status: RoadmapStatus
  sort_order: number
  target_precision: 'quarter' | 'date' | null
  target_date: string | null
  feedback_id: string
  votes: number
  comments: number
  created_at: string
  updated_at: string
}

export const presentRoadmapItem = (row: RoadmapRow): RoadmapItem => ({
  id: row.id,
  title: row.title,
  description: row.description,
  status: row.status,
  sortOrder: row.sort_order,
  targetDelivery: toTargetDelivery(row),
  feedbackId: row.feedback_id,
  votes: row.votes,
  comments: row.comments,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Converts the two stored columns to a target. */
export const toTargetDelivery = (
  row: Pick<RoadmapRow, 'target_precision' | 'target_date'>,
): RoadmapItem['targetDelivery'] => row.target_precision && { precision: row.target_precision, date: row.target_date! }

/** Converts a target to its two stored columns. */
export const toTargetColumns = (target: RoadmapItem['targetDelivery']) => ({
  target_precision: target?.precision ?? null,
  target_date: target?.date ?? null,
})
