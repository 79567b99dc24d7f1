import { archived } from '../format.ts'

const computed = 'computed from other columns'

export const boards = archived('boards', {
  name: 'boards',
  columns: [
    'id',
    'slug',
    'name',
    'position',
    'accepts_requests',
    'is_public',
    'reviews_new',
    'reviews_comments',
    'created_at',
  ],
  omitted: {},
  key: ['id'],
})

export const tags = archived('tags', {
  name: 'tags',
  columns: ['id', 'name', 'color', 'created_at'],
  omitted: { sort_name: computed },
  key: ['id'],
})

export const feedback = archived('feedback', {
  name: 'feedback',
  columns: [
    'id',
    'board_id',
    'title',
    'description',
    'status',
    'product_stage',
    'owner_id',
    'votes',
    'votes_without_voters',
    'comments',
    'created_at',
    'updated_at',
    'last_activity_at',
    'trend',
    'vote_milestone',
  ],
  omitted: { stage: computed, search_terms: computed, is_text_indexed: 'set by imports and a job' },
  key: ['id'],
})

/** Who submitted a request, and its private metadata. */
export const submissions = archived('feedback_context', {
  name: 'submissions',
  columns: ['feedback_id', 'customer_id', 'source_url', 'metadata'],
  omitted: {},
  key: ['feedback_id'],
})

export const feedbackTags = archived('feedback_tags', {
  name: 'feedback_tags',
  columns: ['feedback_id', 'tag_id'],
  omitted: {},
  key: ['feedback_id', 'tag_id'],
})

export const votes = archived('votes', {
  name: 'votes',
  columns: ['feedback_id', 'customer_id', 'created_at'],
  omitted: {},
  key: ['feedback_id', 'customer_id'],
})

/** Decisions of customers to follow a request or not. */
export const follows = archived('follows', {
  name: 'follows',
  columns: ['feedback_id', 'customer_id', 'is_following', 'source', 'created_at'],
  omitted: {},
  key: ['feedback_id', 'customer_id'],
})

/** Merged requests, whose ids redirect to the target, with the snapshots that can undo the merges. */
export const merges = archived('feedback_merges', {
  name: 'merges',
  columns: ['feedback_id', 'into_id', 'title', 'snapshot', 'merged_by_type', 'merged_by_id', 'merged_at'],
  omitted: {},
  key: ['feedback_id'],
})

export const roadmap = archived('roadmap_items', {
  name: 'roadmap',
  columns: [
    'id',
    'feedback_id',
    'title',
    'description',
    'status',
    'sort_order',
    'target_precision',
    'target_date',
    'created_at',
    'updated_at',
  ],
  omitted: {},
  key: ['id'],
})

export const comments = archived('comments', {
  name: 'comments',
  columns: [
    'id',
    'feedback_id',
    'entry_id',
    'parent_id',
    'kind',
    'body',
    'customer_id',
    'member_id',
    'author_name',
    'is_internal',
    'created_at',
    'updated_at',
  ],
  omitted: {},
  key: ['id'],
  orderFirst: 't.parent_id is not null',
})

export const mentions = archived('comment_mentions', {
  name: 'mentions',
  columns: ['comment_id', 'member_id', 'name'],
  omitted: {},
  key: ['comment_id', 'member_id'],
})

/** Comments that await review, or that the team rejected. */
export const pendingComments = archived('pending_comments', {
  name: 'pending_comments',
  columns: ['id', 'feedback_id', 'entry_id', 'parent_id', 'body', 'customer_id', 'status', 'created_at', 'reviewed_at'],
  omitted: {},
  key: ['id'],
})

/** Earlier texts of requests and comments. */
export const edits = archived('content_edits', {
  name: 'edits',
  columns: ['id', 'feedback_id', 'comment_id', 'customer_id', 'title', 'body', 'created_at'],
  omitted: {},
  key: ['id'],
})

export const pendingEdits = archived('pending_edits', {
  name: 'pending_edits',
  columns: ['id', 'feedback_id', 'comment_id', 'customer_id', 'title', 'body', 'status', 'created_at', 'reviewed_at'],
  omitted: {},
  key: ['id'],
})

export const reports = archived('content_reports', {
  name: 'reports',
  columns: ['id', 'feedback_id', 'comment_id', 'customer_id', 'reason', 'created_at', 'dismissed_at'],
  omitted: {},
  key: ['id'],
})

/** The texts of reported requests and comments that were removed. */
export const reportEvidence = archived('report_evidence', {
  name: 'report_evidence',
  columns: [
    'id',
    'kind',
    'thread_kind',
    'thread_id',
    'title',
    'body',
    'customer_id',
    'reasons',
    'reported_at',
    'created_at',
    'dismissed_at',
  ],
  omitted: {},
  key: ['id'],
})

const undoneHere = 'an import can be undone only where it ran'

/** The rows that records of other products were imported as, so that newer exports of these products find them. */
export const importedRecords = archived('imported_records', {
  name: 'imported_records',
  columns: ['source', 'resource', 'source_id', 'target_id', 'fields', 'parent_source_id'],
  omitted: { import_id: undoneHere },
  key: ['source', 'resource', 'source_id'],
})

export const importedVotes = archived('imported_votes', {
  name: 'imported_votes',
  columns: ['feedback_id', 'customer_id'],
  omitted: { import_id: undoneHere },
  key: ['feedback_id', 'customer_id'],
})
