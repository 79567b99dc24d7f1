import type { Selectable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { ImportSource } from './options.ts'
import type { ImportCounts } from './records.ts'

export type ImportState = Tables['imports']['state']

/** An import as the console, the command line and the event `import.finished` show it. */
export interface Import {
  id: string
  source: ImportSource
  name: string
  state: ImportState
  /** Rows read and committed so far, and all rows once they are counted. */
  position: number
  total: number | null
  counts: ImportCounts
  problems: number
  error: string | null
  createdAt: string
  /** When a process last worked on the import. */
  activeAt: string
  finishedAt: string | null
  undoneAt: string | null
}

export type ImportRow = Selectable<Tables['imports']>

export const presentImport = (row: ImportRow): Import => ({
  id: row.id,
  source: row.source as ImportSource,
  name: row.name,
  state: row.state,
  position: Number(row.position),
  total: row.total === null ? null : Number(row.total),
  counts: row.counts as ImportCounts,
  problems: row.problem_count,
  error: row.error,
  createdAt: row.created_at,
  activeAt: row.active_at,
  finishedAt: row.finished_at,
  undoneAt: row.undone_at,
})
