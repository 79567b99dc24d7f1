/** Excel reads a file as UTF-8 only if it starts with this. */
export const utf8ByteOrderMark = '\ufeff'

export type Cell = string | number | null

/** Formats one record with its line ending (RFC 4180). */
export const csvLine = (cells: Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/**
 * Formats a cell that a spreadsheet does not evaluate: text that begins like a formula, with or without leading white
 * space, gets an apostrophe in front. Numbers come from Heed and need none.
 */
function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
