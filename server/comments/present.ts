import type { Comment } from './schema.ts'

export interface CommentRow {
  id: string
  body: string
  kind: 'comment' | 'staff_reply'
  customer_id: string | null
  customer_name: string | null
  author_name: string | null
  parent_id: string | null
  is_internal: boolean
  created_at: string
  updated_at: string
}

export const presentComment = (row: CommentRow): Comment => ({
  id: row.id,
  body: row.body,
  kind: row.kind,
  author: authorOf(row),
  parentId: row.parent_id,
  isInternal: row.is_internal,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** A customer without a name has none here: the email address is private. */
function authorOf(row: CommentRow): Comment['author'] {
  if (row.kind === 'staff_reply') return { type: 'staff', name: row.author_name }
  return row.customer_id === null ? { type: 'anonymous', name: null } : { type: 'customer', name: row.customer_name }
}
