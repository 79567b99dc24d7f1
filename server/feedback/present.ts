import type { Selection } from 'kysely'
import { type JsonMembers, jsonNumber, jsonString, jsonWord, jsonWordOrNull } from '../platform/db/json-text.ts'
import type { Tables } from '../tables.ts'
import type { Feedback } from './schema.ts'

/** The columns of a request in the API: `f` is the request, `b` its board, `r` its roadmap item. */
export const feedbackColumns = [
  'f.id',
  'f.title',
  'f.description',
  'f.stage',
  'f.status',
  'f.votes',
  'f.comments',
  'b.id as board_id',
  'b.slug as board_slug',
  'b.name as board_name',
  'r.id as roadmap_item_id',
  'f.created_at',
  'f.updated_at',
] as const

interface Sources extends Pick<Tables, 'feedback' | 'boards' | 'roadmap_items'> {
  f: Tables['feedback']
  b: Tables['boards']
  r: { id: string | null }
}

type FeedbackRow = Selection<Sources, 'f' | 'b' | 'r', (typeof feedbackColumns)[number]>

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

/** The members of a request in the API between its texts and its timestamps, with the aliases above. */
export const feedbackJsonMembers: JsonMembers = {
  stage: jsonWord('f.stage'),
  status: jsonWord('f.status'),
  votes: jsonNumber('f.votes'),
  comments: jsonNumber('f.comments'),
  board: { id: jsonWord('b.id'), slug: jsonWord('b.slug'), name: jsonString('b.name') },
  roadmapItemId: jsonWordOrNull('r.id'),
}

export interface FeedbackJsonRow<Text extends string = string> {
  id: Text
  title: Text
  description: Text
  /** The text of the members above. */
  members: Text
  created_at: Text
  updated_at: Text
}

/** Returns a request in the API as JSON: the text that `JSON.stringify` writes for `presentFeedback`. */
export const presentFeedbackJson = <Text extends string>(row: FeedbackJsonRow<Text>): Text =>
  `{"id":"${row.id}","title":${JSON.stringify(row.title)},"description":${JSON.stringify(row.description)},${row.members},"createdAt":"${row.created_at}","updatedAt":"${row.updated_at}"}` as Text
