import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { invalidState } from '../../platform/problems.ts'
import type { ImportOptions, ImportSource } from '../options.ts'
import { openCsv } from '../read/csv.ts'
import type { DateOrder } from '../read/dates.ts'
import { detectEncoding, isZip } from '../read/encoding.ts'
import { openJson } from '../read/json.ts'
import { normalizeName, type Row, type Table } from '../read/row.ts'
import type { ImportProblem, ImportRecord } from '../records.ts'
import { type AdaptRow, definitions, type SourceDefinition } from './definitions.ts'
import { Fields, RowError } from './fields.ts'
import { type FieldNames, genericFields, requiredFields, type TableResource, tableNames } from './generic-fields.ts'
import { type StatusMap, statusMap } from './statuses.ts'
import { toRecords } from './to-records.ts'

/** A table whose kind is known. */
export interface SourceTable {
  table: Table
  resource: TableResource
}

/** The files of an import, opened and recognized. */
export interface OpenedSource {
  source: ImportSource
  /** In order of their references: boards and people before requests, requests before votes. */
  tables: SourceTable[]
  /** Tables that are not imported, by name. */
  ignored: string[]
  statuses: StatusMap
  options: ImportOptions
  adapt: AdaptRow
  countsUnnamedVotes: boolean
}

/** Returns the files of an import: a file, or those in a folder. @throws 400 */
export async function listFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null)
  if (found === null) throw invalidState(`There is no file ${path}.`)
  if (!found.isDirectory()) return [path]
  const names = (await readdir(path)).filter((name) => /\.(csv|tsv|txt|json|ndjson|jsonl)$/i.test(name)).sort()
  if (names.length === 0) throw invalidState(`The folder ${path} contains no CSV or JSON file.`)
  return names.map((name) => join(path, name))
}

/** Returns a hash of files, which identifies them when an import is resumed. */
export async function fingerprintOf(paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    hash.update(`${basename(path)}\n`)
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer)
  }
  return hash.digest('hex')
}

/**
 * Opens files, recognizes their product if none is given, and determines the kind of each table.
 * @param names the original names of the files, if they are stored under others
 * @param isLenient whether an unknown table counts as requests whose columns are still to be chosen
 * @throws 400 if a file is not what it claims, or nothing in it can be imported
 */
export async function openSource(
  paths: string[],
  chosen: ImportSource | null,
  options: ImportOptions,
  names: string[] = paths.map((path) => basename(path)),
  { isLenient = false }: { isLenient?: boolean } = {},
): Promise<OpenedSource> {
  const tables: Table[] = []
  for (const [index, path] of paths.entries()) tables.push(...(await openTables(path, names[index]!)))
  const source = chosen ?? detectSource(tables, paths)
  const definition = definitions[source as keyof typeof definitions]
  if (chosen !== null && !['csv', 'json', 'github'].includes(chosen)) requireProduct(tables, definition)
  const known: SourceTable[] = []
  const ignored: string[] = []
  for (const table of tables) {
    const resource = kindOf(table, definition, options.map ?? {})
    if (resource === null) ignored.push(table.name)
    else known.push({ table, resource })
  }
  if (known.length === 0) {
    if (!isLenient) throw unrecognized(tables)
    known.push({ table: tables[0]!, resource: 'feedback' })
  }
  const order = Object.keys(genericFields)
  known.sort((a, b) => order.indexOf(a.resource) - order.indexOf(b.resource))
  return {
    source,
    tables: known,
    ignored,
    options,
    statuses: statusMap({ ...definition.statuses, ...options.statuses }),
    adapt: (await definition.prepare?.(tables)) ?? (() => true),
    countsUnnamedVotes: definition.countsUnnamedVotes === true,
  }
}

async function openTables(path: string, file: string): Promise<Table[]> {
  const head = Buffer.alloc(512)
  const handle = await open(path)
  try {
    await handle.read(head)
  } finally {
    await handle.close()
  }
  if (isZip(head))
    throw invalidState(`${file} is a zip archive or an Excel workbook. Unpack it, or save it as CSV (UTF-8).`)
  const encoding = await detectEncoding(path)
  const extension = extname(file).toLowerCase()
  const isJson =
    ['.json', '.ndjson', '.jsonl'].includes(extension) || (extension !== '.csv' && (await startsAsJson(path, encoding)))
  return isJson ? openJson(path, file, encoding) : [await openCsv(path, file, encoding)]
}

async function startsAsJson(path: string, encoding: string): Promise<boolean> {
  for await (const chunk of createReadStream(path)) {
    return /^\s*[[{]/.test(new TextDecoder(encoding).decode(chunk as Buffer))
  }
  return false
}

const products = Object.entries(definitions) as [ImportSource, SourceDefinition][]

function detectSource(tables: Table[], paths: string[]): ImportSource {
  const [name] = products.find(([each, { detects }]) => each !== 'csv' && each !== 'json' && detects(tables)) ?? []
  return name ?? (/\.(ndjson|jsonl|json)$/i.test(paths[0] ?? '') ? 'json' : 'csv')
}

/** Refuses a file that is recognized as the export of another product. */
function requireProduct(tables: Table[], definition: SourceDefinition): void {
  if (definition.detects(tables)) return
  const other = products.find(([, each]) => each.label !== 'CSV' && each.label !== 'JSON' && each.detects(tables))
  if (other)
    throw invalidState(
      `This looks like an export of ${other[1].label}, not of ${definition.label}. Choose --from ${other[0]}.`,
    )
}

const namesOf = (definition: SourceDefinition, resource: TableResource): FieldNames => ({
  ...genericFields[resource],
  ...definition.fields?.[resource],
})

/**
 * Returns the columns that the fields of a resource may be read from: the chosen columns, or else the recognized ones.
 */
export function fieldNames({ source, options }: OpenedSource, resource: TableResource): FieldNames {
  const names = namesOf(definitions[source as keyof typeof definitions], resource)
  const chosen = new Map(
    Object.entries(options.map ?? {}).map(([field, column]) => [normalizeName(field), normalizeName(column)]),
  )
  return Object.fromEntries(
    Object.entries(names).map(([field, columns]) => {
      const column = chosen.get(normalizeName(field)) ?? columns.map((each) => chosen.get(each)).find(Boolean)
      return [field, column === undefined ? columns : [column]]
    }),
  )
}

/**
 * Determines the kind of a table, by its name if its columns match, otherwise by its columns; null if it is unknown.
 */
function kindOf(table: Table, definition: SourceDefinition, map: Record<string, string>): TableResource | null {
  const name = normalizeName(table.name)
  if (definition.ignores?.test(name)) return null
  const columns = new Set([...table.columns.keys()])
  const mapped = new Set(
    Object.entries(map).flatMap(([field, column]) =>
      columns.has(normalizeName(column)) ? [normalizeName(field)] : [],
    ),
  )
  const fits = (resource: TableResource) => {
    const names = namesOf(definition, resource)
    return requiredFields[resource].every((either) =>
      either.some(
        (field) =>
          mapped.has(normalizeName(field)) || names[field]!.some((column) => columns.has(column) || mapped.has(column)),
      ),
    )
  }
  if (mapped.has('title') && fits('feedback')) return 'feedback'
  const named = tableNames.find(([resource, pattern]) => pattern.test(name) && fits(resource))
  if (named) return named[0]
  const guesses: TableResource[] = ['comments', 'feedback', 'votes', 'customers']
  return guesses.find(fits) ?? null
}

function unrecognized(tables: Table[]) {
  const [first] = tables
  const columns = [...(first?.columns.values() ?? [])].slice(0, 20).join(', ')
  return invalidState(
    `${first?.file ?? 'This file'} has no column that Heed recognizes as the title of a request. Its columns are: ${columns}. Choose one (--map title=<column>).`,
  )
}

/** A row of an import: its records, or the reason why it has none. */
export interface SourceRow {
  file: string
  line: number
  resource: TableResource
  records: ImportRecord[]
  problems: Omit<ImportProblem, 'file' | 'line'>[]
}

/** The order of day and month that columns show, by table and column. */
export type DateOrders = ReadonlyMap<Table, ReadonlyMap<string, DateOrder | null>>

/** Reads all rows in order. A row that cannot be read has a problem instead of records. */
export async function* readSource(opened: OpenedSource, dateOrders: DateOrders): AsyncGenerator<SourceRow> {
  const { options, statuses, adapt, source } = opened
  const definition = definitions[source as keyof typeof definitions]
  for (const { table, resource } of opened.tables) {
    const isRequests = resource === 'feedback'
    const fields = new Fields(
      table,
      namesOf(definition, resource),
      isRequests || opened.tables.length === 1 ? (options.map ?? {}) : {},
      dateOrders.get(table) ?? new Map(),
    )
    for await (const row of table.rows()) yield readRow(row)
    function readRow(row: Row): SourceRow {
      const located = { file: table.file, line: row.line, resource }
      try {
        if (row.error === undefined && !adapt(table, row)) return { ...located, records: [], problems: [] }
        const { records, refusals, notes } = toRecords(resource, row, fields, statuses)
        const isRefused = refusals.length > 0
        return { ...located, records, problems: (isRefused ? refusals : notes).map((each) => ({ ...each, isRefused })) }
      } catch (error) {
        // An invalid row is reported, and reading continues.
        if (!(error instanceof RowError)) throw error
        return { ...located, records: [], problems: [{ column: error.column, reason: error.message, isRefused: true }] }
      }
    }
  }
}
