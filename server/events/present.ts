import type { EventType } from './types.ts'

export interface EventRow {
  id: string
  sequence: number
  type: EventType
  created_at: string
  actor_type: string
  actor_id: string | null
  actor_name: string | null
  /** JSON, as are the changes. */
  data: string
  changes: string | null
}

/** Returns an event in the API as JSON. Its data was stored as JSON and is not parsed. */
export const presentEventJson = (row: EventRow): string => {
  const actor = JSON.stringify({ type: row.actor_type, id: row.actor_id, name: row.actor_name })
  const changes = row.changes === null ? '' : `,"changes":${row.changes}`
  return `{"id":"${row.id}","type":"${row.type}","timestamp":"${row.created_at}","sequence":${row.sequence},"actor":${actor},"data":${row.data}${changes}}`
}
