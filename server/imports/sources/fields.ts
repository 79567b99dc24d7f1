import { type DateOrder, parseDate } from '../read/dates.ts'
import { normalizeName, type Row, type Table } from '../read/row.ts'
import { toText } from '../read/texts.ts'
import { type FieldNames, genericFields, type TableResource } from './generic-fields.ts'

/** Rejects a whole row. The reader reports it with its line, and continues with the next row. */
export class RowError extends Error {
  readonly column: string | null

  constructor(column: string | null, reason: string) {
    super(reason)
    this.column = column
  }
}

export interface Refusal {
  column: string | null
  reason: string
}

// Enough to see what is wrong with a row, which may contain thousands of comments.
const maxRefusals = 20

/** Reads the fields of the rows of one table, and collects the problems of a row. */
export class Fields {
  readonly #names: Map<string, string[]>
  readonly #table: Table
  readonly #dateOrders: ReadonlyMap<string, DateOrder | null>
  #row: Row = { line: 0, values: {} }
  #refusals: Refusal[] = []

  /**
   * @param map the chosen columns by field or by a recognized column name such as `email`; they replace the recognized
   * columns
   * @param dateOrders the order of day and month by column, for columns that show it
   */
  constructor(
    table: Table,
    names: FieldNames,
    map: Record<string, string>,
    dateOrders: ReadonlyMap<string, DateOrder | null>,
  ) {
    this.#table = table
    this.#dateOrders = dateOrders
    const chosen = new Map(Object.entries(map).map(([field, column]) => [normalizeName(field), normalizeName(column)]))
    this.#names = new Map(
      Object.entries(names).map(([field, columns]) => {
        const column =
          chosen.get(normalizeName(field)) ?? columns.map((name) => chosen.get(name)).find((name) => name !== undefined)
        return [field, column === undefined ? columns : [column]]
      }),
    )
  }

  read(row: Row): void {
    this.#row = row
    this.#refusals = []
  }

  /** Returns a reader of an object within the row, such as a comment of a request. */
  nested(resource: TableResource, row: Row): Fields {
    const nested = new Fields(this.#table, genericFields[resource], {}, new Map())
    nested.#row = row
    nested.#refusals = this.#refusals
    return nested
  }

  /** What is wrong with the row. */
  get refusals(): readonly Refusal[] {
    return this.#refusals
  }

  /** Refuses the row because of a field. Reading continues, so that all problems of a row are reported. */
  refuse(field: string, reason: string): undefined {
    if (this.#refusals.length < maxRefusals) this.#refusals.push({ column: this.column(field), reason })
  }

  /** Returns the value of a field, or undefined. Empty texts count as absent. */
  value(field: string): unknown {
    for (const key of this.#names.get(field) ?? []) {
      const value = this.#row.values[key]
      if (value !== undefined && value !== null && value !== '') return value
    }
    return undefined
  }

  text(field: string): string | undefined {
    const value = this.value(field)
    const text = value === undefined ? '' : toText(value)
    return text === '' ? undefined : text
  }

  isTrue(field: string): boolean {
    return /^(true|yes|1|t|y|x)$/i.test(this.text(field) ?? '')
  }

  /** Returns the name of the column that a field is read from, as it is written in the file. */
  column(field: string): string | null {
    const key = this.#key(field)
    return key === undefined ? null : (this.#table.columns.get(key) ?? key)
  }

  #key(field: string): string | undefined {
    const keys = this.#names.get(field) ?? []
    return keys.find((key) => (this.#row.values[key] ?? '') !== '') ?? keys.find((key) => this.#table.columns.has(key))
  }

  count(field: string): number | undefined {
    const text = this.text(field)
    if (text === undefined) return undefined
    const count = Number(text.replaceAll(/[,\s](?=\d{3}\b)/g, ''))
    // In some products, a vote can count more than once or be negative.
    if (!Number.isFinite(count)) return this.refuse(field, 'is not a number')
    return Math.min(Math.max(Math.round(count), 0), 10_000_000)
  }

  /** Returns a date in ISO 8601. */
  date(field: string): string | undefined {
    const text = this.text(field)
    if (text === undefined) return undefined
    const parsed = parseDate(text, this.#dateOrders.get(this.#key(field) ?? '') ?? null)
    if ('iso' in parsed) return parsed.iso
    const reason =
      'problem' in parsed ? parsed.problem : 'can mean two different days: choose the order of day and month'
    return this.refuse(field, reason)
  }

  /** Returns the parts of a list: an array of texts or of objects with names, or a text with commas or semicolons. */
  list(field: string): string[] {
    const value = this.value(field)
    const parts: unknown[] = Array.isArray(value) ? value : (this.text(field)?.split(/[,;|]/) ?? [])
    const names = parts.map((part) =>
      toText(typeof part === 'object' && part !== null ? ((part as { name?: unknown }).name ?? '') : part),
    )
    return [...new Set(names.filter((name) => name !== ''))]
  }

  array(field: string): unknown[] {
    const value = this.value(field)
    return Array.isArray(value) ? value : []
  }
}
