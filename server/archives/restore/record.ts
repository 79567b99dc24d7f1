import { isUuid } from '../../platform/ids.ts'
import { type ArchivedTable, memberName } from '../format.ts'
import { checksOf } from './checks.ts'

export type ArchivedRecord = Record<string, unknown>

/** A problem of a record: the member, if it is about one, and a reason that continues a sentence after its name. */
export interface RecordProblem {
  column: string | null
  reason: string
}

/** Checks the records of one file. */
export interface RecordChecker {
  /** Parses a record. */
  parse(text: string): { record: ArchivedRecord } | { problem: RecordProblem }
  /** The columns that the records have; null before the first one. */
  columns(): string[] | null
}

/**
 * Checks that records have known members with values of the right type. All records of a file have the members of the
 * first, because an archive of an earlier version may lack columns that have been added since. PostgreSQL checks the
 * rest.
 */
export function createRecordChecker(archived: ArchivedTable, types: Map<string, string>): RecordChecker {
  const columnOf = new Map(archived.columns.map((column) => [memberName(archived, column), column]))
  if (archived.table === 'files') columnOf.set('sha256', 'sha256')
  const checks = checksOf(archived.table)
  let members: string[] | null = null

  const findProblem = (record: ArchivedRecord): RecordProblem | null => {
    const names = Object.keys(record)
    members ??= names
    if (names.length !== members.length || names.some((name) => !members!.includes(name))) {
      return { column: null, reason: 'has different members than the first record of the file' }
    }
    for (const name of names) {
      const column = columnOf.get(name)
      if (column === undefined) return { column: name, reason: 'is not a member of these records' }
      const value = record[name]
      if (value === null) continue
      const type = column === 'sha256' ? 'text' : types.get(column)!
      if (!hasType(value, type)) return { column: name, reason: `must be ${typeNames[type] ?? type}` }
      const broken = checks[column]?.(value)
      if (broken) return { column: name, reason: broken }
    }
    for (const column of archived.key) {
      const name = memberName(archived, column)
      if (record[name] == null) return { column: name, reason: 'is missing' }
    }
    return null
  }

  return {
    columns: () => members?.map((name) => columnOf.get(name)!).filter((column) => column !== 'sha256') ?? null,
    parse(text) {
      const record = parseObject(text)
      if (record === null) return { problem: { column: null, reason: 'is not a JSON object' } }
      const problem = findProblem(record)
      return problem === null ? { record } : { problem }
    },
  }
}

function parseObject(text: string): ArchivedRecord | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ArchivedRecord) : null
  } catch {
    // The caller reports the line.
    return null
  }
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/
const isTextArray = (value: unknown): boolean => Array.isArray(value) && value.every((each) => isText(each))
// PostgreSQL cannot store NUL characters or unpaired surrogates.
const isText = (value: unknown): boolean => typeof value === 'string' && !value.includes('\0') && value.isWellFormed()

const validators: Record<string, (value: unknown) => boolean> = {
  uuid: (value) => typeof value === 'string' && isUuid(value),
  text: isText,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  smallint: Number.isInteger,
  bigint: Number.isSafeInteger,
  'double precision': Number.isFinite,
  'timestamp with time zone': (value) => typeof value === 'string' && timestamp.test(value),
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  'text[]': isTextArray,
  'uuid[]': (value) => Array.isArray(value) && value.every((each) => typeof each === 'string' && isUuid(each)),
  json: () => true,
  jsonb: () => true,
}

const typeNames: Record<string, string> = {
  uuid: 'a UUID',
  text: 'text',
  boolean: 'true or false',
  integer: 'a whole number',
  smallint: 'a whole number',
  bigint: 'a whole number',
  'double precision': 'a number',
  'timestamp with time zone': 'a time such as 2026-03-01T09:30:00.000Z',
  date: 'a date such as 2026-03-01',
  'text[]': 'a list of texts',
  'uuid[]': 'a list of UUIDs',
}

const hasType = (value: unknown, type: string): boolean => validators[type]?.(value) ?? false
