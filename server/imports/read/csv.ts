import { Readable } from 'node:stream'
import { CsvError, type Options, parse } from 'csv-parse'
import { invalidState } from '../../platform/problems.ts'
import { type Encoding, readText } from './encoding.ts'
import { normalizeName, type Row, type Table } from './row.ts'

/** The longest row, in characters. Otherwise, a quote that is never closed would consume the rest of the file. */
const maxRowCharacters = 1_000_000
const separators = [',', ';', '\t', '|']
const sampleCharacters = 65_536

interface ParsedRow {
  record: string[]
  info: { lines: number }
}

/**
 * Opens a CSV file as a table: comma, semicolon, tab or vertical bar; quotes, and line breaks within them.
 * @throws 400 if it has no header
 */
export async function openCsv(path: string, file: string, encoding: Encoding): Promise<Table> {
  const sample = await readSample(path, encoding)
  const separator = detectSeparator(sample)
  const header = await readHeader(path, encoding, separator)
  const names = header.map((name) => name.trim())
  if (names.every((name) => name === '')) throw invalidState(`${file} has no header row.`)
  const keys = uniqueKeys(names)
  return {
    file,
    name: file.replace(/\.[a-z]+$/i, ''),
    columns: new Map(keys.map((key, index) => [key, names[index]!])),
    rows: () => readRows(path, encoding, separator, keys),
  }
}

const options = (separator: string): Options => ({
  delimiter: separator,
  bom: true,
  info: true,
  relax_column_count: true,
  // A quote within an unquoted cell is part of its text, as spreadsheets write it.
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: maxRowCharacters,
})

async function readSample(path: string, encoding: Encoding): Promise<string> {
  let sample = ''
  for await (const text of readText(path, encoding)) {
    sample += text
    if (sample.length >= sampleCharacters) break
  }
  return sample
}

/** Returns the separator that is most frequent outside of quotes in the first line. */
function detectSeparator(sample: string): string {
  const counts = new Map(separators.map((each) => [each, 0]))
  let isQuoted = false
  for (const character of sample) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) break
    else if (!isQuoted && counts.has(character)) counts.set(character, counts.get(character)! + 1)
  }
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0]
}

async function readHeader(path: string, encoding: Encoding, separator: string): Promise<string[]> {
  for await (const { record } of parseText(path, encoding, separator)) return record
  throw invalidState('This file has no header row.')
}

/** Gives unique names to columns with the same name or none, so that no value overwrites another. */
function uniqueKeys(names: string[]): string[] {
  const seen = new Set<string>()
  return names.map((name, index) => {
    let key = normalizeName(name) || `column${index + 1}`
    while (seen.has(key)) key = `${key}x`
    seen.add(key)
    return key
  })
}

async function* readRows(path: string, encoding: Encoding, separator: string, keys: string[]): AsyncGenerator<Row> {
  let isHeader = true
  let line = 1
  for await (const { record, info } of parseText(path, encoding, separator)) {
    const first = line
    line = info.lines + 1
    if (isHeader) isHeader = false
    else yield toRow(record, first, keys)
  }
}

function toRow(record: string[], line: number, keys: string[]): Row {
  const values: Record<string, unknown> = Object.create(null)
  for (let index = 0; index < keys.length; index++) values[keys[index]!] = record[index]
  if (record.length === keys.length) return { line, values }
  // Spreadsheets leave out empty cells at the end, and add empty ones.
  if (record.length < keys.length || record.slice(keys.length).every((cell) => cell.trim() === '')) {
    if (record.length > 1 || keys.length === 1) return { line, values }
  }
  return { line, values, error: `has ${record.length} cells, but the header has ${keys.length}` }
}

async function* parseText(path: string, encoding: Encoding, separator: string): AsyncGenerator<ParsedRow> {
  const parser = Readable.from(readText(path, encoding)).pipe(parse(options(separator)))
  try {
    for await (const row of parser) yield row as ParsedRow
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalidState(csvProblem(error))
  }
}

function csvProblem(error: CsvError): string {
  const { code, lines } = error as CsvError & { lines?: number }
  const at = lines === undefined ? '' : ` near line ${lines}`
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return `A row${at} has more than ${maxRowCharacters.toLocaleString('en')} characters. A quote is probably not closed.`
  }
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `A quote${at} is not closed. The file may be incomplete.`
  return `This is not a CSV file that Heed can read${at}: ${error.message}`
}
