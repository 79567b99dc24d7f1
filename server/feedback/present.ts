import type { Feedback, FeedbackStatus, Stage } from './schema.ts'

export interface FeedbackRow {
  id: string
  title: string
  description: string
  stage: Stage
  status: FeedbackStatus
  votes: number
  comments: number
  board_id: string
  board_slug: string
  board_name: string
  roadmap_item_id: string | null
  created_at: string
  updated_at: string
}

export const presentFeedback = (row: FeedbackRow): Feedback => ({
  id: row.id,
  title: row.title,
  description: row.description,
  stage: row.stage,
  status: row.status,
  votes: row.votes,
  comments: row.comments,
  board: { id: row.board_id, slug: row.board_slug, name: row.board_name },
  roadmapItemId: row.roadmap_item_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
