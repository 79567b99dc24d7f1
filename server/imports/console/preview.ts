import { invalidState } from '../../platform/problems.ts'
import { isDownloaded } from '../github/download.ts'
import type { ImportOptions, ImportSource } from '../options.ts'
import { normalizeName } from '../read/row.ts'
import { toText } from '../read/texts.ts'
import type { ImportedStatus } from '../records.ts'
import type { TableResource } from '../sources/generic-fields.ts'
import { fieldNames, type OpenedSource, openSource } from '../sources/open-source.ts'
import { cachedPreview, importFolder, storedFiles } from './folder.ts'

/** The fields of a request that people can map columns to. */
export const mappableFields = [
  'title',
  'description',
  'status',
  'board',
  'votes',
  'author_email',
  'author_name',
  'created_at',
  'tags',
  'id',
] as const
export type MappableField = (typeof mappableFields)[number]

/** The contents of a draft's file. */
export interface ImportPreview {
  source: ImportSource
  tables: { name: string; resource: TableResource }[]
  ignored: string[]
  /** The columns of the requests, with the first values that are not empty. */
  columns: { name: string; samples: string[] }[]
  /** The column that each field is read from; null if there is none. */
  fields: Record<MappableField, string | null>
  /** The statuses of the first rows, with the statuses they are mapped to; null if the mapping must be chosen. */
  statuses: { name: string; count: number; meaning: ImportedStatus | null }[]
}

const sampledRows = 20_000
const samplesPerColumn = 3
const maxStatuses = 50

/** Loads what is in a draft's file; null before it is downloaded. @throws 400 if it cannot be read with these options */
export async function loadPreview(
  dataDir: string,
  importId: string,
  source: ImportSource | null,
  options: ImportOptions,
): Promise<ImportPreview | null> {
  // A connection has no file until its download has ended, on this or another machine.
  if (source === 'github' && !(await isDownloaded(importFolder(dataDir, importId)))) return null
  return cachedPreview(dataDir, importId, JSON.stringify([source, options]), async () => {
    const files = await storedFiles(dataDir, importId)
    if (files === null) throw invalidState('The file of this import is no longer on this server. Upload it again.')
    return previewSource(await openSource(files.paths, source, options, files.names, { isLenient: true }))
  })
}

async function previewSource(opened: OpenedSource): Promise<ImportPreview> {
  const requests = opened.tables.find(({ resource }) => resource === 'feedback')
  const preview: ImportPreview = {
    source: opened.source,
    tables: opened.tables.map(({ table, resource }) => ({ name: table.name, resource })),
    ignored: opened.ignored,
    columns: [],
    fields: Object.fromEntries(mappableFields.map((field) => [field, null])) as ImportPreview['fields'],
    statuses: [],
  }
  if (!requests) return preview
  const { columns } = requests.table
  const samples = new Map([...columns.keys()].map((key) => [key, new Set<string>()]))
  const names = fieldNames(opened, 'feedback')
  for (const field of mappableFields) {
    const key = names[field]?.find((each) => columns.has(each))
    preview.fields[field] = key === undefined ? null : columns.get(key)!
  }
  const counts = new Map<string, number>()
  let rows = 0
  for await (const row of requests.table.rows()) {
    if (row.error !== undefined || !opened.adapt(requests.table, row)) continue
    for (const [key, found] of samples) {
      const text = found.size < samplesPerColumn ? toText(row.values[key]).slice(0, 80) : ''
      if (text !== '') found.add(text)
    }
    const status = preview.fields.status === null ? '' : toText(row.values[normalizeName(preview.fields.status)])
    if (status !== '') counts.set(status, (counts.get(status) ?? 0) + 1)
    rows += 1
    if (rows >= sampledRows) break
  }
  preview.columns = [...columns].map(([key, name]) => ({ name, samples: [...samples.get(key)!] }))
  preview.statuses = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxStatuses)
    .map(([name, count]) => ({ name, count, meaning: opened.statuses.get(normalizeName(name)) ?? null }))
  return preview
}
