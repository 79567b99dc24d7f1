import type { LinkedRequest } from './entry-columns.ts'
import type { Entry } from './schema.ts'

export interface EntryRow {
  id: string
  state: 'draft' | 'published'
  title: string
  body: string
  version_label: string | null
  tag_ids: string[]
  linked_feedback: LinkedRequest[]
  reactions_enabled: boolean
  comments_enabled: boolean
  scheduled_publish_at: string | null
  scheduled_timezone: string | null
  published_at: string | null
  reactions: Record<string, number>
  comments: number
  created_at: string
  updated_at: string
}

export const presentEntry = (row: EntryRow): Entry => ({
  id: row.id,
  state: row.state,
  title: row.title,
  body: row.body,
  versionLabel: row.version_label,
  tagIds: row.tag_ids,
  linkedFeedbackIds: row.linked_feedback.map(({ id }) => id),
  linkedFeedback: row.linked_feedback,
  reactionsEnabled: row.reactions_enabled,
  commentsEnabled: row.comments_enabled,
  scheduledPublishAt: row.scheduled_publish_at,
  scheduledTimezone: row.scheduled_timezone,
  publishedAt: row.published_at,
  reactions: row.reactions,
  comments: row.comments,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
