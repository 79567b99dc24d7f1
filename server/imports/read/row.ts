/** A row of a table: its values by normalized column name (`normalizeName`), or the reason why it cannot be read. */
export interface Row {
  /** The first line of the row in its file, from 1. */
  line: number
  values: Record<string, unknown>
  error?: string
}

/** Rows of one kind: a CSV file, or an array in a JSON file. */
export interface Table {
  /** The original name of the file. */
  file: string
  /** The name of the table: the name of the file without extension, or the key of the array. */
  name: string
  /** The names of the columns as they are written in the file, by normalized name. */
  columns: Map<string, string>
  rows(): AsyncIterable<Row>
}

/** Normalizes names of columns: `Author E-mail`, `author_email` and `author.email` are the same. */
export const normalizeName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
